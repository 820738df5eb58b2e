# A warning is shown once for each place, raised as an error, or caught.
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.warn("old", DeprecationWarning)
    warnings.warn("odd")
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        warnings.warn("fatal", UserWarning)
    except UserWarning as error:
        said = str(error)
for _ in range(3):
    warnings.warn("seen once")
return [[w.category.__name__ for w in caught], str(caught[1].message), said]
#> <model>:14: UserWarning: seen once
#= [["DeprecationWarning","UserWarning"],"odd","fatal"]
