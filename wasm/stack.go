package wasm

import "coderuntime"

// The native stack of a guest is wazero's: memory of the Go heap that compiled code runs on, beside the
// stack that CPython's C code keeps in linear memory. It begins with 10 KiB and doubles, by copying,
// whenever a function finds no room. wazero refuses to double what has more than 50,000,000 bytes, and the
// program ends as FailureWorkerExit. That bound holds whatever a program has made of its memory. CPython's
// own are no help: C code may call itself without being counted, as map iterators over map iterators do,
// and what is counted lets a __getattr__ that calls itself have 87 MB. No interface of wazero tells how
// large a stack is, so room for it is set aside from the memory limit before the run.

const (
	// mostStack is more than a stack can have: twice 50,000,000 bytes and one more frame.
	mostStack = 96 * coderuntime.MiB

	// leastStack is set aside in any case: a part of what InterpreterMemory has beyond the image. The
	// contract has programs hold 340 MiB under a limit of 400, so that it cannot be much more.
	leastStack = 16 * coderuntime.MiB

	// linearFirst is what linear memory has before more than leastStack is set aside.
	linearFirst = 384 * coderuntime.MiB

	// shallowFuel is what a run may use and leave its stack to the next: it has not called itself
	// deeply. A new stack for each of the shortest runs would grow in each, and cost a third of their time.
	shallowFuel = 20_000

	// outputExpansion is how many times Limits.Log and Limits.Value must fit the memory limit.
	outputExpansion = 12
)

// linearMemory is the part of the memory limit that linear memory may have. The rest is for the native
// stack: mostStack, or what linearFirst and the outputs leave, but at least leastStack. The limits are
// resolved.
func linearMemory(limits coderuntime.Limits) coderuntime.ByteSize {
	first := max(linearFirst, coderuntime.InterpreterMemory+outputExpansion*max(limits.Log, limits.Value))
	return limits.Memory - min(max(limits.Memory-first, leastStack), mostStack)
}

// renewStack gives the guest, which must be at rest, a stack as small as it was in the beginning. Between
// two steps there is nothing on it, but it never shrinks, so the next run begins with a new one unless this
// one was short, and one that waits for long gets one. Go's collector takes the old one.
func (i *instance) renewStack() {
	i.stepFunction = i.module.ExportedFunction("step")
}
