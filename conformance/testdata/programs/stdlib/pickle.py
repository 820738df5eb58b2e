# Objects of the standard types are pickled and come back with what they share.
import pickle
from collections import OrderedDict
from datetime import date
from decimal import Decimal
shared = [1]
data = {"a": shared, "b": shared, "s": {1}, "t": (1, None), "d": date(2024, 1, 1), "x": Decimal("1.50"), "o": OrderedDict(k=1), "c": 1j, "by": b"\0"}
back = pickle.loads(pickle.dumps(data))
try:
    pickle.dumps(lambda: 1)
except (pickle.PicklingError, AttributeError):
    refused = True
return [back == data, back["a"] is back["b"], str(back["x"]), refused, all(pickle.loads(pickle.dumps(data, p)) == data for p in range(2, 6))]
#= [true,true,"1.50",true,true]
