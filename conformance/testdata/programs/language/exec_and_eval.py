# exec and eval work in a namespace that they are given.
space = {"x": 20}
exec("def double(n):\n    return 2 * n\ny = double(x)", space)
code = compile("[i ** 2 for i in range(n)]", "<text>", "eval")
return [space["y"], eval("x + y", space), eval(code, {"n": 4}), eval("max(a, b)", {}, {"a": 1, "b": 7})]
#= [40,60,[0,1,4,9],7]
