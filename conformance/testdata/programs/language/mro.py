# Multiple inheritance follows C3, and super() the order of the instance.
class A:
    def who(self): return ["A"]
class B(A):
    def who(self): return ["B", *super().who()]
class C(A):
    def who(self): return ["C", *super().who()]
class D(B, C):
    def who(self): return ["D", *super().who()]
try:
    class E(A, B): pass
except TypeError:
    bad = "no order"
return [D().who(), [k.__name__ for k in D.__mro__], bad]
#= [["D","B","C","A"],["D","B","C","A","object"],"no order"]
