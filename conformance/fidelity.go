package conformance

import "coderuntime"

// fidelity are the cases about what a program expects of its Python although neither its value nor
// its calls depend on it: where the difference from CPython was found, it is held here.
func fidelity() []Case {
	return []Case{
		{
			Name:    "A long line of surrogates is charged as the question marks that are written",
			Program: `print("\ud800" * ((1 << 20) + 1))`,
			Limits:  logLimit(4 * mib),
			Want:    gives(`null`, repeat("?", 1<<20+1)),
		},
		{
			Name: "The streams show what programs ask of a text stream",
			Program: `
				import sys
				return [[s.name, s.mode, s.encoding, s.errors, s.line_buffering, s.write_through, s.newlines, s.buffer.name, s.buffer.mode,
				         s.buffer.writable(), s.buffer.readable(), s.buffer.isatty(), s.buffer.closed] for s in (sys.stdout, sys.stderr)]
			`,
			Want: gives(`[["<stdout>","w","utf-8","replace",true,false,null,"<stdout>","wb",true,false,false,false],` +
				`["<stderr>","w","utf-8","replace",true,false,null,"<stderr>","wb",true,false,false,false]]`),
		},
		{
			Name: "The streams may be reconfigured",
			Program: `
				import sys
				for stream in (sys.stdout, sys.stderr):
				    stream.reconfigure(encoding="utf-8", errors="strict", line_buffering=True)
				print("é")
			`,
			Want: gives(`null`, "é"),
		},
		{
			Name: "Bytes are captured in order with text",
			Program: `
				import sys
				print("one ", end="")
				count = sys.stdout.buffer.write("zwei é".encode() + b" \xff\n")
				print("three", file=sys.stderr)
				sys.stderr.buffer.write(b"four")
				sys.stderr.buffer.flush()
				return count
			`,
			Want: gives(`10`, "one zwei é \ufffd", "three", "four"),
		},
		{
			Name: "What a program puts around the buffers is flushed in the end",
			Program: `
				import codecs, io, sys
				sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
				sys.stderr = codecs.getwriter("utf-8")(sys.stderr.detach())
				print("out é")
				print("err é", file=sys.stderr)
			`,
			Want: gives(`null`, "err é", "out é"),
		},
		{
			Name:    "Bytes over the budget are cut without a copy",
			Program: `import sys; sys.stdout.buffer.write(b"y"); return sys.stdout.buffer.write(b"x" * (150 << 20))`,
			Limits:  coderuntime.Limits{Log: 1024, Memory: 300 * mib},
			Want:    gives(`157286400`, marker(1024)),
		},
		{
			Name: "Times are formatted as the GNU C library does it",
			Program: `
				import datetime, time
				when = datetime.datetime(2024, 1, 5, 21, 3, 7)
				texts = [when.strftime(f) for f in ("%y %P", "%-d.%-m. %k:%M %l%P", "%_d|%0e|%3j|%-j|%10A|%^b|%#p", "%Q %v %^v 100 %")]
				return [*texts, when.date().strftime("%-d %P"), f"{when:%-I %P}", time.strftime("%s %-H", time.gmtime(90000))]
			`,
			Want: gives(`["24 pm","5.1. 21:03  9pm"," 5|05|005|5|    Friday|JAN|pm","%Q %v %^V 100 %","5 am","9 pm","90000 1"]`),
		},
		{
			Name: "A program has no command line",
			Program: `
				import argparse, sys
				return [sys.argv, sys.orig_argv, vars(argparse.ArgumentParser().parse_args())]
			`,
			Want: gives(`[[""],[],{}]`),
		},
		{
			Name: "The thread of a program has an identity",
			Program: `
				import threading
				main = threading.main_thread()
				return [threading.get_ident() > 0, main.ident == threading.get_ident(), threading.current_thread() is main, threading.enumerate() == [main]]
			`,
			Want: gives(`[true,true,true,true]`),
		},
		{
			Name: "A program has no terminal",
			Program: `
				import os, shutil
				try:
				    return os.get_terminal_size()
				except OSError as error:
				    return [error.strerror, *shutil.get_terminal_size((70, 20))]
			`,
			Want: gives(`["Inappropriate ioctl for device",70,20]`),
		},
		{
			Name: "A new file can be read and written and not executed",
			Program: `
				import os, shutil
				open("script", "w").close()
				os.mkdir("folder")
				modes = [os.F_OK, os.R_OK, os.W_OK, os.X_OK, os.R_OK | os.X_OK]
				return [[os.access(path, mode) for mode in modes] for path in ("script", b"folder", "none")] + [shutil.which("script", path=".")]
			`,
			Want: gives(`[[true,true,true,false,false],[true,true,true,true,true],[false,false,false,false,false],null]`),
		},
	}
}
