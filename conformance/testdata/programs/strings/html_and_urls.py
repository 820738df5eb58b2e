# HTML and URLs are escaped, taken apart and put together.
import html
from urllib.parse import urlparse, parse_qs, urlencode, quote, unquote, urljoin, quote_plus
u = urlparse("https://user@example.org:8080/a/b;p?q=1&q=2&e=#frag")
return [html.escape('<a href="x">&</a>'), html.unescape("&lt;&eacute;&#x1F600;&amp;nope;"), [u.scheme, u.hostname, u.port, u.path, u.params, u.fragment], parse_qs(u.query), parse_qs(u.query, keep_blank_values=True)["e"], urlencode({"a b": "ü&", "n": [1, 2]}, doseq=True), quote("/a b/é"), unquote("%F0%9F%98%80+"), quote_plus("a b+c"), urljoin("http://h/a/b", "../c?x")]
#= ["&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;","<é😀&nope;",["https","example.org",8080,"/a/b","p","frag"],{"q":["1","2"]},[""],"a+b=%C3%BC%26&n=1&n=2","/a%20b/%C3%A9","😀+","a+b%2Bc","http://h/c?x"]
