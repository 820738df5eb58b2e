# The whole of what an interpreter process is given on its command line: the guest itself comes
# over standard input, compiled by this same interpreter when the runtime was made, behind a byte that
# says whether it is started ahead of a program.
import marshal
import sys

given = memoryview(sys.stdin.buffer.read())
codes, limits = marshal.loads(given[1:])
namespace = {"__name__": "coderuntime_loader"}
exec(codes["loader"], namespace)
namespace["load"](codes, "native")["main"](limits, ahead=given[0] == ord("a"))
