# A JSON error says the line and the column.
import json
said = []
for text in ['{"a": 1,\n "b": }', "[1 2]", '{"a"}', '"abc', "nul", "1 2"]:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        said.append([error.msg, error.lineno, error.colno, error.pos])
return said
#= [["Expecting value",2,7,15],["Expecting ',' delimiter",1,4,3],["Expecting ':' delimiter",1,5,4],["Unterminated string starting at",1,1,0],["Expecting value",1,1,0],["Extra data",1,3,2]]
