# Nested dicts are merged, inverted, grouped and flattened.
def merge(a, b):
    return {k: merge(a[k], b[k]) if isinstance(a.get(k), dict) and isinstance(b.get(k), dict) else b.get(k, a.get(k)) for k in [*a, *(k for k in b if k not in a)]}
def flatten(d, prefix=""):
    for k, v in d.items():
        if isinstance(v, dict):
            yield from flatten(v, prefix + k + ".")
        else:
            yield prefix + k, v
config = merge({"db": {"host": "h", "port": 1}, "debug": False}, {"db": {"port": 2}, "new": [1]})
people = [("ann", "uk"), ("bob", "us"), ("cid", "uk")]
groups = {}
for name, country in people:
    groups.setdefault(country, []).append(name)
return [config, dict(flatten(config)), groups, {v: k for k, v in people}]
#= [{"db":{"host":"h","port":2},"debug":false,"new":[1]},{"db.host":"h","db.port":2,"debug":false,"new":[1]},{"uk":["ann","cid"],"us":["bob"]},{"uk":"cid","us":"bob"}]
