# round goes to the even neighbour, by the value that a float really has.
return [round(0.5), round(1.5), round(2.5), round(2.675, 2), round(1.005, 2), round(1234.5678, -2), round(-0.5) == 0, round(7, -1), round(15, -1), round(25, -1), round(2.5, 0), type(round(2.5)).__name__]
#= [0,2,2,2.67,1,1200,true,10,20,20,2,"int"]
