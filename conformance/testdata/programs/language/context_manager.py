# A context manager sees the exception and may swallow it; several leave in reverse.
class Step:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", self.name)
        return self
    def __exit__(self, kind, error, trace):
        print("leave", self.name, kind.__name__ if kind else None)
        return self.swallow
with Step("a", swallow=True) as a, Step("b"):
    raise KeyError("x")
return a.name
#> enter a
#> enter b
#> leave b KeyError
#> leave a KeyError
#= "a"
