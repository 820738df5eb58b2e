# The most flips that any order of eight pancakes takes: small integers, list slices, permutations.
# answer: [1616,22]
def fannkuch(n):
    count = list(range(1, n + 1))
    order = list(range(n))
    most = checksum = 0
    turn = n
    even = True
    while True:
        while turn != 1:
            count[turn - 1] = turn
            turn -= 1
        first = order[0]
        if first:
            flips = 0
            stack = order[:]
            while first:
                stack[:first + 1] = stack[first::-1]
                flips += 1
                first = stack[0]
            most = max(most, flips)
            checksum += flips if even else -flips
        while True:
            if turn == n:
                return [checksum, most]
            order.insert(turn, order.pop(0))
            count[turn] -= 1
            if count[turn] > 0:
                break
            turn += 1
        even = not even

for _ in range(4):
    answer = fannkuch(8)
return answer
