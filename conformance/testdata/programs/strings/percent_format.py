# The old formatting operator still does it all.
said = ["%s has %d" % ("x", 3), "%(a)s-%(b)03d" % {"a": 1, "b": 2}, "%5.2f|%-5s|%+d|%x|%%" % (1.005, "ab", 4, 255), "%r %a" % ("é", "é"), "%s" % [1], "%s" % ((1, 2),), "%c%c" % (65, "B"), "%i" % 3.9, "%e" % 12345.678, "%10s" % "é", "%*d" % (5, 42)]
for bad in (lambda: "%d" % "a", lambda: "%s %s" % 1, lambda: "%s" % (1, 2), lambda: "%z" % 1):
    try:
        bad()
    except Exception as error:
        said.append(str(error))
return said
#= ["x has 3","1-002"," 1.00|ab   |+4|ff|%","'é' '\\xe9'","[1]","(1, 2)","AB","3","1.234568e+04","         é","   42","%d format: a real number is required, not str","not enough arguments for format string","not all arguments converted during string formatting","unsupported format character 'z' (0x7a) at index 1"]
