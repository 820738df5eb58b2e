# An exception of the program's own has the name of its class.
class AppError(Exception):
    def __init__(self, code, text):
        super().__init__(text)
        self.code = code
    def __str__(self): return f"[{self.code}] {super().__str__()}"
class NotFound(AppError): pass
try:
    raise NotFound(404, "no page")
except AppError as error:
    print(type(error).__name__, error.code, error, error.args)
raise NotFound(410, "gone")
#> NotFound 404 [404] no page ('no page',)
#! exception
#! Traceback (most recent call last):
#!   File "<model>", line 12, in __coderuntime_main__
#! __coderuntime_main__.<locals>.NotFound: [410] gone
