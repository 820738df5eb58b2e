# A range is a sequence that is computed, not stored, and can be huge.
r = range(0, 10 ** 18, 7)
return [str(r[-1]), len(range(10, 0, -3)), 14 in r, 15 in r, r.index(700), list(range(5)[::-2]), range(0, 3, 2) == range(0, 4, 2), repr(range(1, 5)), r[10:20:3] == range(70, 140, 21), sum(range(101))]
#= ["999999999999999999",4,true,false,100,[4,2,0],true,"range(1, 5)",true,5050]
