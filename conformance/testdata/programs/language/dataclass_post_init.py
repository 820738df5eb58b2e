# __post_init__ derives fields, InitVar is only passed, and slots and kw_only are held to.
from dataclasses import dataclass, field, InitVar, fields
@dataclass(slots=True, kw_only=True)
class Box:
    w: float
    h: float
    scale: InitVar[float] = 1
    area: float = field(init=False)
    def __post_init__(self, scale):
        self.area = self.w * self.h * scale
try:
    Box(1, 2)
except TypeError:
    refused = True
return [Box(w=2, h=3, scale=10).area, [f.name for f in fields(Box)], refused, hasattr(Box(w=1, h=1), "__dict__")]
#= [60,["w","h","area"],true,false]
