# Classic puzzles with words.
from collections import Counter, defaultdict
def palindrome(s):
    s = [c for c in s.casefold() if c.isalnum()]
    return s == s[::-1]
groups = defaultdict(list)
for w in ["eat", "tea", "tan", "ate", "nat", "bat"]:
    groups["".join(sorted(w))].append(w)
def caesar(s, k): return "".join(chr((ord(c) - 97 + k) % 26 + 97) if c.islower() else c for c in s)
def vowels(s): return sum(map(s.lower().count, "aeiou"))
return [palindrome("A man, a plan, a canal: Panama!"), palindrome("no"), list(groups.values()), caesar("hello, xyz", 3), caesar(caesar("abc", 5), -5), vowels("Programming"), Counter("mississippi").most_common(2) == [("i", 4), ("s", 4)]]
#= [true,false,[["eat","tea","ate"],["tan","nat"],["bat"]],"khoor, abc","abc",3,true]
