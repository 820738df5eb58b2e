# The traceback module shows the program's lines as the failure would.
import traceback
def f(): raise ValueError("x")
try:
    f()
except ValueError as error:
    frames = traceback.extract_tb(error.__traceback__)
    print([[fr.name, fr.lineno, fr.filename] for fr in frames])
    print(traceback.format_exception_only(error))
return traceback.format_exc()
#> [['__coderuntime_main__', 5, '<model>'], ['f', 3, '<model>']]
#> ['ValueError: x\n']
#= "NoneType: None\n"
