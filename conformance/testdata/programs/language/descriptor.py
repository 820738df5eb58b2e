# A descriptor learns its name and guards its values.
class Positive:
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, obj, owner=None): return self if obj is None else obj.__dict__[self.name]
    def __set__(self, obj, value):
        if value <= 0: raise ValueError(f"{self.name} must be positive")
        obj.__dict__[self.name] = value
class Item:
    price = Positive()
    count = Positive()
    def __init__(self, price, count): self.price, self.count = price, count
item = Item(2, 3)
try:
    item.count = 0
except ValueError as error:
    return [item.price * item.count, str(error), Item.price.name]
#= [6,"count must be positive","price"]
