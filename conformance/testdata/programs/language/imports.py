# Imports work in every form that is not a star.
import os.path as p
from collections import OrderedDict as OD, abc
from importlib import import_module
import json as _j, math
math2 = import_module("math")
try:
    import no_such_module
except ModuleNotFoundError as error:
    missing = [str(error), error.name]
try:
    from math import no_such_name
except ImportError as error:
    missing.append(str(error).split(" (")[0])
return [p.join("a", "b"), issubclass(OD, abc.Mapping), math2 is math, missing]
#= ["a/b",true,true,["No module named 'no_such_module'","no_such_module","cannot import name 'no_such_name' from 'math'"]]
