# What objects cannot do is said in the same words.
n, none, items = 5, None, [1]
said = []
for f in (lambda: 1 + "a", lambda: None + 1, lambda: [] + {}, lambda: len(5), lambda: n(), lambda: {}[[]], lambda: items[1.5], lambda: none[0], lambda: iter(5), lambda: {**1}, lambda: [*5], lambda: -"a", lambda: 1 < "a", lambda: int([]), lambda: abs("x"), lambda: sorted(5), lambda: "%d" % "x", lambda: range(1.5), lambda: hash([])):
    try:
        f()
        said.append("fine")
    except TypeError as error:
        said.append(str(error).replace("cannot use 'list' as a dict key (unhashable type: 'list')", "unhashable type: 'list'"))
return said
#= ["unsupported operand type(s) for +: 'int' and 'str'","unsupported operand type(s) for +: 'NoneType' and 'int'","can only concatenate list (not \"dict\") to list","object of type 'int' has no len()","'int' object is not callable","unhashable type: 'list'","list indices must be integers or slices, not float","'NoneType' object is not subscriptable","'int' object is not iterable","'int' object is not a mapping","Value after * must be an iterable, not int","bad operand type for unary -: 'str'","'<' not supported between instances of 'int' and 'str'","int() argument must be a string, a bytes-like object or a real number, not 'list'","bad operand type for abs(): 'str'","'int' object is not iterable","%d format: a real number is required, not str","'float' object cannot be interpreted as an integer","unhashable type: 'list'"]
