# A pattern searches, matches from the start, fully, everywhere and one after the other.
import re
text = "Order 66: 3 apples, 12 pears"
m = re.search(r"(?P<n>\d+) (?P<what>\w+)s\b", text)
return [re.findall(r"\d+", text), m.groupdict(), list(m.span("n")), re.match(r"\d", text), re.fullmatch(r"\w+", "word") is not None, [x.group() for x in re.finditer(r"[a-z]{5,}", text)], re.split(r"[:,]\s*", text), re.sub(r"(\d+) (\w+)", r"\2=\1", text), re.subn("[aeiou]", "", "education")[1]]
#= [["66","3","12"],{"n":"3","what":"apple"},[10,11],null,true,["apples","pears"],["Order 66","3 apples","12 pears"],"Order 66: apples=3, pears=12",5]
