"""What a program sees of the host's functions: one object a namespace, one exception class each."""

from coderuntime_guest.calls import Rejected, call_head
from coderuntime_guest.jsontext import NotLossless, encode


def build(namespaces, calls):
    """The globals that the boot frame's namespaces stand for."""
    names = {}
    for spec in namespaces:
        failure = RuntimeError
        member = None
        if "errorClass" in spec:
            member = spec["errorClass"]["memberNameProperty"]
            failure = _error_class(spec["errorClass"]["name"])
            names[spec["errorClass"]["name"]] = failure
        names[spec["global"]] = _namespace(spec["global"], spec["names"], failure, member, calls.call)
    return names


def _error_class(name):
    return type(name, (Exception,), {"__module__": "__main__", "__qualname__": name})


def _namespace(global_name, function_names, failure, member, call):
    declared = {name: call_head(global_name, name) for name in function_names}

    def raise_failure(message, name, error=failure, set_attribute=setattr):
        problem = error(message)
        if member is not None:
            set_attribute(problem, member, name)
        raise problem from None

    def function(name):
        head = declared[name]

        async def invoke(args, /):
            try:
                text = encode(args)
            except NotLossless as reason:
                problem = f"binding arguments must be lossless JSON ({reason})"
            else:
                try:
                    return await call(head, text)
                except Rejected as rejection:
                    problem = str(rejection)
            raise_failure(problem, name)

        invoke.__name__ = name
        invoke.__qualname__ = f"{global_name}.{name}"
        return invoke

    def missing(name):
        return f"tool {name!r} is not declared in namespace {global_name!r}"

    class Namespace:
        __slots__ = ()

        def __getattribute__(self, name):
            if name in declared:
                return function(name)
            if name[:2] == "__" == name[-2:]:
                return object.__getattribute__(self, name)
            raise AttributeError(missing(name))

        def __getitem__(self, name):
            if name in declared:
                return function(name)
            raise KeyError(missing(name))

        def __dir__(self):
            return sorted(declared)

        def __repr__(self):
            return f"<namespace {global_name}: {', '.join(sorted(declared))}>"

    return Namespace()
