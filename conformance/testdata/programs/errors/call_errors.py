# A call with the wrong arguments says which.
def f(a, b, *, c=1): pass
class P:
    def __init__(self, x): pass
    def m(self): pass
said = []
for call in (lambda: f(1), lambda: f(1, 2, 3), lambda: f(1, 2, d=1), lambda: f(1, a=1, b=2), lambda: P(), lambda: P(1).m(2), lambda: f(), lambda: f(*[1], **{"b": 1, "e": 2})):
    try:
        call()
    except TypeError as error:
        said.append(str(error).replace("__coderuntime_main__.<locals>.", ""))
return said
#= ["f() missing 1 required positional argument: 'b'","f() takes 2 positional arguments but 3 were given","f() got an unexpected keyword argument 'd'","f() got multiple values for argument 'a'","P.__init__() missing 1 required positional argument: 'x'","P.m() takes 1 positional argument but 2 were given","f() missing 2 required positional arguments: 'a' and 'b'","f() got an unexpected keyword argument 'e'"]
