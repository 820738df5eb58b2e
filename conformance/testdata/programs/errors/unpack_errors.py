# Taking apart what has too many or too few parts.
said = []
for source in ("a, b = [1]", "a, b = [1, 2, 3]", "a, *b, c = [1]", "a, b = 5", "(a, b), c = [1, 2]"):
    try:
        exec(source)
    except (ValueError, TypeError) as error:
        said.append(str(error).split(", got 3")[0].replace(" (expected 2)", "") if source == "a, b = [1, 2, 3]" else str(error))
return said
#= ["not enough values to unpack (expected 2, got 1)","too many values to unpack","not enough values to unpack (expected at least 2, got 1)","cannot unpack non-iterable int object","cannot unpack non-iterable int object"]
