# Splitting by white space drops empty parts, splitting by text keeps them.
s = "  a  b\tc\n"
return [s.split(), s.split(" "), "a,b,,c".split(","), "a,b,c".split(",", 1), "a,b,c".rsplit(",", 1), "".split(), "".split(","), "k=v=w".partition("=") == ("k", "=", "v=w"), list("none".rpartition("=")), " x y ".split(maxsplit=1)]
#= [["a","b","c"],["","","a","","b\tc\n"],["a","b","","c"],["a","b,c"],["a,b","c"],[],[""],true,["","","none"],["x","y "]]
