# The sun and four giant planets pull at each other: arithmetic on floats in attributes and lists.
# answer: -0.169284392
from math import sqrt

class Body:
    def __init__(self, mass, x, y, z, vx, vy, vz):
        self.mass = mass
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx, vy, vz

SOLAR = 4 * 3.141592653589793 * 3.141592653589793
YEAR = 365.24

bodies = [
    Body(SOLAR, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    Body(0.000954791938424326609 * SOLAR, 4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
         0.00166007664274403694 * YEAR, 0.00769901118419740425 * YEAR, -0.0000690460016972063023 * YEAR),
    Body(0.000285885980666130812 * SOLAR, 8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
         -0.00276742510726411 * YEAR, 0.00499852801234917238 * YEAR, 0.0000230417297573763929 * YEAR),
    Body(0.0000436624404335156298 * SOLAR, 12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
         0.00296460137564761618 * YEAR, 0.00237847173959480950 * YEAR, -0.0000296589568540237556 * YEAR),
    Body(0.0000515138902046611451 * SOLAR, 15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
         0.00268067772490389322 * YEAR, 0.00162824170038242295 * YEAR, -0.0000951592254519715870 * YEAR),
]
pairs = [(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1:]]

def advance(dt):
    for a, b in pairs:
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        square = dx * dx + dy * dy + dz * dz
        pull = dt / (square * sqrt(square))
        from_b, from_a = b.mass * pull, a.mass * pull
        a.vx -= dx * from_b
        a.vy -= dy * from_b
        a.vz -= dz * from_b
        b.vx += dx * from_a
        b.vy += dy * from_a
        b.vz += dz * from_a
    for body in bodies:
        body.x += dt * body.vx
        body.y += dt * body.vy
        body.z += dt * body.vz

def energy():
    total = 0.0
    for body in bodies:
        total += body.mass * (body.vx * body.vx + body.vy * body.vy + body.vz * body.vz) / 2
    for a, b in pairs:
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        total -= a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return total

for _ in range(38000):
    advance(0.001)
return round(energy(), 9)
