# Slices clip, step, run backwards, assign and delete.
s = list(range(10))
got = [s[2:5], s[-3:], s[::3], s[8:2:-2], s[20:], s[:-20], "abc"[::-1]]
s[2:8] = ["x"]
s[::2] = [0, 0, 0]
del s[-1]
return [got, s]
#= [[[2,3,4],[7,8,9],[0,3,6,9],[8,6,4],[],[],"cba"],[0,1,0,8]]
