# Time zones know summer time, gaps and folds.
from datetime import datetime, timezone, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError
berlin, ny = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
noon = datetime(2024, 7, 1, 12, tzinfo=timezone.utc)
fold = [datetime(2024, 10, 27, 2, 30, tzinfo=berlin, fold=f).utcoffset() / timedelta(hours=1) for f in (0, 1)]
try:
    ZoneInfo("Mars/Base")
except ZoneInfoNotFoundError as error:
    said = error.args[0]
return [str(noon.astimezone(berlin)), str(noon.astimezone(ny)), datetime(2024, 1, 1, tzinfo=berlin).tzname(), fold, str(ZoneInfo("Asia/Kolkata").utcoffset(noon)), (datetime(2024, 7, 1, 8, tzinfo=ny) - datetime(2024, 7, 1, 8, tzinfo=berlin)).total_seconds(), said, berlin.key]
#= ["2024-07-01 14:00:00+02:00","2024-07-01 08:00:00-04:00","CET",[2,1],"5:30:00",21600,"No time zone found with key Mars/Base","Europe/Berlin"]
