# Dates are added, subtracted and compared, over months and leap years.
from datetime import date, datetime, timedelta, time
d = date(2024, 2, 28)
delta = datetime(2024, 3, 10, 12) - datetime(2024, 3, 9, 13, 30)
try:
    date(2023, 2, 29)
except ValueError as error:
    said = "day" in str(error)
return [str(d + timedelta(days=2)), (date(2024, 12, 25) - date(2024, 1, 1)).days, str(delta), delta.total_seconds(), d.isoformat(), d.weekday(), d.isoweekday(), list(d.isocalendar()), d.replace(day=1).strftime("%A"), str(timedelta(days=-1, hours=1)), str(timedelta(hours=36) / 2), timedelta(hours=1) // timedelta(minutes=7), said, date.min.year, date.fromordinal(738000).isoformat(), str(datetime.combine(d, time(9, 5)))]
#= ["2024-03-01",359,"22:30:00",81000,"2024-02-28",2,3,[2024,9,3],"Thursday","-1 day, 1:00:00","18:00:00",8,true,1,"2021-07-29","2024-02-28 09:05:00"]
