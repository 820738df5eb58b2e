# An exception from the library shows only where the program called it.
from decimal import Decimal
import datetime
try:
    datetime.date(2024, 13, 1)
except ValueError as error:
    print(str(error).split(",")[0])
import statistics
statistics.mean([])
#> month must be in 1..12
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 9, in __coderuntime_main__
#! statistics.StatisticsError: mean requires at least one data point
