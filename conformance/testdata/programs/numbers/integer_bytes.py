# Integers become bytes and come back, in both orders and with a sign.
said = [(1024).to_bytes(2, "big").hex(), (1024).to_bytes(4, "little").hex(), (-2).to_bytes(2, "big", signed=True).hex(), int.from_bytes(b"\xff\xfe", "big"), int.from_bytes(b"\xff\xfe", "big", signed=True)]
try:
    (256).to_bytes(1, "big")
except OverflowError as error:
    said.append(str(error))
return said
#= ["0400","00040000","fffe",65534,-2,"int too big to convert"]
