# A name that is assigned later in a function is local from its start.
x = 1
def f():
    y = x
    x = 2
try:
    f()
except UnboundLocalError as error:
    return type(error).__mro__[1].__name__
#= "NameError"
