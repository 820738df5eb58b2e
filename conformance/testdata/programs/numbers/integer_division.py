# Division of integers rounds down, and the rest has the sign of the divisor.
pairs = [(7, 2), (-7, 2), (7, -2), (-7, -2)]
return [[a // b, a % b, list(divmod(a, b)) == [a // b, a % b], int(a / b)] for a, b in pairs] + [7.5 // 2, -7.5 % 2, 2 ** -1]
#= [[3,1,true,3],[-4,1,true,-3],[-4,-1,true,-3],[3,-1,true,3],3,0.5,0.5]
