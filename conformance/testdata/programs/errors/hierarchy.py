# The hierarchy of the exceptions.
pairs = [(KeyError, LookupError), (IndexError, LookupError), (FileNotFoundError, OSError), (UnicodeDecodeError, ValueError), (ZeroDivisionError, ArithmeticError), (ModuleNotFoundError, ImportError), (RecursionError, RuntimeError), (NotImplementedError, RuntimeError), (TimeoutError, OSError), (ConnectionResetError, ConnectionError), (GeneratorExit, Exception), (KeyboardInterrupt, Exception), (BrokenPipeError, OSError), (IndentationError, SyntaxError), (StopIteration, Exception)]
return ["".join("01"[issubclass(a, b)] for a, b in pairs), IOError is OSError, EnvironmentError is OSError]
#= ["111111111100111",true,true]
