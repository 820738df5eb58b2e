# A class body is no scope for the functions and comprehensions in it.
x = "outer"
class C:
    x = "class"
    direct = x
    items = [x for _ in range(1)]
    def get(self):
        return x
return [C.direct, C.items, C().get(), C().x]
#= ["class",["outer"],"outer","class"]
