# A command line that argparse refuses leaves with status two and words on stderr.
import argparse
p = argparse.ArgumentParser(prog="tool")
p.add_argument("--n", type=int)
try:
    p.parse_args(["--n", "x"])
except SystemExit as leave:
    return leave.code
#> usage: tool [-h] [--n N]
#> tool: error: argument --n: invalid int value: 'x'
#= 2
