# Control characters are kept, and only a line feed ends an entry.
print("bell\a tab\t return\r feed\f nul\0 escape\x1b[31mred\x1b[0m")
print("progress 1\rprogress 2")
#>"bell\u0007 tab\t return\r feed\f nul\u0000 escape\u001b[31mred\u001b[0m"
#>"progress 1\rprogress 2"
#= null
