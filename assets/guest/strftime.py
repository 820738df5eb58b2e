"""strftime as glibc has it. The C library inside is musl, whose strftime knows fewer conversions and
flags and makes all of the text empty at the first that it doesn't know.

What is foreign to musl is spelled out before the text reaches it, one directive at a time and from
what musl says for the plain conversion. datetime asks the module time, so this is for it too.
"""

import re
import time

#: Text that both libraries take alike.
_PLAIN = re.compile(r"(?:[^%]|%[aAbBcCdDeFgGhHIjmMnprRsStTuUVwWxXyYzZ%])*")

_DIRECTIVE = re.compile(r"%([-_0^#]*)([0-9]*)([EO]?)(.?)", re.DOTALL)

#: Numbers, and to how many digits they are padded.
_DIGITS = {**dict.fromkeys("CGYuw", 1), **dict.fromkeys("deHIklmMSUVWgy", 2), "j": 3}
_TEXTS = frozenset("aAbBhcDFnpPrRstTxXzZ%")
_PADDED_WITH_SPACES = frozenset("ekl")

#: What the plain conversions are called from which glibc derives others.
_ORIGIN = {"P": "p", "k": "H", "l": "I"}

#: The conversions that each modifier makes unknown.
_BARRED = {"": "", "E": "aAbBdDeFgGhHIjklmMSUVwW", "O": "aAcDFxXY"}


def like_glibc(strftime):
    """Returns a strftime that is glibc's, made from one that may be musl's."""

    def amended(format, /, *when):
        if not isinstance(format, str) or len(when) > 1 or _PLAIN.fullmatch(format):
            return strftime(format, *when)
        limit = 1024  # characters: Python takes longer text for a failure
        while limit < 256 * len(format):
            limit *= 2
        when = when or (time.localtime(),)

        def spell(directive):
            return _spell(directive, limit, lambda plain: strftime(plain, *when)).replace("%", "%%")

        text = strftime(_DIRECTIVE.sub(spell, format), *when)
        return text if len(text) < limit else ""

    amended.__name__ = amended.__qualname__ = "strftime"
    amended.__module__ = "time"
    amended.__doc__ = strftime.__doc__
    return amended


def _spell(directive, limit, strftime):
    flags, width, modifier, conversion = directive.groups()
    width = min(int(width[:9] or 0), limit)
    pad = ([""] + [flag for flag in flags if flag in "-_0"])[-1]
    fill = "0" if pad == "0" else " "
    known = conversion and conversion not in _BARRED[modifier]

    def number(text, digits):
        value = str(int(text))
        if pad == "-":
            return value.rjust(width)
        if pad == "_" or not pad and conversion in _PADDED_WITH_SPACES:
            return value.rjust(max(digits, width))
        return value.zfill(max(digits, width))

    plain = "%" + _ORIGIN.get(conversion, conversion)
    if known and conversion in _DIGITS:
        if not flags and not width and conversion not in _ORIGIN:
            return strftime(plain)  # a year below 1000 has leading zeros, or not
        return number(strftime(plain), _DIGITS[conversion])
    text = strftime(plain) if known and conversion in _TEXTS else "%" if conversion == "%" else directive[0]
    if conversion == "z" and text:
        return text[0].rjust(width, fill) + number(text[1:], 4)
    lower = conversion == "P" or "#" in flags and conversion in "pZ"
    if lower and known:
        text = text.lower()
    elif "^" in flags or "#" in flags and (known and conversion in "aA" or conversion in ("b", "B", "h")):
        text = text.upper()
    return text.rjust(width, fill)


def install():
    time.strftime = like_glibc(time.strftime)
