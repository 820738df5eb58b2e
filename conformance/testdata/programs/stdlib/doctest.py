# The examples in a documentation are run.
import doctest
def double(x):
    """
    >>> double(2)
    4
    >>> double("a")
    'ab'
    """
    return x * 2
runner = doctest.DocTestRunner(verbose=False)
out = []
for test in doctest.DocTestFinder().find(double, "double", globs={"double": double}):
    runner.run(test, out=out.append)
return [runner.tries, runner.failures, "Expected:\n    'ab'\nGot:\n    'aa'" in "".join(out)]
#= [2,1,true]
