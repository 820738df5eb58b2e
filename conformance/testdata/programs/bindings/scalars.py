# An argument need not be an object.
return [await tools.echo(x) for x in (None, True, 0, -1.5, "", "text", [], {})]
#@ tools.echo ""
#@ tools.echo "text"
#@ tools.echo -1.5
#@ tools.echo 0
#@ tools.echo []
#@ tools.echo null
#@ tools.echo true
#@ tools.echo {}
#= [null,true,0,-1.5,"","text",[],{}]
