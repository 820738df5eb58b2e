# Bytes become text in base 64, 32, 16 and 85, and come back.
import base64, binascii
b = b"\xfb\xff\xfe hi"
codes = [(base64.b64encode, base64.b64decode), (base64.urlsafe_b64encode, base64.urlsafe_b64decode), (base64.b32encode, base64.b32decode), (base64.b16encode, base64.b16decode), (base64.b85encode, base64.b85decode), (base64.a85encode, base64.a85decode)]
try:
    base64.b64decode("abc")
except binascii.Error as error:
    said = str(error)
return [[e(b).decode() for e, _ in codes[:4]], all(d(e(b)) == b for e, d in codes), base64.b64decode("aGVsbG8=").decode(), base64.b64decode("aGV%sbG8=").decode(), said, binascii.hexlify(b"\x01\xab").decode()]
#= [["+//+IGhp","-__-IGhp","7P774IDINE======","FBFFFE206869"],true,"hello","hello","Incorrect padding","01ab"]
