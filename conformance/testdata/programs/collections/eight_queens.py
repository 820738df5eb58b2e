# Eight queens have ninety-two places, and a small Sudoku is solved.
def queens(n, row=0, cols=frozenset(), up=frozenset(), down=frozenset()):
    if row == n: return 1
    return sum(queens(n, row + 1, cols | {c}, up | {row + c}, down | {row - c})
               for c in range(n) if c not in cols and row + c not in up and row - c not in down)
def sudoku(board):
    for i in range(16):
        if not board[i]:
            r, c = divmod(i, 4)
            used = {board[r * 4 + k] for k in range(4)} | {board[k * 4 + c] for k in range(4)} | {board[(r // 2 * 2 + a) * 4 + c // 2 * 2 + b] for a in (0, 1) for b in (0, 1)}
            for v in {1, 2, 3, 4} - used:
                if solved := sudoku(board[:i] + [v] + board[i + 1:]): return solved
            return None
    return board
return [queens(6), queens(8), sudoku([1, 0, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 2])]
#= [4,92,[1,3,2,4,4,2,3,1,2,1,4,3,3,4,1,2]]
