package hostile

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"coderuntime"
)

// What the programs of streams may call.
const (
	boundGlobal = "tools"
	boundName   = "echo"
)

// A Generator makes streams. The same seed makes the same streams.
type Generator struct {
	seed uint64
	r    *rand.Rand

	stream *Stream
	nextID int
	open   strings.Builder // the entry that is open
	isOpen bool
}

// New returns a generator.
func New(seed uint64) *Generator {
	return &Generator{seed: seed, r: rand.New(rand.NewPCG(seed, 0))}
}

// one is true one time in n.
func (g *Generator) one(n int) bool { return g.r.IntN(n) == 0 }

// Stream makes a stream of so many lines or a few more. Half of them must come to nothing.
func (g *Generator) Stream(lines int) *Stream {
	g.stream = &Stream{Seed: g.seed, Value: returned}
	g.nextID, g.isOpen = 0, false
	for g.stream.Lines < lines {
		if g.one(2) {
			g.send(g.noise())
		} else {
			g.effect()
		}
	}
	if g.one(2) {
		g.end()
	}
	g.closeEntry() // an entry that is never closed is one at the end
	g.cut()
	return g.stream
}

func (g *Generator) send(line string) {
	g.stream.Bytes = append(append(g.stream.Bytes, line...), '\n')
	g.stream.Lines++
}

// effect sends a frame that must come to something.
func (g *Generator) effect() {
	switch pick := g.r.IntN(20); {
	case pick < 10:
		g.log()
	case pick < 18 && g.nextID < maxCalls:
		g.call()
	default:
		g.send(g.frame("boot-ack")) // to nothing: the program has been sent
	}
}

// maxCalls is the number of calls of one stream. It is below what may be unanswered, so that no
// stream fails for the speed of the host.
const maxCalls = 1000

func (g *Generator) log() {
	t := g.text(40)
	part := t.plain
	if g.one(4) && part != "" {
		g.send(g.frame("log", "text", t.spelled, "open", "true"))
		g.open.WriteString(part)
		g.isOpen = true
		return
	}
	flags := []string{"text", t.spelled}
	if g.one(4) {
		flags = append(flags, "open", []string{"false", "null", "1", `"true"`, "[true]"}[g.r.IntN(5)])
	}
	if g.one(4) {
		flags = append(flags, "truncated", []string{"false", "null", "1", `"true"`, "{}"}[g.r.IntN(5)])
	}
	g.send(g.frame("log", flags...))
	g.open.WriteString(part)
	g.isOpen = true
	g.closeEntry()
}

// closeEntry makes an entry of what is open.
func (g *Generator) closeEntry() {
	if g.isOpen {
		g.stream.Logs = append(g.stream.Logs, g.open.String())
	}
	g.open.Reset()
	g.isOpen = false
}

func (g *Generator) call() {
	id := []string{"%d", "%d.0", "%de0", "%d.00E+0", "%d.000e-0"}[g.r.IntN(5)]
	global, name := boundGlobal, boundName
	args := g.value(4)
	switch {
	case g.one(50):
		args = g.deep()
	case g.one(5):
		global, name = []string{"tools", "nope", "__proto__", ""}[g.r.IntN(4)], []string{"constructor", "Echo", "echo ", ""}[g.r.IntN(4)]
	}
	g.send(g.frame("call", "id", fmt.Sprintf(id, g.nextID), "global", g.name(global), "name", g.name(name), "args", args.spelled))
	g.nextID++
	if global == boundGlobal && name == boundName {
		g.stream.Calls = append(g.stream.Calls, args.canonical)
	}
}

// end sends a frame that ends the run, and some that come too late.
func (g *Generator) end() {
	s := g.stream
	s.Ends, s.Value = true, ""
	var members []string
	if !g.one(4) {
		v := g.value(5)
		s.Value = v.canonical
		members = append(members, "value", v.spelled)
	}
	if g.one(2) {
		kinds := []coderuntime.FailureKind{
			coderuntime.FailureException, coderuntime.FailureTimeout, coderuntime.FailureInvalidOutput, coderuntime.FailureOutputLimit,
		}
		t := g.text(40)
		s.Value, s.Failure, s.Message = "", kinds[g.r.IntN(len(kinds))], t.plain
		members = append(members, "error", g.object("kind", g.name(string(s.Failure)), "message", t.spelled))
	}
	g.send(g.frame("done", members...))
	for range g.r.IntN(20) {
		g.send(g.noise())
		g.send(g.frame("log", "text", g.text(10).spelled))
		g.send(g.frame("call", "id", fmt.Sprint(g.nextID), "global", g.name(boundGlobal), "name", g.name(boundName), "args", "1"))
		g.send(g.frame("done", "value", "1"))
	}
}

// frame spells a frame of a type with members given as names and texts of values.
func (g *Generator) frame(kind string, members ...string) string {
	return g.object(append([]string{"type", g.name(kind)}, members...)...)
}

// object spells an object: in any order, with members that nobody knows, and with others of the same
// name before those that count.
func (g *Generator) object(members ...string) string {
	type member struct{ name, value string }
	var all []member
	for pair := range slices.Chunk(members, 2) {
		all = append(all, member{g.name(pair[0]), pair[1]})
	}
	g.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for g.one(5) {
		all = slices.Insert(all, g.r.IntN(len(all)+1), member{`"` + unknown[g.r.IntN(len(unknown))] + `"`, g.value(2).spelled})
	}
	if g.one(8) {
		pick := g.r.IntN(len(members)/2) * 2
		all = slices.Insert(all, 0, member{g.name(members[pick]), g.value(2).spelled})
	}
	var b strings.Builder
	b.WriteString("{" + g.space())
	for i, m := range all {
		if i > 0 {
			b.WriteString("," + g.space())
		}
		b.WriteString(m.name + g.space() + ":" + g.space() + m.value + g.space())
	}
	b.WriteString("}")
	return b.String()
}

// unknown are names that no frame has, some of them nearly.
var unknown = []string{"x", "", "Type", "type ", "texts", "ok", "__proto__", "constructor", "namespaces", "program", "\\u0000", "\\ud800"}

// cut decides how the stream is cut into writes.
func (g *Generator) cut() {
	for left := len(g.stream.Bytes); left > 0; {
		size := min(left, 1+g.r.IntN(1<<g.r.IntN(15)))
		g.stream.Writes = append(g.stream.Writes, size)
		left -= size
	}
}
