# Functions are asked for their signature, kind and documentation.
import inspect
def f(a, /, b: int = 1, *args, c, **kw) -> str:
    """First line.

    More."""
async def g(): pass
def h(): yield
sig = inspect.signature(f)
bound = sig.bind(1, c=2)
bound.apply_defaults()
return [str(sig), [p.kind.name for p in sig.parameters.values()], inspect.getdoc(f), inspect.iscoroutinefunction(g), inspect.isgeneratorfunction(h), bound.arguments["b"], list(bound.args), inspect.isclass(int), inspect.getmodule(inspect).__name__, [n for n, _ in inspect.getmembers(type("C", (), {"x": 1}), lambda v: v == 1)]]
#= ["(a, /, b: int = 1, *args, c, **kw) -> str",["POSITIONAL_ONLY","POSITIONAL_OR_KEYWORD","VAR_POSITIONAL","KEYWORD_ONLY","VAR_KEYWORD"],"First line.\n\nMore.",true,true,1,[1,1],true,"inspect",["x"]]
