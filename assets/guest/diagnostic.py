"""Words for a program that failed: its own frames of the traceback, cut to a budget."""

from traceback import StackSummary, TracebackException

from coderuntime_guest.jsontext import encode_text, string_cost, type_name
from coderuntime_guest.protocol import MODEL_FILE

_MAX_LINKS = 100
_MARKER = "… [truncated]"
_MARKER_COST = len(_MARKER.encode()) + 2
_UNRENDERED = "<diagnostic rendering failed>"


def describe(error, budget):
    """The message for an exception that ended the program, at most budget bytes as JSON text."""
    try:
        return cap(_render(error, budget), budget)
    except BaseException:
        return cap(_last_resort(error), budget)


def describe_briefly(error, budget):
    """The exception without its traceback."""
    try:
        lines = TracebackException(type(error), error, None).format_exception_only()
        return cap("".join(_bounded(lines, budget)).rstrip("\n"), budget)
    except BaseException:
        return cap(_last_resort(error), budget)


def _render(error, budget):
    trace = TracebackException(type(error), error, error.__traceback__, lookup_lines=False)
    links, cut = _links(trace)
    found = False
    for link in links:
        frames = [frame for frame in link.stack or () if frame.filename == MODEL_FILE]
        found = found or bool(frames)
        link.stack = StackSummary.from_list(frames)
    lines = trace.format() if found or cut else trace.format_exception_only()
    text = "".join(_bounded(lines, budget)).rstrip("\n")
    if cut:
        text += f"\n[coderuntime] exception chain truncated at {_MAX_LINKS} links"
    return text


def _links(trace):
    """The first links of a chain with its groups, and whether there were more. The formatter's own
    copy is cut there; the live exceptions are never touched."""
    links = []
    cut = False
    todo = [trace]
    while todo:
        link = todo.pop()
        links.append(link)
        members = list(getattr(link, "exceptions", None) or ())
        room = _MAX_LINKS - len(links) - len(todo)
        if link.__cause__ is not None:
            if room > 0:
                todo.append(link.__cause__)
                room -= 1
            else:
                link.__cause__ = None
                cut = True
        if link.__context__ is not None:
            if room > 0:
                todo.append(link.__context__)
                room -= 1
            else:
                link.__context__ = None
                cut = True
        if len(members) > room:
            members = members[: max(room, 0)]
            link.exceptions = members
            cut = True
        todo.extend(members)
    return links, cut


def _bounded(lines, budget):
    """Lines until the budget is passed, each no longer than it."""
    size = 0
    for line in lines:
        line = line[: budget + 1]
        yield line
        size += len(line)
        if size > budget:
            return


def _last_resort(error):
    """Words for an exception when the formatter has none: it is hostile, or the formatter was
    taken apart."""
    try:
        kind = type(error)
        if type(kind) is type:
            return f"{type_name(kind)}: {error}"
    except BaseException:
        pass
    try:
        name = type_name(type(error))
        named = type(error).__name__
        if type(named) is not str:
            name = "<unknown>"
    except BaseException:
        name = "<unknown>"
    return f"{name[:200]}: {_UNRENDERED}"


def cap(message, budget):
    """message, cut so that its JSON string costs at most budget bytes, a marker included."""
    message = message.encode("utf-8", "replace").decode("utf-8")
    if len(message) <= budget and string_cost(message) <= budget:
        return message
    room = budget - _MARKER_COST
    fits, over = 0, min(len(message), max(room, 0)) + 1
    while fits + 1 < over:
        middle = (fits + over) // 2
        if string_cost(message[:middle]) - 2 <= room:
            fits = middle
        else:
            over = middle
    return message[:fits] + _MARKER


def release(error):
    """Drops what the frames that an exception went through hold, to have memory to describe it."""
    trace = error.__traceback__
    while trace is not None:
        try:
            trace.tb_frame.clear()
        except RuntimeError:
            pass  # it is still at work
        trace = trace.tb_next


def error_frame(kind, message):
    """The frame that ends a run as a failure."""
    return b'{"type":"done","error":{"kind":"%b","message":%b}}\n' % (kind.encode(), encode_text(message))
