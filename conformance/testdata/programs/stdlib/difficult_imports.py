# A long list of modules is there on both backends.
import importlib
names = """abc argparse array ast asyncio base64 binascii bisect bz2 calendar cmath cmd code codecs collections colorsys
concurrent.futures configparser contextlib contextvars copy csv dataclasses datetime dbm.dumb decimal difflib dis email enum errno
fileinput fnmatch fractions functools gc getopt glob graphlib gzip hashlib heapq hmac html http inspect io ipaddress
itertools json keyword linecache locale logging lzma marshal math mimetypes numbers operator os pathlib pickle pkgutil
platform plistlib pprint queue quopri random re reprlib sched secrets select selectors shelve shlex shutil signal socket
sqlite3 stat statistics string stringprep struct subprocess symtable sys sysconfig tarfile tempfile textwrap threading
time timeit token tokenize traceback tracemalloc types typing unicodedata unittest urllib.request uuid warnings wave
weakref xml.dom.minidom xml.sax xmlrpc.client zipfile zipimport zlib zoneinfo""".split()
missing = []
for name in names:
    try:
        importlib.import_module(name)
    except ImportError as error:
        missing.append(str(error))
return missing
#= []
