# Hashes and message authentication codes have their published values.
import hashlib, hmac, zlib, binascii
abc = b"abc"
return [hashlib.md5(abc).hexdigest(), hashlib.sha1(abc).hexdigest(), hashlib.sha256(b"").hexdigest()[:16], hashlib.sha512(abc).hexdigest()[:16], hashlib.sha3_256(b"").hexdigest()[:16], hashlib.blake2b(abc).hexdigest()[:16], hmac.new(b"key", b"The quick brown fox jumps over the lazy dog", "sha256").hexdigest()[:16], zlib.crc32(b"123456789"), zlib.adler32(b"Wikipedia"), hashlib.pbkdf2_hmac("sha1", b"password", b"salt", 2).hex(), hmac.compare_digest("a", "a"), binascii.crc_hqx(b"123456789", 0xffff)]
#= ["900150983cd24fb0d6963f7d28e17f72","a9993e364706816aba3e25717850c26c9cd0d89d","e3b0c44298fc1c14","ddaf35a193617aba","a7ffc6f8bf1ed766","ba80a53f981c4d0d","f7bc83f430538424",3421780262,300286872,"ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957",true,10673]
