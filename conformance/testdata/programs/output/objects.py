# Objects show their class and an address, functions and classes their names.
class Thing: pass
class Nice:
    def __str__(self): return "nice"
    def __repr__(self): return "Nice()"
def f(): pass
print(Thing())
print(Nice(), [Nice()])
print(f, Thing, len, int, lambda: 0)
#> <__main__.__coderuntime_main__.<locals>.Thing object at 0x…>
#> nice [Nice()]
#> <function __coderuntime_main__.<locals>.f at 0x…> <class '__main__.__coderuntime_main__.<locals>.Thing'> <built-in function len> <class 'int'> <function __coderuntime_main__.<locals>.<lambda> at 0x…>
#= null
