# What is shared is written twice.
row = [1, 2]
return {"a": row, "b": row, "c": [row, row]}
#= {"a":[1,2],"b":[1,2],"c":[[1,2],[1,2]]}
