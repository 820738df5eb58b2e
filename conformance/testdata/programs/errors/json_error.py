# An exception of a module has the name of the module.
import json
json.loads('{"a": }')
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 3, in __coderuntime_main__
#! json.decoder.JSONDecodeError: Expecting value: line 1 column 7 (char 6)
