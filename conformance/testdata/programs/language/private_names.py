# A name with two leading underscores is mangled with its class.
class A:
    __secret = 1
    def get(self): return self.__secret
class B(A):
    __secret = 2
b = B()
try:
    b.__secret
except AttributeError:
    return [b.get(), b._A__secret, b._B__secret]
#= [1,1,2]
