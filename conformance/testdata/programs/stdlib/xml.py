# XML is read, searched, changed and written.
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape
root = ET.fromstring("<?xml version='1.0'?><r xmlns:n='urn:x'><item id='1'>a &amp; b</item><item id='2'>é<b/>tail</item><n:x/></r>")
root.find("item").set("new", "<v>")
for x in root.findall("item[@id='2']"): root.remove(x)
try:
    ET.fromstring("<a><b></a>")
except ET.ParseError as error:
    said = str(error)
ET.indent(root)
return [[e.get("id") for e in root.iter("item")], root[0].text, root[1].tag, ET.tostring(root[0], encoding="unicode").strip(), said, escape("<&>"), "".join(ET.fromstring("<p>a<i>b</i>c</p>").itertext())]
#= [["1"],"a & b","{urn:x}x","<item id=\"1\" new=\"&lt;v&gt;\">a &amp; b</item>","mismatched tag: line 1, column 8","&lt;&amp;&gt;","abc"]
