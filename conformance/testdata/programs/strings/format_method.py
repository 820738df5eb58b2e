# format takes positions, names, attributes, items and nested fields.
import datetime
class A: b = {"k": [10, 20]}
said = ["{1}{0}{1}".format("a", "b"), "{x.b[k][1]}".format(x=A), "{:>{w}}".format("r", w=4), "{0[1]}".format("xyz"), "{:,}".format(1234567), "{:%Y-%m-%d}".format(datetime.date(2024, 5, 1)), "{a}{b}".format_map({"a": 1, "b": 2}), "{:b} {:x} {:o} {:c}".format(5, 255, 8, 97), "{:s}".format("t"), "{:.2}".format("abc")]
for bad in (lambda: "{}{}".format(1), lambda: "{x}".format(), lambda: "{".format(1), lambda: "{:d}".format("a")):
    try:
        bad()
    except Exception as error:
        said.append(type(error).__name__)
return said
#= ["bab","20","   r","y","1,234,567","2024-05-01","12","101 ff 10 a","t","ab","IndexError","KeyError","ValueError","ValueError"]
