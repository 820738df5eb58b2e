# True and False are the integers one and zero.
return [True + True, sum(x > 2 for x in range(5)), ["no", "yes"][True], isinstance(True, int), {1: "a", True: "b", 1.0: "c"}[1], True is (1 == 1), str(True), f"{True:d}"]
#= [2,2,"yes",true,"c",true,"True","1"]
