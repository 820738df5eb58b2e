# What contains itself is refused.
node = {"name": "root", "children": []}
node["children"].append({"parent": node})
return node
#! invalid-output
#! program completion must be lossless JSON (circular reference)
