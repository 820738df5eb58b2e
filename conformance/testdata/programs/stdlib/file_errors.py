# What cannot be done with a file is an OSError of its kind.
import os, tempfile
with tempfile.TemporaryDirectory() as d:
    said = []
    os.mkdir(d + "/full")
    open(d + "/full/f", "w").close()
    for bad in (lambda: os.mkdir(d + "/full"), lambda: os.rmdir(d + "/full"), lambda: open(d + "/full"), lambda: os.listdir(d + "/full/f"), lambda: open(d + "/full/f", "x"), lambda: os.remove(d + "/none"), lambda: open(d + "/full/f").write("x"), lambda: open(d + "/full/f", "q")):
        try:
            bad()
        except (OSError, ValueError) as error:
            said.append(type(error).__name__)
return said
#= ["FileExistsError","OSError","IsADirectoryError","NotADirectoryError","FileExistsError","FileNotFoundError","UnsupportedOperation","ValueError"]
