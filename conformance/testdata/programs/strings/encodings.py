# Text is encoded in many ways and comes back.
text = "Grüße, €uro, 日本"
said = [len(text.encode(e)) for e in ("utf-8", "utf-16", "utf-16-be", "utf-32", "utf-8-sig", "gb18030", "utf-7")]
trip = all(text.encode(e).decode(e) == text for e in ("utf-8", "utf-16", "utf-32", "utf-7", "gb18030", "unicode_escape"))
return [said, trip, "€".encode("cp1252").hex(), "é".encode("latin-1").hex(), "日本".encode("shift_jis").hex(), "日本".encode("euc_jp").hex(), "münchen".encode("idna").decode(), "bücher".encode("punycode").decode()]
#= [[23,32,30,64,26,22,31],true,"80","e9","93fa967b","c6fccbdc","xn--mnchen-3ya","bcher-kva"]
