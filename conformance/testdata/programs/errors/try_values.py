# What an exception carries: arguments, attributes, its cause and its chain.
def chain():
    try:
        try:
            1 / 0
        except ZeroDivisionError as a:
            raise KeyError("b") from a
    except KeyError as b:
        return b
e = chain()
u = None
try:
    b"\xff".decode()
except UnicodeDecodeError as error:
    u = [error.encoding, error.start, error.end, error.reason]
s = StopIteration(5)
return [type(e.__cause__).__name__, e.__context__ is e.__cause__, e.__suppress_context__, u, s.value, ImportError("m", name="n").name, AttributeError("x", name="a").name, e.with_traceback(None).__traceback__]
#= ["ZeroDivisionError",true,true,["utf-8",0,1,"invalid start byte"],5,"n","a",null]
