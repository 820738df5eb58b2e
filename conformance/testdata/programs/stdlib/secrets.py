# Secrets are long enough, of the right letters and not the same twice.
import secrets, string
token = secrets.token_urlsafe(16)
password = "".join(secrets.choice(string.ascii_letters) for _ in range(12))
return [len(secrets.token_hex(8)), token == secrets.token_urlsafe(16), len(token), set(password) <= set(string.ascii_letters), 0 <= secrets.randbelow(5) < 5, len(secrets.token_bytes(7)), secrets.compare_digest(b"a", b"b")]
#= [16,false,22,true,true,7,false]
