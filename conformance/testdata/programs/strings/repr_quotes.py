# repr picks its quotes, and escapes what cannot be printed.
return [repr("a'b"), repr('a"b'), repr("a'b\"c"), repr("\n\t\\\x00\x7f"), repr("é\u200b\u00ad😀"), repr("\ud800"), ascii("é😀"), repr(b"a'\"\xff\n"), str(b"x")]
#= ["\"a'b\"","'a\"b'","'a\\'b\"c'","'\\n\\t\\\\\\x00\\x7f'","'é\\u200b\\xad😀'","'\\ud800'","'\\xe9\\U0001f600'","b'a\\'\"\\xff\\n'","b'x'"]
