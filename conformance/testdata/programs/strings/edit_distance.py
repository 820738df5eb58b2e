# The distance of Levenshtein, the longest common part, and what difflib makes of them.
import difflib
def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]
diff = list(difflib.unified_diff(["a", "b", "c"], ["a", "x", "c"], "old", "new", lineterm=""))
return [distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"), difflib.get_close_matches("appel", ["ape", "apple", "peach"], 1), difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), diff]
#= [3,3,0,["apple"],0.75,["--- old","+++ new","@@ -1,3 +1,3 @@"," a","-b","+x"," c"]]
