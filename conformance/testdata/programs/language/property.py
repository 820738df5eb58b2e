# A property computes, checks and deletes.
class Celsius:
    def __init__(self, degrees): self.degrees = degrees
    @property
    def degrees(self): return self._degrees
    @degrees.setter
    def degrees(self, value):
        if value < -273.15:
            raise ValueError("below absolute zero")
        self._degrees = value
    @property
    def fahrenheit(self): return self._degrees * 9 / 5 + 32
c = Celsius(100)
said = [c.fahrenheit]
try:
    c.degrees = -300
except ValueError as error:
    said.append(str(error))
try:
    c.fahrenheit = 1
except AttributeError:
    said.append("read only")
return said + [c.degrees]
#= [212,"below absolute zero","read only",100]
