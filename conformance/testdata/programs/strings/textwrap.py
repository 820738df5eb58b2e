# Text is wrapped, indented, dedented and shortened.
import textwrap
text = "The quick brown fox jumps over the lazy dog near the riverbank"
return [textwrap.wrap(text, 20), textwrap.fill("aaa bbb ccc", 7, subsequent_indent="  "), textwrap.dedent("    a\n      b\n    c"), textwrap.indent("a\n\nb", "> "), textwrap.shorten(text, 20), textwrap.wrap("unbreakable", 4), textwrap.wrap("well-known fact", 6)]
#= [["The quick brown fox","jumps over the lazy","dog near the","riverbank"],"aaa bbb\n  ccc","a\n  b\nc","> a\n\n> b","The quick [...]",["unbr","eaka","ble"],["well-","known","fact"]]
