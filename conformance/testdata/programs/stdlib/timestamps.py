# A timestamp is a time in UTC, before 1970 and after 2038 too.
from datetime import datetime, timezone
utc = timezone.utc
said = []
try:
    datetime(2024, 1, 1) < datetime(2024, 1, 1, tzinfo=utc)
except TypeError as error:
    said.append(str(error))
return [datetime.fromtimestamp(0, utc).isoformat(), datetime.fromtimestamp(2 ** 31, utc).isoformat(), datetime.fromtimestamp(-1.5, utc).isoformat(), datetime(2100, 1, 1, tzinfo=utc).timestamp(), datetime.fromtimestamp(1e10, utc).year, said]
#= ["1970-01-01T00:00:00+00:00","2038-01-19T03:14:08+00:00","1969-12-31T23:59:58.500000+00:00",4102444800,2286,["can't compare offset-naive and offset-aware datetimes"]]
