# Durations are parsed, rounded and shown as people write them.
from datetime import timedelta
import re
def parse(text):
    units = {"h": 3600, "m": 60, "s": 1, "ms": 0.001}
    return timedelta(seconds=sum(float(n) * units[u] for n, u in re.findall(r"([\d.]+)(ms|[hms])", text)))
def show(d):
    total = round(d.total_seconds())
    h, rest = divmod(total, 3600)
    return f"{h}:{rest // 60:02}:{rest % 60:02}"
return [show(parse("1h30m")), show(parse("45.6s")), parse("250ms").microseconds, str(parse("26h")), max(parse("1m"), parse("59s")).seconds, bool(timedelta())]
#= ["1:30:00","0:00:46",250000,"1 day, 2:00:00",60,false]
