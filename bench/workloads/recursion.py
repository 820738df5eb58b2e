# Functions that call themselves: numbers, queens on a board, and a memory of what is known.
# answer: [196418,443,92]
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))

def queens(size, row=0, columns=0, left=0, right=0):
    if row == size:
        return 1
    found = 0
    for column in range(size):
        bit = 1 << column
        if not (columns & bit or left & bit or right & bit):
            found += queens(size, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return found

return [fibonacci(27), ackermann(2, 220), queens(8)]
