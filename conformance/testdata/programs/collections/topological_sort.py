# Dependencies are put in order, and a cycle is found.
from graphlib import TopologicalSorter, CycleError
order = list(TopologicalSorter({"app": {"lib", "log"}, "lib": {"core"}, "log": {"core"}}).static_order())
try:
    list(TopologicalSorter({"a": ["b"], "b": ["a"]}).static_order())
except CycleError as error:
    cycle = sorted(set(error.args[1]))
return [order[0], order[-1], sorted(order[1:3]), cycle]
#= ["core","app",["lib","log"],["a","b"]]
