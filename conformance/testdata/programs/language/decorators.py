# Decorators apply from the bottom up, and keep the name with wraps.
import functools
def tag(name):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args):
            return f"<{name}>{f(*args)}</{name}>"
        return wrapper
    return decorate
@tag("b")
@tag("i")
def hello(who):
    "Greets."
    return f"hello {who}"
return [hello("you"), hello.__name__, hello.__doc__, hello.__wrapped__.__wrapped__("me")]
#= ["<b><i>hello you</i></b>","hello","Greets.","hello me"]
