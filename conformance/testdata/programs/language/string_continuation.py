# Adjacent literals join, raw ones keep backslashes, and triple quotes keep lines.
a = ("one "
     'two ' "three")
b = r"\n\t"
c = """first
  second\
 joined"""
return [a, len(b), c, "\x41\u00e9\N{GREEK SMALL LETTER PI}\101", b"\x00\xff".hex()]
#= ["one two three",4,"first\n  second joined","AéπA","00ff"]
