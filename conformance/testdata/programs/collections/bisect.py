# Places in a sorted list are found by halving.
import bisect
a = [10, 20, 20, 30]
grade = lambda score: "FDCBA"[bisect.bisect([60, 70, 80, 90], score)]
bisect.insort(a, 25)
words = ["a", "bb", "dddd"]
bisect.insort(words, "ccc", key=len)
return [bisect.bisect_left(a, 20), bisect.bisect_right(a, 20), a, [grade(s) for s in (33, 60, 89, 90, 100)], words]
#= [1,3,[10,20,20,25,30],["F","D","B","A","A"],["a","bb","ccc","dddd"]]
