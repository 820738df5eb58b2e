# A package that is not installed.
import pandas_of_nobody as pd
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 2, in __coderuntime_main__
#! ModuleNotFoundError: No module named 'pandas_of_nobody'
