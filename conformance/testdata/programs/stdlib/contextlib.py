# contextlib suppresses, redirects, closes, stacks and does nothing.
import io
from contextlib import suppress, redirect_stdout, closing, ExitStack, nullcontext, contextmanager
@contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield name.upper()
    finally:
        print(f"</{name}>")
out = io.StringIO()
with redirect_stdout(out), tag("a") as a:
    print(a)
with suppress(ZeroDivisionError):
    1 / 0
with ExitStack() as stack:
    for n in "xy": stack.enter_context(tag(n))
    stack.callback(print, "first out")
@tag("deco")
def f(): print("inside")
f()
with nullcontext(5) as five: pass
return [out.getvalue(), five]
#> <x>
#> <y>
#> first out
#> </y>
#> </x>
#> <deco>
#> inside
#> </deco>
#= ["<a>\nA\n</a>\n",5]
