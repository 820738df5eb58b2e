# Records are filtered, grouped, summed and ranked, as reports are.
from collections import defaultdict
from itertools import groupby
orders = [
    {"id": 1, "who": "ann", "total": 30.5, "tags": ["new"]},
    {"id": 2, "who": "bob", "total": 12.25, "tags": []},
    {"id": 3, "who": "ann", "total": 7.25, "tags": ["gift", "new"]},
]
sums = defaultdict(float)
for o in orders: sums[o["who"]] += o["total"]
ranked = sorted(sums.items(), key=lambda kv: kv[1], reverse=True)
tags = sorted({t for o in orders for t in o["tags"]})
any_free, all_paid = any(o["total"] == 0 for o in orders), all(o["total"] > 0 for o in orders)
return {"ranked": [list(r) for r in ranked], "tags": tags, "best": max(orders, key=lambda o: o["total"])["id"], "flags": [any_free, all_paid], "ids": [o["id"] for o in orders if "new" in o["tags"]], "mean": sum(o["total"] for o in orders) / len(orders)}
#= {"ranked":[["ann",37.75],["bob",12.25]],"tags":["gift","new"],"best":1,"flags":[false,true],"ids":[1,3],"mean":16.666666666666668}
