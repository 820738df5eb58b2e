# A result belongs to the program, which may change it.
a = await tools.echo({"list": [1]})
b = await tools.echo({"list": [1]})
a["list"].append(2)
a["new"] = True
return [a, b]
#@ tools.echo {"list":[1]}
#@ tools.echo {"list":[1]}
#= [{"list":[1,2],"new":true},{"list":[1]}]
