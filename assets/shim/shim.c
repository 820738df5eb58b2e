// The reactor the host sees: boot() starts the interpreter, step() runs the guest until it is idle, and file descriptor 3 is the host.
//
// Linked with --wrap=read --wrap=write, so that every read(3) and write(3) in the module, os.read and os.write included, becomes a host call.
// https://docs.python.org/3.13/c-api/init_config.html

#include <Python.h>

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#define HOST(name) __attribute__((import_module("hostfuncs"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

// HOST_FD is the channel. As a WASI descriptor it is the first pre-opened directory; libc keeps using that one by its own calls.
#define HOST_FD 3

// STEP_FAILED is what step() returns when the guest raised; the traceback is on stderr.
#define STEP_FAILED (-2)

// A result >= 0 is a byte count, a negative one is -errno in wasi-libc's numbering.
HOST(fd3_read) int32_t host_fd3_read(void *buf, int32_t len);
HOST(fd3_write) int32_t host_fd3_write(const void *buf, int32_t len);

// The metered module calls tick from every loop that finds its fuel spent. Nothing here needs it, but the import has to exist.
HOST(tick) void host_tick(void);

ssize_t __real_read(int fd, void *buf, size_t len);
ssize_t __real_write(int fd, const void *buf, size_t len);

static ssize_t host_result(int32_t n)
{
    if (n < 0) {
        errno = -n;
        return -1;
    }
    return n;
}

static int32_t host_len(size_t len)
{
    return len > INT32_MAX ? INT32_MAX : (int32_t)len;
}

ssize_t __wrap_read(int fd, void *buf, size_t len)
{
    return fd == HOST_FD ? host_result(host_fd3_read(buf, host_len(len))) : __real_read(fd, buf, len);
}

ssize_t __wrap_write(int fd, const void *buf, size_t len)
{
    return fd == HOST_FD ? host_result(host_fd3_write(buf, host_len(len))) : __real_write(fd, buf, len);
}

// show prints the pending exception and clears it. SystemExit is printed like any other: the host decides what ends an instance.
static void show(void)
{
    PyObject *exc = PyErr_GetRaisedException();
    if (exc != NULL) {
        PyErr_DisplayException(exc);
        Py_DECREF(exc);
    }
}

static PyStatus configure(PyConfig *config)
{
    config->site_import = 0;
    config->install_signal_handlers = 0;
    config->use_environment = 0;
    config->write_bytecode = 0;
    config->pathconfig_warnings = 0;
    config->parse_argv = 0;

    // Every path is given, so that nothing is searched for in the file system.
    struct { wchar_t **field; const wchar_t *value; } paths[] = {
        {&config->program_name, L"python3"},
        {&config->executable, L""},
        {&config->base_executable, L""},
        {&config->home, L"/"},
        {&config->prefix, L"/"},
        {&config->base_prefix, L"/"},
        {&config->exec_prefix, L"/"},
        {&config->base_exec_prefix, L"/"},
        {&config->stdlib_dir, L"/lib/python3.13"},
        {&config->check_hash_pycs_mode, L"never"},
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        PyStatus status = PyConfig_SetString(config, paths[i].field, paths[i].value);
        if (PyStatus_Exception(status)) {
            return status;
        }
    }
    config->module_search_paths_set = 1;
    return PyWideStringList_Append(&config->module_search_paths, L"/lib/python3.13");
}

static PyStatus init(void)
{
    // The UTF-8 mode is what python3 -I has in an empty environment.
    PyPreConfig pre;
    PyPreConfig_InitIsolatedConfig(&pre);
    pre.utf8_mode = 1;
    if (PyImport_AppendInittab("_coderuntime", PyInit__coderuntime) < 0) {
        return PyStatus_NoMemory();
    }
    PyStatus status = Py_PreInitialize(&pre);
    if (PyStatus_Exception(status)) {
        return status;
    }
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    status = configure(&config);
    if (!PyStatus_Exception(status)) {
        status = Py_InitializeFromConfig(&config);
    }
    PyConfig_Clear(&config);
    return status;
}

#define GUEST "/guest/boot.py"

// guest_step is the callable that the guest's boot file leaves under the name "step".
static PyObject *guest_step;

static int run_guest(void)
{
    PyObject *name = PyUnicode_FromString("coderuntime_boot");
    PyObject *globals = PyDict_New();
    if (name == NULL || globals == NULL ||
        PyDict_SetItemString(globals, "__builtins__", PyEval_GetBuiltins()) < 0 ||
        PyDict_SetItemString(globals, "__name__", name) < 0) {
        return -1;
    }
    FILE *file = fopen(GUEST, "rb");
    if (file == NULL) {
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, GUEST);
        return -1;
    }
    PyObject *result = PyRun_FileEx(file, GUEST, Py_file_input, globals, globals, 1);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    PyObject *found = PyDict_GetItemString(globals, "step");
    if (found == NULL || !PyCallable_Check(found)) {
        PyErr_SetString(PyExc_TypeError, GUEST " has to define a callable named step");
        return -1;
    }
    guest_step = Py_NewRef(found);
    return 0;
}

// boot starts the interpreter and runs the guest's boot file. 0 is success; otherwise stderr says what went wrong.
EXPORT(boot) int32_t boot(void)
{
    host_tick();
    PyStatus status = init();
    if (PyStatus_Exception(status)) {
        fprintf(stderr, "%s\n", status.err_msg != NULL ? status.err_msg : "the interpreter did not start");
        return 1;
    }
    if (run_guest() < 0) {
        show();
        return 2;
    }
    return 0;
}

// step runs the guest until it is idle: nanoseconds to its next timer, -1 when only the host can wake it, STEP_FAILED when it raised.
EXPORT(step) int64_t step(void)
{
    if (guest_step == NULL) {
        return STEP_FAILED;
    }
    PyObject *result = PyObject_CallNoArgs(guest_step);
    if (result == NULL) {
        show();
        return STEP_FAILED;
    }
    int64_t wait = PyLong_AsLongLong(result);
    Py_DECREF(result);
    if (wait == -1 && PyErr_Occurred()) {
        show();
        return STEP_FAILED;
    }
    return wait;
}
