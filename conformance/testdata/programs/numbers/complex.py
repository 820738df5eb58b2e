# Complex numbers have parts, a conjugate, a length and a principal root.
import cmath
z = 3 + 4j
return [abs(z), z.real, z.imag, str(z * z.conjugate()), str(z ** 2), str(1j * 1j), str(complex("1-2j")), round(cmath.phase(-1), 6), str(cmath.sqrt(-4)), z == complex(3, 4), str(-0j)]
#= [5,3,4,"(25+0j)","(-7+24j)","(-1+0j)","(1-2j)",3.141593,"2j",true,"(-0-0j)"]
