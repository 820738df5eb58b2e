# A mock records its calls, raises and stands in for what it patches.
from unittest.mock import Mock, MagicMock, AsyncMock, patch, call
import os
m = Mock(return_value=3)
m.side_effect = [1, KeyError("k")]
first = m("a", k=1)
try:
    m()
except KeyError:
    raised = True
with patch("os.getcwd", return_value="/patched"):
    where = os.getcwd()
a = AsyncMock(return_value=7)
mm = MagicMock()
mm.__len__.return_value = 4
return [first, raised, m.call_count, m.call_args_list == [call("a", k=1), call()], where, os.getcwd() != "/patched", await a(), len(mm)]
#= [1,true,2,true,"/patched",true,7,4]
