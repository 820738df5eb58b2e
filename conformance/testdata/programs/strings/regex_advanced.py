# Lookaround, back references, conditions, flags and functions as replacements.
import re
return [
    re.findall(r"\b(\w)\w*\1\b", "abba level noon xyz"),
    re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", "1234567"),
    re.findall(r"(?i)hello|(?-i:World)", "HELLO world World"),
    re.sub(r"\w+", lambda m: m.group().capitalize(), "the end"),
    bool(re.fullmatch(r"(<)?\w+(?(1)>)", "<tag>")), bool(re.fullmatch(r"(<)?\w+(?(1)>)", "<tag")),
    re.findall(r"^\w+", "one\ntwo", re.M), re.search("a.b", "a\nb", re.S) is not None,
    re.findall(r"""(?x) \d+ # digits
        \s* (?:kg|lb)""", "5 kg 7lb 9"),
    re.search(r"<.+?>", "<a><b>").group(), re.escape("a.b*c"), re.findall(r"(a)|(b)", "ab") == [("a", ""), ("", "b")],
    re.split(r"(-)", "a-b"), re.sub("x*", "-", "abxd"),
]
#= [["a","l","n"],"1,234,567",["HELLO","World"],"The End",true,false,["one","two"],true,["5 kg","7lb"],"<a>","a\\.b\\*c",true,["a","-","b"],"-a-b--d-"]
