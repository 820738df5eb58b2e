# replace goes from left to right, and translate maps character by character.
table = str.maketrans({"a": "4", "e": None, "o": "00"})
rot = str.maketrans("abc", "bca", "x")
return ["aaa".replace("aa", "b"), "abc".replace("", "-"), "aaaa".replace("a", "b", 2), "a neon loop".translate(table), "abcx".translate(rot), "x".replace("x", "xx").replace("x", "yx")]
#= ["ba","-a-b-c-","bbaa","4 n00n l0000p","bca","yxyx"]
