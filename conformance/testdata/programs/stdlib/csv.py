# CSV with quotes, line breaks, other separators and headers.
import csv, io
text = 'name,note\n"Smith, J","said ""hi""\nand left"\nplain,\n'
rows = list(csv.reader(io.StringIO(text)))
out = io.StringIO()
w = csv.DictWriter(out, ["a", "b"], delimiter=";", quoting=csv.QUOTE_MINIMAL, extrasaction="ignore")
w.writeheader()
w.writerow({"a": "x;y", "b": 1.5, "c": "ignored"})
w.writerow({"a": None, "b": 'q"'})
dialect = csv.Sniffer().sniff("a|b|c\n1|2|3\n")
return [rows, out.getvalue(), list(csv.DictReader(["a,b", "1,2,3", "4"], restkey="more")), dialect.delimiter]
#= [[["name","note"],["Smith, J","said \"hi\"\nand left"],["plain",""]],"a;b\r\n\"x;y\";1.5\r\n;\"q\"\"\"\r\n",[{"a":"1","b":"2","more":["3"]},{"a":"4","b":null}],"|"]
