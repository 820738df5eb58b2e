# Catching Exception lets what is no error through.
try:
    try:
        raise KeyboardInterrupt
    except Exception:
        print("never")
    finally:
        print("cleaned up")
except BaseException as error:
    return type(error).__name__
#> cleaned up
#= "KeyboardInterrupt"
