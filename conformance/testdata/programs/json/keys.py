# Keys are text; numbers are not made into text silently.
return {"1": "a", "": "b", "é": "c", " ": "d", "a.b": "e"}
#= {"1":"a","":"b","é":"c"," ":"d","a.b":"e"}
