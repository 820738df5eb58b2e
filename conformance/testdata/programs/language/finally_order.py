# finally runs on every way out, and its return wins.
def f(how):
    try:
        if how == "raise": raise ValueError
        if how == "return": return "try"
    except ValueError:
        return "except"
    else:
        print("else", how)
    finally:
        print("finally", how)
        if how == "return": return "finally"
    return "end"
return [f("raise"), f("return"), f("pass")]
#> finally raise
#> finally return
#> else pass
#> finally pass
#= ["except","finally","end"]
