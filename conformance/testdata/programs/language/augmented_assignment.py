# += changes a list in place and rebinds a tuple; on a tuple's element it does both.
a = b = [1]
a += [2]
c = d = (1,)
c += (2,)
t = ([],)
try:
    t[0] += [1]
except TypeError as error:
    said = str(error)
return [a is b, b, c is d, list(d), t[0], said]
#= [true,[1,2],false,[1],[1],"'tuple' object does not support item assignment"]
