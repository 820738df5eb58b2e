# Times are broken down and put together, and the clocks go forward.
import time, calendar
t = time.gmtime(1_700_000_000)
a = time.monotonic_ns()
b = time.perf_counter()
time.sleep(0.001)
return [list(t[:6]), t.tm_wday, t.tm_yday, calendar.timegm(t), time.strftime("%Y-%m-%d", t), list(time.strptime("12:30", "%H:%M")[3:5]), time.monotonic_ns() > a, time.perf_counter() > b, time.time() > 1.7e9, time.asctime(t)]
#= [[2023,11,14,22,13,20],1,318,1700000000,"2023-11-14",[12,30],true,true,true,"Tue Nov 14 22:13:20 2023"]
