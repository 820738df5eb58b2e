# Equal is not identical, and not a number is not even equal to itself.
nan = float("nan")
a, b = [1], [1]
return [a == b, a is b, nan == nan, nan in [nan], [nan] == [nan], None == 0, a is not None, 0 == 0.0, 1 == "1"]
#= [true,false,false,true,true,false,true,true,false]
