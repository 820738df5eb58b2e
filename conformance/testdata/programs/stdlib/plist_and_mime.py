# Smaller formats: property lists, types of files, quoted-printable, colours, wave files.
import plistlib, mimetypes, quopri, colorsys, wave, io
p = plistlib.loads(plistlib.dumps({"a": [1, True, b"x"], "t": "é"}))
b = io.BytesIO()
with wave.open(b, "wb") as w:
    w.setnchannels(1); w.setsampwidth(2); w.setframerate(8000)
    w.writeframes(b"\0\0" * 80)
b.seek(0)
with wave.open(b) as w:
    frames = w.getnframes()
return [p["a"][:2], p["t"], mimetypes.types_map[".html"], quopri.encodestring("é=".encode()).decode(), list(colorsys.rgb_to_hsv(1, 0, 0)), frames, len(b.getvalue())]
#= [[1,true],"é","text/html","=C3=A9=3D",[0,1,1],80,204]
