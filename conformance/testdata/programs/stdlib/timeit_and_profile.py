# Measuring tools work, whatever they measure.
import timeit, cProfile, pstats, io, tracemalloc
n = timeit.timeit("x += 1", setup="x = 0", number=100)
p = cProfile.Profile()
total = p.runcall(lambda: sum(range(1000)))
out = io.StringIO()
pstats.Stats(p, stream=out).print_stats()
tracemalloc.start()
kept = [bytes(1000) for _ in range(100)]
size, peak = tracemalloc.get_traced_memory()
tracemalloc.stop()
return [n >= 0, total, "function calls" in out.getvalue(), size > 100_000, peak >= size]
#= [true,499500,true,true,true]
