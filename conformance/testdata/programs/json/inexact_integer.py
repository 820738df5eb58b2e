# An integer that no double holds is refused.
return {"id": 9007199254740993}
#! invalid-output
#! program completion must be lossless JSON (integer not exactly representable as a JavaScript number)
