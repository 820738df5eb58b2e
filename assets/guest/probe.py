# Run once by each interpreter before it is used: says what it is and compiles the guest for it.
# The first lines must be understood by any Python there ever was.
import platform
import sys

sys.stdout.write("%s %d %d %d\n" % ((platform.python_implementation().lower(),) + sys.version_info[:3]))
sys.stdout.flush()
if sys.version_info >= (3, 10):
    import json
    import marshal

    request = json.loads(sys.stdin.buffer.read())
    sources = request["sources"]
    codes = {}
    for name in sources:
        codes[name] = compile(sources[name], "<coderuntime " + name + ">", "exec", dont_inherit=True)
    guest = marshal.dumps((codes, request["limits"]))
    header = {"executable": sys.executable, "size": len(guest)}
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + guest)
