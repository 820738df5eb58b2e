# Empty containers in each other.
return [[], {}, [[]], {"": {}}, [{}, []]]
#= [[],{},[[]],{"":{}},[{},[]]]
