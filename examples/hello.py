import sys

print("hello from", "Python", ".".join(map(str, sys.version_info[:2])))
return {"answer": 6 * 7}
