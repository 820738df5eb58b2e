package coderuntime

// Usage is what a runtime holds at one moment, and what its runs have come to since it was made.
type Usage struct {
	// Instances is the number of environments that exist: instances and memory for them on the wasm
	// backend, interpreter processes on the native one. Idle is how many of them serve no run.
	Instances, Idle int
	// Running is the number of runs in an environment, Waiting that of runs which wait for one.
	Running, Waiting int
	// GuestMemory is what the environments hold: on the wasm backend linear memory, idle instances
	// included; on the native backend resident memory of the processes of live runs, where the
	// system tells.
	GuestMemory ByteSize
	// Files is what the files of live runs hold, as Limits.Files counts it.
	Files ByteSize
	// HostMemory is what the host holds for live runs, as Limits.HostMemory counts it.
	HostMemory ByteSize
	// Completed is the number of runs that completed, and Failed of those that did not, by kind.
	Completed uint64
	Failed    map[FailureKind]uint64
}

// A UsageReporter is a Runtime that tells its Usage. Both backends do. Usage is safe for concurrent
// use, and cheap: it may be called every second.
type UsageReporter interface {
	Usage() Usage
}
