# Dates are written and read in the forms that are asked for.
from datetime import datetime, date, timezone, timedelta
d = datetime(2024, 7, 4, 9, 5, 3, 120)
said = []
for text, form in [("04/07/24 09:05 PM", "%d/%m/%y %I:%M %p"), ("Jul 4, 2024", "%b %d, %Y"), ("2024-186", "%Y-%j"), ("2024-07-04T09:05:03+02:00", "%Y-%m-%dT%H:%M:%S%z"), ("31-02-2024", "%d-%m-%Y"), ("x", "%Y")]:
    try:
        said.append(datetime.strptime(text, form).isoformat())
    except ValueError as error:
        said.append(str(error))
return said + [d.strftime("%Y-%m-%d %H:%M:%S.%f %j %a %B %U %%"), d.isoformat(timespec="milliseconds"), repr(d), f"{d:%d.%m.%Y}", datetime.fromisoformat("2024-07-04 10:00:00+05:30").utcoffset() == timedelta(minutes=330), d.ctime(), str(d.date()), datetime(2024, 1, 1, tzinfo=timezone.utc).isoformat()]
#= ["2024-07-04T21:05:00","2024-07-04T00:00:00","2024-07-04T00:00:00","2024-07-04T09:05:03+02:00","day is out of range for month","time data 'x' does not match format '%Y'","2024-07-04 09:05:03.000120 186 Thu July 26 %","2024-07-04T09:05:03.000","datetime.datetime(2024, 7, 4, 9, 5, 3, 120)","04.07.2024",true,"Thu Jul  4 09:05:03 2024","2024-07-04","2024-01-01T00:00:00+00:00"]
