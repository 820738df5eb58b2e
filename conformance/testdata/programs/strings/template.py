# A template replaces names and leaves what it doesn't know, if asked to be safe.
from string import Template, Formatter, ascii_lowercase, punctuation
t = Template("$who owes $$${amount}0 to $other")
try:
    t.substitute(who="A", amount=5)
except KeyError as error:
    missing = error.args[0]
return [t.safe_substitute(who="A", amount=5), missing, [f[1] for f in Formatter().parse("a {b} {c.d}")], ascii_lowercase[:3], len(punctuation)]
#= ["A owes $50 to $other","other",["b","c.d"],"abc",32]
