# TOML is read.
# Needs Python 3.11.
import tomllib
data = tomllib.loads("""
title = "x"
[a.b]
n = [1, 2.5, true]
when = 2024-01-01T00:00:00Z
[[item]]
k = 'v'
[[item]]
k = \"\"\"two
lines\"\"\"
""")
try:
    tomllib.loads("a = @")
except tomllib.TOMLDecodeError as error:
    said = "line 1" in str(error)
return [data["title"], data["a"]["b"]["n"], data["a"]["b"]["when"].isoformat(), data["item"], said]
#= ["x",[1,2.5,true],"2024-01-01T00:00:00+00:00",[{"k":"v"},{"k":"two\nlines"}],true]
