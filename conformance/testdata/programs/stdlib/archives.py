# ZIP and TAR archives are made and read in memory.
import io, tarfile, zipfile
z = io.BytesIO()
with zipfile.ZipFile(z, "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("a.txt", "hello")
    f.writestr("dir/b.txt", "é" * 100)
with zipfile.ZipFile(z) as f:
    names, text, good = f.namelist(), f.read("dir/b.txt").decode(), f.testzip()
t = io.BytesIO()
with tarfile.open(fileobj=t, mode="w:gz") as f:
    info = tarfile.TarInfo("x/y.bin")
    info.size = 3
    f.addfile(info, io.BytesIO(b"123"))
t.seek(0)
with tarfile.open(fileobj=t) as f:
    member = f.getmembers()[0]
    content = f.extractfile(member).read()
return [names, len(text), good, member.name, content.decode()]
#= [["a.txt","dir/b.txt"],100,null,"x/y.bin","123"]
