# Bytes are numbers that print as text where they can.
b = b"Hello\x00\xff"
return [list(b[:3]), b[0], b[:1].decode(), b.hex("-"), bytes.fromhex("00 ff").hex(), bytes(3).hex(), bytes([65, 66]).decode(), b.find(b"l"), b"a,b".split(b",")[1].decode(), b"%d|%s" % (3, b"x") == b"3|x", b"abc" < b"abd", b"ab" in b"cab", 97 in b"a", b"a" == "a", b"A".lower() == b"a"]
#= [[72,101,108],72,"H","48-65-6c-6c-6f-00-ff","00ff","000000","AB",2,"b",true,true,true,true,false,true]
