# The methods of a list change it and return nothing.
a = [3, 1, 2]
said = [a.append(4), a.sort(), a.reverse(), a.extend("xy"), a.insert(1, 9)]
a.insert(-100, 0)
a.insert(100, "end")
popped = [a.pop(), a.pop(0), a.pop(-2)]
a.remove(9)
try:
    a.remove(99)
except ValueError as error:
    said.append(str(error))
try:
    [].pop()
except IndexError as error:
    said.append(str(error))
return [said, popped, a, a.index(3), a.count(1), [1, 2] * 2, [0] + [1]]
#= [[null,null,null,null,null,"list.remove(x): x not in list","pop from empty list"],["end",0,"x"],[4,3,2,1,"y"],1,1,[1,2,1,2],[0,1]]
