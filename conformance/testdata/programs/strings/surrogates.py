# A lone surrogate is a character of its own that UTF-8 has no bytes for.
s = "a\ud83d\ude00"
pair = s[1:].encode("utf-16", "surrogatepass").decode("utf-16")
return [len(s), pair, pair == "\U0001f600", s.isprintable(), "\ud800".encode("utf-8", "surrogatepass").hex(), ascii(s), len("\ud800\ud800")]
#= [3,"😀",true,false,"eda080","'a\\ud83d\\ude00'",2]
