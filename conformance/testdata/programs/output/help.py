# help and dir describe what they are given.
import pydoc
def area(w: float, h: float = 1) -> float:
    """The area of a rectangle."""
class P:
    x = 1
    def m(self): pass
return [pydoc.plain(pydoc.render_doc(area)).splitlines()[2:], [n for n in dir(P) if not n.startswith("_")], area.__doc__]
#= [["area(w: float, h: float = 1) -> float","    The area of a rectangle."],["m","x"],"The area of a rectangle."]
