# The four normal forms of Unicode, and names and categories of characters.
import unicodedata as u
text = "ﬁ é Å ①"
plain = "".join(c for c in u.normalize("NFD", "Crème Brûlée à la carte") if not u.combining(c))
return [[len(u.normalize(f, text)) for f in ("NFC", "NFD", "NFKC", "NFKD")], u.normalize("NFKC", text), plain, u.name("€"), u.lookup("SNOWMAN"), u.category("A"), u.category("€"), u.numeric("⅔") == 2 / 3, u.east_asian_width("文"), u.bidirectional("א"), u.name("\x00", "none")]
#= [[7,9,8,10],"fi é Å 1","Creme Brulee a la carte","EURO SIGN","☃","Lu","Sc",true,"W","R","none"]
