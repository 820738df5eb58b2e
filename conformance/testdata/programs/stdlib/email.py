# A message is built, written and read.
from email.message import EmailMessage
from email import message_from_string, policy
from email.utils import parseaddr, formataddr
m = EmailMessage()
m["Subject"] = "Grüße"
m["From"] = "a@example.org"
m.set_content("hello\n")
m.add_attachment(b"\0\1", maintype="application", subtype="octet-stream", filename="x.bin")
back = message_from_string(m.as_string(), policy=policy.default)
return [str(back["subject"]), back.get_body().get_content(), [p.get_filename() for p in back.iter_attachments()], back.is_multipart(), list(parseaddr("Ann <a@x.org>")), formataddr(("B, C", "b@x.org"))]
#= ["Grüße","hello\n",["x.bin"],true,["Ann","a@x.org"],"\"B, C\" <b@x.org>"]
