# fsum is exact where adding is not.
import math
numbers = [0.1] * 10
total = 0.0
for n in numbers:
    total += n
return [total == 1, math.fsum(numbers) == 1, math.fsum([1e100, 1, -1e100]), math.isclose(total, 1), 0.1 + 0.2 == 0.3]
#= [false,true,1,true,false]
