# What is not lossless JSON never leaves the program.
import datetime, decimal
said = []
for wrong in ({"s": {1}}, (1, 2), {1: 2}, float("inf"), b"x", datetime.date(2024, 1, 1), decimal.Decimal("1.5"), 2 ** 60 + 1, {"deep": [object()]}):
    try:
        await tools.echo(wrong)
    except RuntimeError as error:
        said.append(str(error).removeprefix("binding arguments must be lossless JSON (").rstrip(")") )
return said
#= ["unsupported type (set","unsupported type (tuple","non-string dict key (int","non-finite float","unsupported type (bytes","unsupported type (date","unsupported type (Decimal","integer not exactly representable as a JavaScript number","unsupported type (object"]
