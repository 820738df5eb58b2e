# What the interpreter says of itself that holds everywhere.
import sys, platform
return [sys.implementation.name, platform.python_implementation(), sys.version_info[:2] >= (3, 10), sys.byteorder, sys.maxunicode, sys.float_info.max == 1.7976931348623157e308, sys.flags.isolated, sys.getrefcount(object()) >= 1, len(sys.argv), "json" in sys.stdlib_module_names, sys.getsizeof([]) < sys.getsizeof([1] * 10), sys.int_info.bits_per_digit in (15, 30), sys.float_repr_style]
#= ["cpython","CPython",true,"little",1114111,true,1,true,1,true,true,true,"short"]
