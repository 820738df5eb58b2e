# Numbers keep their kind over the way where JSON has one.
values = [1, 1.0, 1.5, -0.25, 1e100, 2 ** 53, 10 ** 20, 5e-324]
back = await tools.echo(values)
return [[type(v).__name__ for v in back], back == values]
#@ tools.echo [1,1,1.5,-0.25,10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104,9007199254740992,100000000000000000000,5e-324]
#= [["int","int","float","float","int","int","int","float"],true]
