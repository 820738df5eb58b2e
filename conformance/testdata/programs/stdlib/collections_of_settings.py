# INI, TOML-like and command lines are parsed.
import configparser, shlex, argparse
c = configparser.ConfigParser()
c.read_string("[DEFAULT]\nroot = /x\n[db]\nport = 5\non = yes\npath = %(root)s/db\n")
p = argparse.ArgumentParser(prog="tool", exit_on_error=False)
p.add_argument("files", nargs="*")
p.add_argument("-n", "--count", type=int, default=1)
p.add_argument("--mode", choices=["a", "b"])
p.add_argument("-v", action="count", default=0)
ns = p.parse_args(["f1", "-n", "3", "-vv", "f2"][:4])
return [c.sections(), c.getint("db", "port"), c.getboolean("db", "on"), c["db"]["path"], shlex.split("a 'b c' d\\ e \"f\\\"\""), shlex.quote("it's"), vars(ns)]
#= [["db"],5,true,"/x/db",["a","b c","d e","f\""],"'it'\"'\"'s'",{"files":["f1"],"count":3,"mode":null,"v":2}]
