# An enum has members, aliases, values and automatic ones.
import enum
class Colour(enum.Enum):
    RED = 1
    GREEN = enum.auto()
    CRIMSON = 1
    def hex(self): return f"#{self.value:02x}"
try:
    Colour(9)
except ValueError as error:
    said = str(error).split(".")[-1]
return [[c.name for c in Colour], Colour["GREEN"].value, Colour(1) is Colour.CRIMSON, Colour.RED.hex(), str(Colour.RED), said]
#= [["RED","GREEN"],2,true,"#01","Colour.RED","Colour"]
