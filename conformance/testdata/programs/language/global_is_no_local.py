# A variable of the program is no global, which a function with a global statement finds out.
counter = 0
def increase():
    global counter
    counter += 1
try:
    increase()
except NameError as error:
    return [str(error), counter]
#= ["name 'counter' is not defined",0]
