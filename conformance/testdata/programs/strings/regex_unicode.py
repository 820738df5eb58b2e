# Patterns know the letters, digits and spaces of Unicode, unless told not to.
import re
return [re.findall(r"\w+", "naïve café 日本 x_1"), re.findall(r"(?a)\w+", "café"), re.findall(r"\d", "1٢३"), bool(re.match(r"\s", "\u2003")), re.findall(r"[а-я]+", "привет мир"), re.sub(r"[^\x00-\x7f]", "?", "añ😀"), bool(re.fullmatch("STRASSE", "strasse", re.I)), bool(re.fullmatch("ſ", "S", re.I)), re.findall(b"\\w", b"a\xe9")[0].decode()]
#= [["naïve","café","日本","x_1"],["caf"],["1","٢","३"],true,["привет","мир"],"a??",true,true,"a"]
