# Text is aligned, filled with zeros and has its tabs expanded.
return ["ab".center(5, "*"), "abc".center(6, "*"), "ab".ljust(4) + "|", "ab".rjust(4, "."), "-42".zfill(6), "+7".zfill(2), "a\tbc\td".expandtabs(4), "abc".ljust(2), f"{'x':^5}|{'y':>3}|{'z':*<4}"]
#= ["**ab*","*abc**","ab  |","..ab","-00042","+7","a   bc  d","abc","  x  |  y|z***"]
