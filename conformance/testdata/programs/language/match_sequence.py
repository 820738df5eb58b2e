# A match statement takes sequences apart.
def describe(x):
    match x:
        case []:
            return "empty"
        case [one]:
            return f"one {one}"
        case [first, *_, last]:
            return f"{first}..{last}"
        case _:
            return "other"
return [describe(x) for x in ([], [1], (1, 2, 3), "abc", {"a": 1})]
#= ["empty","one 1","1..3","other","other"]
