# Text outside of ASCII is written as it is, a lone surrogate as an escape.
return ["é", "日本", "😀", "\ud83d\ude00", "\ud800", "\udfffx", "👩‍👩‍👧", "e\u0301"]
#= ["é","日本","😀","😀","\ud800","\udfffx","👩‍👩‍👧","é"]
