# Draws stay in their range, weights count, and the state can be put back.
import random
random.seed(12345)
state = random.getstate()
a = [random.uniform(2, 3) for _ in range(100)]
random.setstate(state)
b = [random.uniform(2, 3) for _ in range(100)]
picked = random.choices("ab", weights=[1, 0], k=20)
gauss = [random.gauss(10, 2) for _ in range(5000)]
return [a == b, all(2 <= x <= 3 for x in a), "".join(set(picked)), abs(sum(gauss) / 5000 - 10) < 0.2, random.randrange(0, 10, 5) in (0, 5)]
#= [true,true,"a",true,true]
