# None as a key is refused.
return {"ok": 1, None: 2}
#! invalid-output
#! program completion must be lossless JSON (non-string dict key (NoneType))
