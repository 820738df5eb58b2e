# A chained comparison evaluates the middle once.
calls = []
def middle():
    calls.append(1)
    return 5
return [1 < middle() < 10, 1 < middle() > 3, not 1 < 2 < 2, len(calls), 1 == 1.0 == True]
#= [true,true,true,2,true]
