# A missing key is shown as it is spelled.
config = {"host": "h"}
return config["port"]
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 3, in __coderuntime_main__
#! KeyError: 'port'
