# StrEnum and Self are there.
# Needs Python 3.11.
from enum import StrEnum, auto
from typing import Self, assert_never, Never
class Mode(StrEnum):
    READ = auto()
    WRITE = auto()
class Builder:
    def __init__(self): self.parts = []
    def add(self, part) -> Self:
        self.parts.append(part)
        return self
return [f"{Mode.READ}", list(map(str, Mode)), Builder().add(1).add(2).parts]
#= ["read",["read","write"],[1,2]]
