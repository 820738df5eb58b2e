# A match statement takes mappings apart, with guards and the rest.
def route(event):
    match event:
        case {"type": "move", "by": [x, y]} if x or y:
            return ["move", x, y]
        case {"type": "move"}:
            return ["stay"]
        case {"type": "say", **rest}:
            return ["say", rest]
        case {"type": str() as kind}:
            return ["unknown", kind]
    return None
events = [
    {"type": "move", "by": [1, 0]}, {"type": "move", "by": [0, 0]},
    {"type": "say", "text": "hi", "to": "all"}, {"type": "jump"}, {},
]
return [route(e) for e in events]
#= [["move",1,0],["stay"],["say",{"text":"hi","to":"all"}],["unknown","jump"],null]
