# The host's words may be empty, have lines, or be long.
said = []
for text in ("", "two\nlines", "x" * 100):
    try:
        await tools.fail(text)
    except RuntimeError as error:
        said.append(len(str(error)))
return [said, len(said)]
#@ tools.fail ""
#@ tools.fail "two\nlines"
#@ tools.fail "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#= [[0,9,100],3]
