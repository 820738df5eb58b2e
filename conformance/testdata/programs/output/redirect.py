# Both streams are redirected, replaced and put back.
import io, sys
from contextlib import redirect_stdout, redirect_stderr
out, err = io.StringIO(), io.StringIO()
with redirect_stdout(out), redirect_stderr(err):
    print("a")
    print("b", file=sys.stderr)
old, sys.stdout = sys.stdout, out
print("c")
sys.stdout = old
print("back")
return [out.getvalue(), err.getvalue()]
#> back
#= ["a\nc\n","b\n"]
