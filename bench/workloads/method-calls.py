# Small objects call each other's methods and properties.
# answer: [827998,521085,239922663374]
class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def scaled(self, factor):
        return Vector(self.x * factor % 1000003, self.y * factor % 1000003)

    @property
    def weight(self):
        return self.x + self.y

class Shape:
    def area(self):
        return 0

    def describe(self):
        return self.area() + self.corners()

    def corners(self):
        return 4

class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side

class Triangle(Square):
    def area(self):
        return super().area() // 2

    def corners(self):
        return 3

place, step, total = Vector(1, 2), Vector(3, 5), 0
shapes = [Square(3), Triangle(4), Square(5), Triangle(7)]
for i in range(240000):
    place = (place + step).scaled(3)
    total += place.weight + shapes[i & 3].describe()
return [place.x, place.y, total]
