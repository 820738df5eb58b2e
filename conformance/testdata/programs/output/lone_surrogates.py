# A lone surrogate cannot be printed as it is, a question mark stands for it.
print("a\ud800b")
print(ascii("a\ud800b"))
#> a?b
#> 'a\ud800b'
#= null
