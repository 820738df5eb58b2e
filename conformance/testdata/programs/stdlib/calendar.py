# A month is a table of weeks.
import calendar
calendar.setfirstweekday(0)
return [calendar.isleap(1900), calendar.isleap(2000), list(map(int, calendar.monthrange(2024, 2))), calendar.monthcalendar(2024, 2)[0], calendar.leapdays(2000, 2025), int(calendar.weekday(2024, 7, 4)), calendar.month_name[7], calendar.month(2026, 2).splitlines()]
#= [false,true,[3,29],[0,0,0,1,2,3,4],7,3,"July",["   February 2026","Mo Tu We Th Fr Sa Su","                   1"," 2  3  4  5  6  7  8"," 9 10 11 12 13 14 15","16 17 18 19 20 21 22","23 24 25 26 27 28"]]
