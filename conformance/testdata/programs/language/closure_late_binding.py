# A closure sees the last value of a loop variable.
functions = [lambda: i for i in range(3)]
bound = [lambda i=i: i for i in range(3)]
return [[f() for f in functions], [f() for f in bound]]
#= [[2,2,2],[0,1,2]]
