# A file that is not there is named; the number of the error is the system's.
open("report.csv")
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! FileNotFoundError: [Errno …] No such file or directory: 'report.csv'
