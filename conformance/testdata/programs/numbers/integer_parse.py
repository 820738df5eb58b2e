# int takes signs, white space and bases, and refuses what is no integer.
said = []
for args in [(" -42 ",), ("0b101", 2), ("ff", 16), ("0o17", 0), ("007",), ("1.5",), ("",), ("8", 8), ("٣",), ("1 2",), (True,), (3.99,)]:
    try:
        said.append(int(*args))
    except ValueError as error:
        said.append(str(error))
return said
#= [-42,5,255,15,7,"invalid literal for int() with base 10: '1.5'","invalid literal for int() with base 10: ''","invalid literal for int() with base 8: '8'",3,"invalid literal for int() with base 10: '1 2'",1,3]
