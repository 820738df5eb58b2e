# Numbers and text do not depend on a locale, as none is set.
import locale, sys
return [locale.setlocale(locale.LC_NUMERIC), f"{1234.5:n}", sys.getdefaultencoding(), sys.getfilesystemencoding(), locale.str(1.5), locale.localeconv()["decimal_point"], "%.1f" % 1.5]
#= ["C","1234.5","utf-8","utf-8","1.5",".","1.5"]
