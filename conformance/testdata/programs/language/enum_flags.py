# Flags combine and can be taken apart.
import enum
class Perm(enum.IntFlag):
    R = 4
    W = 2
    X = 1
rw = Perm.R | Perm.W
return [int(rw), Perm.W in rw, Perm.X in rw, int(rw ^ Perm.R), int(rw & ~Perm.W), Perm(7) == Perm.R | Perm.W | Perm.X, bool(Perm(0))]
#= [6,true,false,2,4,true,false]
