# A seeded generator gives the same numbers everywhere.
import random
r = random.Random(42)
deck = list(range(10))
r2 = random.Random("seed")
r.shuffle(deck)
return [random.Random(0).random(), random.Random(1).randint(1, 6), sorted(deck) == list(range(10)), random.Random(42).getrandbits(32), len(random.Random(3).sample(range(100), 10)), random.Random(5).choice("abc") in "abc", r2.random() == random.Random("seed").random()]
#= [0.8444218515250481,2,true,2746317213,10,true,true]
