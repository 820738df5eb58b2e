# splitlines knows more line ends than the line feed.
text = "a\nb\r\nc\rd\x0be\x0cf\x1cg\x85h\u2028i\n"
return [text.splitlines(), [len(l) for l in text.splitlines(True)], text.split("\n")[-1], "".splitlines(), "\n".splitlines()]
#= [["a","b","c","d","e","f","g","h","i"],[2,3,2,2,2,2,2,2,2],"",[],[""]]
