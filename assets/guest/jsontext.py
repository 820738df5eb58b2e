"""Lossless JSON text: what a program's values look like on the wire, and what they cost.

Everything here is iterative, so nesting is bounded by memory alone, and holds one cursor per open
container, never an entry per member. Numbers are spelled as ECMAScript spells them, except that an
integral number prints all its digits; both ends count the same bytes.
"""

from itertools import islice
from json.decoder import scanstring
from json.encoder import c_make_encoder, encode_basestring
from json.scanner import make_scanner
from re import compile as compile_pattern
from sys import builtin_module_names

MAX_EXACT_INTEGER = 2**53 - 1

#: How many characters or pieces are held before they are turned into bytes.
_STRING_CHUNK = 1 << 16
_PIECES = 4096

#: How long a text, and how many containers in one another, are small.
_SMALL_TEXT = 1 << 12
_SHALLOW = 4

#: How many members of a list are spelled at once where they are all of one simple type (a short list
#: is not looked at that way), how many characters of text that may be, and how many runs are held.
_RUN = 512
_SHORT = 8
_RUN_CHARACTERS = 1 << 16
_PIECES_OF_RUNS = 64


#: A class's own name, whatever its metaclass says.
type_name = type.__dict__["__name__"].__get__


class NotLossless(Exception):
    """A value that JSON cannot carry without loss; the text says why."""


class TooLarge(Exception):
    """A value that costs more bytes than it may."""


def encode_text(text):
    """The JSON string for text, as bytes: spelled-out surrogate pairs become the character that
    they stand for, lone surrogates stay as escapes."""
    return _to_bytes(encode_basestring(text))


def encode_log_text(text):
    """The JSON string for a line of output, as bytes: surrogates become question marks."""
    return encode_basestring(text).encode("utf-8", "replace")


def string_cost(text):
    """The length of encode_text(text), found without holding more than a chunk of it."""
    if len(text) <= _STRING_CHUNK:
        return len(_to_bytes(encode_basestring(text)))
    cost = 2
    start = 0
    while start < len(text):
        end = start + _STRING_CHUNK
        if "\ud800" <= text[end - 1 : end] <= "\udbff":
            end += 1  # a pair must not be cut
        cost += len(_to_bytes(encode_basestring(text[start:end]))) - 2
        start = end
    return cost


def fold_surrogates(text):
    """text with each spelled-out surrogate pair replaced by the character that it stands for."""
    return _surrogate_pair.sub(_combine, text)


_surrogate_pair = compile_pattern("[\ud800-\udbff][\udc00-\udfff]")


def _combine(pair):
    high, low = pair[0]
    return chr(0x10000 + ((ord(high) & 0x3FF) << 10 | ord(low) & 0x3FF))


def _to_bytes(text):
    try:
        return text.encode("utf-8")
    except Exception:  # a UnicodeEncodeError, unless the program replaced the handler for errors
        return fold_surrogates(text).encode("utf-8", "backslashreplace")


def _number(value):
    if value != value or value in (_INFINITY, -_INFINITY):
        raise NotLossless("non-finite float")
    if value.is_integer():
        if value == 0 and _sign(value) < 0:
            raise NotLossless("negative zero")
        return int.__repr__(int(value))
    digits = float.__repr__(value)
    if "e" not in digits:
        return digits
    # Not integral and with an exponent: below 1e-4. ECMAScript writes 1e-5 and 1e-6 out.
    mantissa, _, exponent = digits.partition("e-")
    zeros = int(exponent) - 1
    if zeros > 5:
        return f"{mantissa}e-{zeros + 1}"
    sign = "-" if mantissa[0] == "-" else ""
    return f"{sign}0.{'0' * zeros}{mantissa.lstrip('-').replace('.', '')}"


_INFINITY = float("inf")


def _sign(value):
    return -1 if float.__repr__(value)[0] == "-" else 1


def _integer(value):
    if not -MAX_EXACT_INTEGER <= value <= MAX_EXACT_INTEGER:
        try:
            exact = int(float(value)) == value
        except OverflowError:
            exact = False
        if not exact:
            raise NotLossless("integer not exactly representable as a JavaScript number")
    return int.__repr__(value)


def _refuse_folded_duplicates(mapping):
    """Refuses keys that differ here but are one key as JSON text."""
    for key in mapping:
        if type(key) is str and not key.isascii() and _has_surrogate(key):
            break
    else:
        return
    folded = set()
    for key in mapping:
        if type(key) is str:
            key = fold_surrogates(key)
            if key in folded:
                raise NotLossless("duplicate dict key after surrogate-pair combining")
            folded.add(key)


def _has_surrogate(text):
    try:
        text.encode("utf-8")
    except Exception:
        return True
    return False


# What is plain is spelled in C; the walk below has whatever is not: large, deep, or not lossless. The
# interpreter for WASI comes with a function for that, others have the encoder of the module json,
# which must only be given what it spells alike.
if "_coderuntime" in builtin_module_names:
    from _coderuntime import encode as _encode_plain
else:

    def _encode_plain(value, limit):
        if not _is_small(value):
            return None
        text = _to_bytes("".join(_spell_small(value, 0)))
        return text if limit < 0 or len(text) <= limit else None


def _is_small(value, depth=1):
    """Whether json spells a value as the walk does, and there is not much of it."""
    kind = type(value)
    if kind is str:
        return len(value) <= _SMALL_TEXT
    if kind is int:
        return -MAX_EXACT_INTEGER <= value <= MAX_EXACT_INTEGER
    if kind is dict:
        if len(value) > _SHORT or depth > _SHALLOW:
            return False
        for key, member in value.items():
            if type(key) is not str or not key.isascii() or not _is_small(member, depth + 1):
                return False
        return True
    if kind is list:
        if len(value) > _SHORT or depth > _SHALLOW:
            return False
        for member in value:
            if not _is_small(member, depth + 1):
                return False
        return True
    return value is None or kind is bool


_spell_small = c_make_encoder(None, None, encode_basestring, None, ":", ",", False, False, True)


def _spell_run(run):
    """The members of a list as JSON text, or None if they have to be looked at one by one."""
    kinds = set(map(type, run))
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    if kind is int:
        if -MAX_EXACT_INTEGER <= min(run) and max(run) <= MAX_EXACT_INTEGER:
            return ",".join(map(int.__repr__, run))
    elif kind is str:
        if sum(map(len, run)) <= _RUN_CHARACTERS:
            return ",".join(map(encode_basestring, run))
    return None


def encode(value, limit=None):
    """The JSON text of value, as bytes.

    Raises NotLossless for what JSON cannot carry exactly, and TooLarge as soon as the text is sure
    to be longer than limit. Of the two, what the walk meets first is raised. Types are matched
    exactly: a subclass of a JSON type may carry what JSON does not.
    """
    if _encode_plain is not None:
        text = _encode_plain(value, -1 if limit is None else limit)
        if text is not None:
            return text
    out = bytearray()
    pieces = []
    add = pieces.append
    left = _INFINITY if limit is None else limit
    enclosing = []  # the containers around the current one: (members, closer, identity)
    open_identities = set()
    members = iter((value,))
    closer = ""
    identity = None
    separator = ""
    while True:
        for item in members:
            if separator:
                add(separator)
            if closer == "}":
                key, item = item
                if type(key) is not str:
                    raise NotLossless(f"non-string dict key ({type_name(type(key))})")
                if len(key) + 3 > left:
                    raise TooLarge
                text = encode_basestring(key)
                if limit is not None:
                    left -= (len(text) if text.isascii() else string_cost(key)) + 1
                add(text)
                add(":")
            if enclosing:
                separator = ","
            kind = type(item)
            if kind is str:
                if len(item) + 2 > left:
                    raise TooLarge
                if limit is not None:
                    left -= string_cost(item)
                    if left < 0:
                        raise TooLarge
                text = encode_basestring(item)
            elif kind is int:
                text = _integer(item)
                left -= len(text)
            elif kind is bool:
                text = "true" if item else "false"
                left -= len(text)
            elif item is None:
                text = "null"
                left -= 4
            elif kind is float:
                text = _number(item)
                left -= len(text)
            elif kind is list or kind is dict:
                if id(item) in open_identities:
                    raise NotLossless("circular reference")
                count = len(item)
                least = 1 if kind is list else 4
                left -= 1 + max(count, 1)  # brackets and commas
                if left - least * count < 0:
                    raise TooLarge
                enclosing.append((members, closer, identity))
                identity = id(item)
                open_identities.add(identity)
                separator = ""
                if kind is dict:
                    _refuse_folded_duplicates(item)
                    add("{")
                    members, closer = iter(item.items()), "}"
                    break
                add("[")
                start = 0
                while count >= _SHORT and start < count:
                    run = item[start : start + _RUN]
                    text = _spell_run(run)
                    if text is None:
                        break
                    left -= (len(text) if text.isascii() else len(_to_bytes(text))) - len(run) + 1
                    if left < 0:
                        raise TooLarge
                    if start:
                        add(",")
                    add(text)
                    if len(pieces) > _PIECES_OF_RUNS:
                        out += _to_bytes("".join(pieces))
                        pieces.clear()
                    start += len(run)
                    separator = ","
                members, closer = islice(item, start, None), "]"
                break
            else:
                raise NotLossless(f"unsupported type ({type_name(kind)})")
            if left < 0:
                raise TooLarge
            add(text)
            if len(pieces) > _PIECES:
                out += _to_bytes("".join(pieces))
                pieces.clear()
        else:
            if not enclosing:
                break
            add(closer)
            open_identities.discard(identity)
            members, closer, identity = enclosing.pop()
            separator = "," if enclosing else ""
    out += _to_bytes("".join(pieces))
    return bytes(out)


class _Dialect:
    """What json's scanner asks of its decoder."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int

    @staticmethod
    def parse_constant(name):
        raise ValueError(f"{name} is not JSON")


_scan = make_scanner(_Dialect)


def decode(text):
    """The value of a JSON text that the host wrote."""
    try:
        return _scan(text, 0)[0]
    except RecursionError:
        return _decode_deep(text)


_scalar = compile_pattern(r"(null|true|false)|(-?\d+)((?:\.\d+)?(?:[eE][-+]?\d+)?)")
_WORDS = {"null": None, "true": True, "false": False}


def _decode_deep(text):
    """decode for text that is nested deeper than the scanner's recursion goes. The host writes
    compact text, so there is no white space to skip."""
    enclosing = []  # (container, key) of the containers around the current one
    container = key = None
    position = 0
    while True:
        char = text[position]
        if char == '"':
            value, position = scanstring(text, position + 1)
            if type(container) is dict and key is None:
                key = value
                position += 1  # the colon
                continue
        elif char in "[{":
            enclosing.append((container, key))
            container, key = ([] if char == "[" else {}), None
            position += 1
            if text[position] not in "]}":
                continue
            value = container
            container, key = enclosing.pop()
            position += 1
        else:
            match = _scalar.match(text, position)
            word, whole, rest = match.groups()
            value = _WORDS[word] if word else float(whole + rest) if rest else int(whole)
            position = match.end()
        while True:
            if container is None:
                return value
            if type(container) is list:
                container.append(value)
            else:
                container[key] = value
                key = None
            position += 1
            if text[position - 1] == ",":
                break
            value = container
            container, key = enclosing.pop()
