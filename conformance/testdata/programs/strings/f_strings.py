# Format strings take expressions, conversions, nested widths and a debugging form.
name, n, width = "Ada", 3.14159, 10
class P:
    def __format__(self, spec): return f"<{spec}>"
    def __repr__(self): return "P()"
return [f"{name!r:>8}", f"{n:{width}.{2}f}", f"{n=:.2f}", f"{name = }", f"{{}}{name[0]}", f"{P():a b}", f"{P()}", f"{P()!r}", f"{'é'!a}", f"{1 + 1}{'-' * 3}", f"{[i for i in range(3)]}", f"{None} {True}", f"{(lambda x: x * 2)(4)}"]
#= ["   'Ada'","      3.14","n=3.14","name = 'Ada'","{}A","<a b>","<>","P()","'\\xe9'","2---","[0, 1, 2]","None True","8"]
