"""The key derivation functions that hashlib takes from OpenSSL, which is not here."""

import hashlib
from typing import Any, NoReturn

NO_SCRYPT = "hashlib.scrypt needs OpenSSL, which this sandbox does not have: use hashlib.pbkdf2_hmac"


def pbkdf2_hmac(hash_name: str, password: Any, salt: Any, iterations: int, dklen: int | None = None) -> bytes:
    """PBKDF2 with HMAC as in RFC 8018, 5.2. The hash functions are C; each iteration copies two of
    them that have taken the padded key already."""
    if not isinstance(hash_name, str):
        raise TypeError("pbkdf2_hmac() argument 'hash_name' must be str, not " + type(hash_name).__name__)
    try:
        inner = hashlib.new(hash_name)
    except ValueError:
        raise ValueError("unsupported hash type " + hash_name) from None
    if not inner.block_size or not inner.digest_size:
        raise ValueError("unsupported hash type " + hash_name)
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if dklen is None:
        dklen = inner.digest_size
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    password, salt = bytes(memoryview(password)), bytes(memoryview(salt))
    outer = inner.copy()
    if len(password) > inner.block_size:
        password = hashlib.new(hash_name, password).digest()
    key = password.ljust(inner.block_size, b"\0")
    inner.update(bytes(byte ^ 0x36 for byte in key))
    outer.update(bytes(byte ^ 0x5C for byte in key))
    copy_inner, copy_outer = inner.copy, outer.copy

    def authenticate(message: bytes) -> bytes:
        hashed, result = copy_inner(), copy_outer()
        hashed.update(message)
        result.update(hashed.digest())
        return result.digest()

    read, size = int.from_bytes, inner.digest_size
    blocks = []
    for number in range(1, -(-dklen // size) + 1):
        block = authenticate(salt + number.to_bytes(4, "big"))
        mixed = read(block)
        for _ in range(iterations - 1):
            block = authenticate(block)
            mixed ^= read(block)
        blocks.append(mixed.to_bytes(size, "big"))
    return b"".join(blocks)[:dklen]


def scrypt(password: Any, *, salt: Any, n: int, r: int, p: int, maxmem: int = 0, dklen: int = 64) -> NoReturn:
    raise NotImplementedError(NO_SCRYPT)


def install() -> None:
    """Adds to hashlib what is missing. Called once, before the image is taken."""
    for function in (pbkdf2_hmac, scrypt):
        function.__module__ = "hashlib"
        setattr(hashlib, function.__name__, function)
        hashlib.__all__ += (function.__name__,)
