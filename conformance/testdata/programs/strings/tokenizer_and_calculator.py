# A calculator with precedence, parentheses and signs, by recursive descent.
import re
def evaluate(text):
    tokens = re.findall(r"\d+\.?\d*|\*\*|[-+*/()]", text)
    def peek(): return tokens[0] if tokens else None
    def expression():
        value = term()
        while peek() in ("+", "-"):
            value = value + term() if tokens.pop(0) == "+" else value - term()
        return value
    def term():
        value = factor()
        while peek() in ("*", "/"):
            value = value * factor() if tokens.pop(0) == "*" else value / factor()
        return value
    def factor():
        if peek() == "-":
            tokens.pop(0)
            return -factor()
        base = atom()
        if peek() == "**":
            tokens.pop(0)
            return base ** factor()
        return base
    def atom():
        token = tokens.pop(0)
        if token == "(":
            value = expression()
            assert tokens.pop(0) == ")"
            return value
        return float(token)
    return expression()
return [evaluate("1 + 2 * 3"), evaluate("(1 + 2) * -3"), evaluate("2 ** 3 ** 2"), evaluate("-2 ** 2"), evaluate("10 / 4 - 1")]
#= [7,-9,512,-4,1.5]
