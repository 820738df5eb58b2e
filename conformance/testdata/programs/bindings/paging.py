# Pages are fetched until there are no more, and the items are summed.
items, page = [], 0
while True:
    got = await tools.echo({"items": list(range(page * 3, min(page * 3 + 3, 7))), "next": page + 1 if page < 2 else None})
    items += got["items"]
    if got["next"] is None: break
    page = got["next"]
print(f"{len(items)} items on {page + 1} pages")
return sum(items)
#@ tools.echo {"items":[0,1,2],"next":1}
#@ tools.echo {"items":[3,4,5],"next":2}
#@ tools.echo {"items":[6],"next":null}
#> 7 items on 3 pages
#= 21
