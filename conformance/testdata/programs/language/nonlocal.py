# A nonlocal name reaches the variables of the program.
counter = 0
def increase(by=1):
    nonlocal counter
    counter += by
    return counter
increase()
increase(5)
return counter
#= 6
