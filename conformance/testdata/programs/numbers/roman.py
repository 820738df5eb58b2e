# Roman numerals go both ways.
table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
def roman(n):
    out = ""
    for value, text in table:
        out += text * (n // value)
        n %= value
    return out
def number(text):
    values = [dict((t, v) for v, t in table)[c] for c in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
return [roman(1994), roman(2024), all(number(roman(n)) == n for n in range(1, 4000))]
#= ["MCMXCIV","MMXXIV",true]
