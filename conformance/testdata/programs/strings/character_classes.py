# Characters are told apart by what they are in Unicode.
tests = ["5", "²", "½", "٣", "四", "a", "ñ", "_", " ", "\u00a0", "\u200b", "", "\n"]
classes = [str.isdecimal, str.isdigit, str.isnumeric, str.isalpha, str.isalnum, str.isspace, str.isidentifier, str.isprintable]
return ["".join("01"[f(t)] for f in classes) for t in tests]
#= ["11101001","01101001","00101001","11101001","00111011","00011011","00011011","00000011","00000101","00000100","00000000","00000001","00000100"]
