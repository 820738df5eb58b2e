# Text and bytes do not mix.
said = []
for f in (lambda: "a" + b"b", lambda: b"a" + "b", lambda: "a" in b"a", lambda: b",".join(["x"]), lambda: bytes("x"), lambda: "x" + 1, lambda: "x" * "y", lambda: "3" - 1):
    try:
        f()
    except TypeError as error:
        said.append(str(error))
return said
#= ["can only concatenate str (not \"bytes\") to str","can't concat str to bytes","a bytes-like object is required, not 'str'","sequence item 0: expected a bytes-like object, str found","string argument without an encoding","can only concatenate str (not \"int\") to str","can't multiply sequence by non-int of type 'str'","unsupported operand type(s) for -: 'str' and 'int'"]
