"""What a program sees of the host's functions: one object a namespace, one exception class each."""

from coderuntime_guest.calls import Rejected
from coderuntime_guest.jsontext import NotLossless, encode
from coderuntime_guest.protocol import MAX_OUTSTANDING_CALLS


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
        names[spec["global"]] = _namespace(spec["global"], spec["names"], failure, member, calls)
    return names


def _error_class(name):
    return type(name, (Exception,), {"__module__": "__main__", "__qualname__": name})


class Namespace:
    """The object that a program calls functions of; what it holds is out of the program's names."""

    __slots__ = ("_functions", "_missing", "_label")

    def __getattribute__(self, name):
        functions = _functions_of(self)
        if name in functions:
            return functions[name]()
        if name[:2] == "__" == name[-2:]:
            return object.__getattribute__(self, name)
        raise AttributeError(_missing_of(self)(name))

    def __getitem__(self, name):
        functions = _functions_of(self)
        if name in functions:
            return functions[name]()
        raise KeyError(_missing_of(self)(name))

    def __setattr__(self, name, value):
        raise AttributeError(f"a namespace of host functions cannot be changed: {name!r}")

    def __dir__(self):
        return sorted(_functions_of(self))

    def __repr__(self):
        return f"<namespace {_label_of(self)}: {', '.join(sorted(_functions_of(self)))}>"


_functions_of = Namespace._functions.__get__
_missing_of = Namespace._missing.__get__
_label_of = Namespace._label.__get__
_set_functions = Namespace._functions.__set__
_set_missing = Namespace._missing.__set__
_set_label = Namespace._label.__set__
del Namespace._functions, Namespace._missing, Namespace._label


def _namespace(global_name, function_names, failure, member, calls):
    def missing(name):
        return f"tool {name!r} is not declared in namespace {global_name!r}"

    namespace = Namespace()
    _set_functions(
        namespace,
        {name: _function(global_name, name, failure, member, calls) for name in function_names},
    )
    _set_missing(namespace, missing)
    _set_label(namespace, global_name)
    return namespace


def _function(
    global_name,
    name,
    failure,
    member,
    calls,
    encode=encode,
    not_lossless=NotLossless,
    rejected=Rejected,
    at_most=MAX_OUTSTANDING_CALLS,
):
    """Returns what makes a fresh function for each time that the program looks it up.

    The function finds what it needs in its closure, not among globals that a program reaches by
    __globals__.
    """
    send, send_plain = calls.sender(global_name, name), calls.plain_sender(global_name, name)
    waiting, room, wait_in_place = calls.waiting, calls.room, calls.wait_in_place
    label = f"{global_name}.{name}"

    def raise_failure(message, error=failure, set_attribute=setattr):
        problem = error(message)
        if member is not None:
            set_attribute(problem, member, name)
        raise problem from None

    def function():
        async def invoke(args, /):
            answer = None
            if send_plain is not None and len(waiting) < at_most:
                answer = send_plain(args)
            if answer is None:
                try:
                    text = encode(args)
                except not_lossless as reason:
                    raise_failure(f"binding arguments must be lossless JSON ({reason})")
                if len(waiting) >= at_most:
                    await room()
                answer = send(text)
            try:
                if wait_in_place is not None:
                    wait_in_place(answer)
                return await answer
            except rejected as rejection:
                problem = str(rejection)
            raise_failure(problem)

        invoke.__name__ = name
        invoke.__qualname__ = label
        return invoke

    return function
