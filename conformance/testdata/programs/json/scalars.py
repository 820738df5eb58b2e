# Scalars are their own JSON.
return [None, True, False, 0, -1, 1.5, "", "text"]
#= [null,true,false,0,-1,1.5,"","text"]
