# strip takes a set of characters, removeprefix takes a text.
return ["  x ".strip() + "|", "xxabcxx".strip("x"), "www.example.com".strip("cmowz."), "abcabc".lstrip("ab"), "test.py".removesuffix(".py"), "test.py".removeprefix("py"), "\u3000x\u00a0".strip(), "...".strip("."), "a\x00 ".strip() == "a\x00"]
#= ["x|","abc","example","cabc","test","test.py","x","",true]
