# A bytearray changes in place, also through a view of it.
a = bytearray(b"hello")
a[0] = 72
a += b" world"
view = memoryview(a)
view[6:11] = b"WORLD"
part = view[::2].tobytes()
try:
    a.append(1)
except BufferError:
    locked = True
view.release()
a.append(33)
numbers = memoryview(bytes(range(8))).cast("H").tolist()
try:
    a[0] = 256
except ValueError as error:
    said = str(error)
return [a.decode(), part.decode(), locked, numbers, said]
#= ["Hello WORLD!","HloWRD",true,[256,770,1284,1798],"byte must be in range(0, 256)"]
