# Logging has levels, names, formats and handlers.
import logging, io
out = io.StringIO()
log = logging.getLogger("app.db")
handler = logging.StreamHandler(out)
handler.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
log.addHandler(handler)
log.setLevel(logging.INFO)
log.propagate = False
log.debug("hidden")
log.info("user %s has %d", "ann", 3)
log.warning("odd")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed")
logging.getLogger("other").warning("to stderr, as it is")
logging.basicConfig(format="%(levelname)s - %(message)s", level=logging.DEBUG)
logging.info("now with a format")
return [out.getvalue().splitlines()[:3], out.getvalue().splitlines()[-1], log.isEnabledFor(10)]
#> to stderr, as it is
#> INFO - now with a format
#= [["INFO:app.db:user ann has 3","WARNING:app.db:odd","ERROR:app.db:failed"],"ZeroDivisionError: division by zero",false]
