# Numbers are packed to bytes by width, order and alignment.
import struct
said = [struct.pack("<hiq", -1, 2, 3).hex(), struct.pack(">f", 1.5).hex(), struct.calcsize("<bhi"), struct.calcsize("=l"), list(struct.unpack("<3B", b"\1\2\3")), struct.unpack("!H", b"\1\0")[0], [s.decode() for s in struct.unpack("3s2s", b"abcde")], struct.pack("5s", b"ab").hex(), [list(t) for t in struct.iter_unpack("<H", b"\1\0\2\0")], struct.pack("<e", 0.5).hex(), struct.pack("?", True).hex(), struct.pack("4p", b"ab").hex()]
for bad in (lambda: struct.pack("B", 256), lambda: struct.unpack("I", b"abc"), lambda: struct.pack("z", 1)):
    try:
        bad()
    except struct.error:
        said.append("error")
return said
#= ["ffff020000000300000000000000","3fc00000",7,4,[1,2,3],256,["abc","de"],"6162000000",[[1],[2]],"0038","01","02616200","error","error","error"]
