# Comprehensions nest, filter and leave their variables behind closed doors.
i = "kept"
flat = [x for row in [[1, 2], [3], []] for x in row]
table = [[r * c for c in range(3)] for r in range(3)]
inverted = {v: k for k, v in {"a": 1, "b": 2}.items()}
pairs = [(i, j) for i in range(4) for j in range(i) if (i + j) % 2]
return [i, flat, table, {str(k): v for k, v in inverted.items()}, [list(p) for p in pairs], len({n % 3 for n in range(10)})]
#= ["kept",[1,2,3],[[0,0,0],[0,1,2],[0,2,4]],{"1":"a","2":"b"},[[1,0],[2,1],[3,0],[3,2]],3]
