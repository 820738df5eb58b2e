# Links are taken out of HTML.
from html.parser import HTMLParser
class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.text = [], []
    def handle_starttag(self, tag, attrs):
        if tag == "a": self.found.append(dict(attrs).get("href"))
    def handle_data(self, data): self.text.append(data.strip())
p = Links()
p.feed('<p>See <a href="/x?a=1&amp;b=2">this</a> &amp; <A HREF=y>that</A><br/>')
return [p.found, [t for t in p.text if t]]
#= [["/x?a=1&b=2","y"],["See","this","&","that"]]
