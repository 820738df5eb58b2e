# Identifiers made from names are the same everywhere, others are random.
import uuid
a, b = uuid.uuid4(), uuid.uuid4()
u = uuid.UUID("12345678123456781234567812345678")
try:
    uuid.UUID("x")
except ValueError as error:
    said = str(error)
return [str(uuid.uuid5(uuid.NAMESPACE_DNS, "python.org")), str(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org")), a == b, a.version, len(a.hex), str(u), u.int == int("12345678" * 4, 16), said, uuid.uuid1().version]
#= ["886313e1-3b8a-5372-9b90-0c9aee199e5d","6fa459ea-ee8a-3ca4-894e-db77e160355e",false,4,32,"12345678-1234-5678-1234-567812345678",true,"badly formed hexadecimal UUID string",1]
