# Case follows Unicode: some letters grow, some have a third case, some fold.
return ["straße".upper(), "straße".casefold() == "STRASSE".casefold(), "İ".lower() == "i̇", "ΣΑΣ".lower(), "ǆ".title(), "hello wOrld".capitalize(), "they're bill's".title(), "aBc".swapcase(), "ﬁ".upper(), "ß".isupper(), "Ω".lower()]
#= ["STRASSE",true,true,"σας","ǅ","Hello world","They'Re Bill'S","AbC","FI",false,"ω"]
