"""The wire contract of file descriptor 3, mirrored from the host's package protocol.

One JSON object a line, UTF-8, compact. A test of the host compares this file with its own frames.
"""

FD = 3

#: How much is read at once: little, because most frames are short, and more while reads are full.
SMALLEST_READ = 1 << 12
LARGEST_READ = 1 << 20

#: Calls that a program may have unanswered at once; the host ends a run that has more.
MAX_OUTSTANDING_CALLS = 1024

#: What an output budget may cost in memory, and what the interpreter needs before it runs anything.
UNICODE_EXPANSION = 12
INTERPRETER_BYTES = 64 << 20

MODEL_FILE = "<model>"
PROGRAM_SLOT = "__coderuntime_main__"

#: Each frame's fields besides "type": name to (types, whether the field must be there).
FRAMES = {
    "boot": {
        "cpuSeconds": ("int", True),
        "addressSpaceBytes": ("int", True),
        "maxLogBytes": ("int", True),
        "maxValueBytes": ("int", True),
        "namespaces": ("list", True),
    },
    "run": {"program": ("str", True)},
    "reply": {
        "id": ("int", True),
        "ok": ("bool", True),
        "value": ("any", False),
        "message": ("str", False),
    },
    "boot-ack": {},
    "call": {
        "id": ("int", True),
        "global": ("str", True),
        "name": ("str", True),
        "args": ("any", True),
    },
    "log": {"text": ("str", True), "truncated": ("bool", False), "open": ("bool", False)},
    "done": {"value": ("any", False), "error": ("object", False)},
}

BOOT_ACK = b'{"type":"boot-ack"}\n'

#: Sent when a run's outcome cannot be put into words at all.
UNRENDERABLE_DONE = b'{"type":"done","error":{"kind":"exception","message":"<unrenderable>"}}\n'

#: The same for a program that used up the memory that words would need.
OUT_OF_MEMORY_DONE = b'{"type":"done","error":{"kind":"exception","message":"MemoryError"}}\n'


def truncation_marker(max_log_bytes):
    """The log entry that stands for everything that did not fit."""
    return f"[coderuntime] log capture truncated at {max_log_bytes} bytes"
