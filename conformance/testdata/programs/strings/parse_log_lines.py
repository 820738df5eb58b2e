# Lines of a log are parsed and summed up.
import re
log = """2024-01-01 10:00:00 INFO user=ann ms=120
2024-01-01 10:00:05 ERROR user=bob ms=900 msg="disk full"
garbage
2024-01-01 10:01:00 INFO user=ann ms=80"""
line = re.compile(r'^(\S+ \S+) (INFO|ERROR) (.*)$')
rows = []
for l in log.splitlines():
    if m := line.match(l):
        fields = {k: v.strip('"') for k, v in re.findall(r'(\w+)=("[^"]*"|\S+)', m[3])}
        rows.append({"level": m[2], **fields})
    else:
        print("skipped:", l)
by_user = {}
for r in rows:
    by_user[r["user"]] = by_user.get(r["user"], 0) + int(r["ms"])
return [by_user, [r["msg"] for r in rows if r["level"] == "ERROR"]]
#> skipped: garbage
#= [{"ann":200,"bob":900},["disk full"]]
