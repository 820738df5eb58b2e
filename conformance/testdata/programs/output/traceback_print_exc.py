# A printed traceback goes to the log.
import traceback
def f(): return {}["k"]
try:
    f()
except KeyError as error:
    traceback.print_exception(type(error), error, None)
    print(repr(error), error.__traceback__.tb_lineno, error.__traceback__.tb_next.tb_frame.f_code.co_name)
#> KeyError: 'k'
#> KeyError('k') 5 f
#= null
