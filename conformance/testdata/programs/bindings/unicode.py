# Text of any script goes to the host and back.
text = "Grüße, 日本, 😀, \u200b, \x7f, \u2028"
back = await tools.echo({"ключ": text})
return back == {"ключ": text}
#@"tools.echo {\"ключ\":\"Grüße, 日本, 😀, \u200b, \u007f, \u2028\"}"
#= true
