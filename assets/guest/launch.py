# The whole of what an interpreter process is given on its command line: the guest itself comes
# over standard input, compiled by this same interpreter when the runtime was made.
import marshal
import sys

codes, limits = marshal.loads(sys.stdin.buffer.read())
namespace = {"__name__": "coderuntime_loader"}
exec(codes["loader"], namespace)
namespace["load"](codes, "native")["main"](limits)
