# A metaclass sees the names of a class body in their order.
class Ordered(type):
    def __new__(mcls, name, bases, namespace, **options):
        cls = super().__new__(mcls, name, bases, namespace)
        cls.fields = [k for k in namespace if not k.startswith("__")]
        cls.options = options
        return cls
class Form(metaclass=Ordered, strict=True):
    zip = 1
    name = 2
    age = 3
return [Form.fields, Form.options, type(Form).__name__]
#= [["zip","name","age"],{"strict":true},"Ordered"]
