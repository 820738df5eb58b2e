"""What the standard library says here where there are no threads, processes or sockets.

The build has none of them, and what CPython raises by itself names neither the reason nor the way
out: "can't start new thread", "module 'socket' has no attribute 'getaddrinfo'". A model reads these
messages, so each is one sentence that ends with what to use instead. Types stay what programs expect
to catch: RuntimeError for a thread, OSError for a process or a socket.

Thread pools are not refused: their work runs where it is submitted, one piece after the other.
"""

import _sitebuiltins
import _thread
import asyncio
import builtins
import concurrent.futures
import concurrent.futures.thread
import os
import socket
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from errno import ENOTSUP, ENOTTY, ENXIO
from importlib.machinery import ModuleSpec, PathFinder
from stat import S_ISDIR
from types import ModuleType
from typing import Any, Callable, NoReturn

NO_THREADS = "this sandbox has no threads: use asyncio (await, asyncio.gather), or ThreadPoolExecutor, which runs its work in order"
NO_PROCESSES = "this sandbox has no processes: call a function of the host instead (await tools.name({...}))"
NO_NETWORK = "this sandbox has no network: call a function of the host instead (await tools.name({...}))"
ONE_LOOP = "this program already runs in an event loop: await directly instead of making another loop"


def refuse_thread(*args: Any, **kwargs: Any) -> NoReturn:
    raise RuntimeError(NO_THREADS)


def refuse_process(*args: Any, **kwargs: Any) -> NoReturn:
    raise OSError(ENOTSUP, NO_PROCESSES)


def refuse_socket(*args: Any, **kwargs: Any) -> NoReturn:
    raise OSError(ENOTSUP, NO_NETWORK)


def refuse_name(*args: Any, **kwargs: Any) -> NoReturn:
    raise socket.gaierror(ENOTSUP, NO_NETWORK)  # an OSError too


def refuse_loop(*args: Any, **kwargs: Any) -> NoReturn:
    raise RuntimeError(ONE_LOOP)


async def refuse_process_later(*args: Any, **kwargs: Any) -> NoReturn:
    refuse_process()


async def refuse_socket_later(*args: Any, **kwargs: Any) -> NoReturn:
    refuse_socket()


# --- threads --------------------------------------------------------------------------------------


def get_ident() -> int:
    """The identity of the one thread. What the C library has for it is 0, and none may be."""
    return 1


def amend_threads() -> None:
    main = threading.main_thread()
    del threading._active[main.ident]
    _thread.get_ident = threading.get_ident = get_ident
    main._set_ident()
    threading._active[main.ident] = main
    _thread.start_new_thread = _thread.start_new = _thread.start_joinable_thread = refuse_thread
    threading._start_joinable_thread = refuse_thread


def submit(self: ThreadPoolExecutor, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future:
    """Runs fn at once and returns a future that is done."""
    if self._broken:
        raise concurrent.futures.thread.BrokenThreadPool(self._broken)
    if self._shutdown:
        raise RuntimeError("cannot schedule new futures after shutdown")
    future: Future = Future()
    if self._initializer is not None:
        initializer, self._initializer = self._initializer, None
        try:
            initializer(*self._initargs)
        except BaseException:
            self._broken = "A thread initializer failed, the thread pool is not usable anymore"
            future.set_exception(concurrent.futures.thread.BrokenThreadPool(self._broken))
            return future
    concurrent.futures.thread._WorkItem(future, fn, args, kwargs).run()
    return future


class ProcessPoolExecutor:
    """Stands for the real one, which cannot even be imported without semaphores."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        refuse_process()


def amend_executors() -> None:
    ThreadPoolExecutor.submit = submit  # map, asyncio.to_thread and run_in_executor come through here
    concurrent.futures.ThreadPoolExecutor = ThreadPoolExecutor
    concurrent.futures.ProcessPoolExecutor = ProcessPoolExecutor


# --- processes ------------------------------------------------------------------------------------

#: What os has on other systems.
PROCESS_FUNCTIONS = frozenset(
    """fork forkpty kill killpg wait wait3 wait4 waitid waitpid pipe posix_spawn posix_spawnp
    execl execle execlp execlpe execv execve execvp execvpe
    spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe""".split()
)


def explain_missing(name: str) -> NoReturn:
    reason = f": {NO_PROCESSES}" if name in PROCESS_FUNCTIONS else ""
    raise AttributeError(f"module 'os' has no attribute {name!r}{reason}", name=name, obj=os)


def amend_processes() -> None:
    subprocess.Popen.__init__ = refuse_process
    os.system = refuse_process
    os.__getattr__ = explain_missing


def amend_multiprocessing(context: ModuleType) -> None:
    for name in """Manager Pipe Lock RLock Condition Semaphore BoundedSemaphore Event Barrier Queue
            JoinableQueue SimpleQueue Pool RawValue RawArray Value Array""".split():
        setattr(context.BaseContext, name, refuse_process)
    context.process.BaseProcess.start = refuse_process


def amend_pools(pool: ModuleType) -> None:
    pool.Pool.__init__ = refuse_process
    pool.Pool._state = pool.CLOSE  # or one that was never made would complain when it is collected
    pool.ThreadPool.__init__ = refuse_thread


# --- files and the terminal -----------------------------------------------------------------------


def amend_files() -> None:
    real_access = os.access

    def access(path: Any, mode: int, *, dir_fd: int | None = None, **kwargs: Any) -> bool:
        """WASI has no permissions to ask for: no file can be executed, and none but in /tmp written."""
        if not real_access(path, mode, dir_fd=dir_fd, **kwargs):
            return False
        if mode & os.X_OK and not S_ISDIR(os.stat(path, dir_fd=dir_fd).st_mode):
            return False
        if mode & os.W_OK and dir_fd is None:
            real_path = os.path.realpath(os.fsdecode(path))
            return real_path in ("/tmp", "/dev/null") or real_path.startswith("/tmp/")
        return True

    os.access = access


def get_terminal_size(fd: int = 1, /) -> NoReturn:
    raise OSError(ENOTTY, "Inappropriate ioctl for device")


def getlogin() -> NoReturn:
    raise OSError(ENXIO, "No such device or address")


def amend_terminal() -> None:
    os.get_terminal_size = get_terminal_size
    os.getlogin = getlogin


# --- sockets --------------------------------------------------------------------------------------


def amend_sockets() -> None:
    real_init = socket.socket.__init__

    def init(self, family=-1, type=-1, proto=-1, fileno=None):
        if fileno is None:
            refuse_socket()
        real_init(self, family, type, proto, fileno)

    socket.socket.__init__ = init
    for name in "getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr getnameinfo".split():
        setattr(socket, name, refuse_name)
    socket.gethostname = lambda: "localhost"


def amend_http(client: ModuleType) -> None:
    """Without ssl there is no HTTPSConnection, and urlopen would say "unknown url type: https"."""

    class HTTPSConnection(client.HTTPConnection):
        default_port = 443

        def __init__(self, host: str, port: int | None = None, *, context: Any = None, **kwargs: Any) -> None:
            super().__init__(host, port, **kwargs)

    HTTPSConnection.__module__, HTTPSConnection.__qualname__ = client.__name__, "HTTPSConnection"
    client.HTTPSConnection = HTTPSConnection
    client._create_https_context = lambda http_version: None


def amend_loops() -> None:
    for name in """getaddrinfo getnameinfo create_connection create_server create_datagram_endpoint
            create_unix_connection create_unix_server sock_connect""".split():
        setattr(asyncio.BaseEventLoop, name, refuse_socket_later)
    for name in "subprocess_exec subprocess_shell".split():
        setattr(asyncio.BaseEventLoop, name, refuse_process_later)
    asyncio.DefaultEventLoopPolicy._loop_factory = refuse_loop


# --- modules that are imported later -----------------------------------------------------------------


class Amender:
    """Finds a few modules ahead of the others, and amends them after they have been executed."""

    amendments: dict[str, Callable[[ModuleType], None]] = {
        "http.client": amend_http,
        "multiprocessing.context": amend_multiprocessing,
        "multiprocessing.pool": amend_pools,
    }

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        amend = cls.amendments.get(name)
        if amend is None:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            amend(module)

        spec.loader.exec_module = exec_module
        return spec


# --- what site adds, which is not imported here -----------------------------------------------------


def add_site_builtins() -> None:
    builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D (i.e. EOF)")
    builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D (i.e. EOF)")
    builtins.copyright = _sitebuiltins._Printer("copyright", sys.copyright)
    builtins.credits = _sitebuiltins._Printer("credits", "Thanks to all who made Python. See python.org for more.")
    builtins.license = _sitebuiltins._Printer("license", "See python.org/psf/license")
    builtins.help = _sitebuiltins._Helper()


def install() -> None:
    """Amends the interpreter. Called once, before the image is taken."""
    amend_threads()
    amend_executors()
    amend_processes()
    amend_files()
    amend_terminal()
    amend_sockets()
    amend_loops()
    sys.meta_path.insert(0, Amender)
    add_site_builtins()
    os.chdir("/tmp")  # the only place that can be written to, as the working directory of native is
