# float takes white space, underscores, exponents and digits of other scripts.
said = []
for text in [" 1.5\n", "1_000.5", "1e3", ".5", "5.", "-0", "١٢", "0x10", "1,5", "", "1__0", "infinity", "1e"]:
    try:
        said.append(str(float(text)))
    except ValueError:
        said.append("no")
return said
#= ["1.5","1000.5","1000.0","0.5","5.0","-0.0","12.0","no","no","no","no","inf","no"]
