// _coderuntime: what the guest does in every run and in every call, in C.
//
// Each function answers only the plain cases and returns None for all others. The guest's Python code
// then does the work, and says what is wrong if something is: it is the specification, and this file
// must never give another answer.

#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE 1
#include <Python.h>

#include <internal/pycore_ast.h>
#include <internal/pycore_backoff.h>
#include <internal/pycore_code.h>
#include <internal/pycore_compile.h>
#include <internal/pycore_obmalloc.h>
#include <internal/pycore_opcode_metadata.h>
#include <internal/pycore_parser.h>
#include <internal/pycore_pyarena.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

// MAX_DEPTH keeps the walk off the C stack, and a cycle from going on for ever.
#define MAX_DEPTH 32

// MAX_TEXT is the longest text that is made here; more is made in pieces, by Python.
#define MAX_TEXT (1 << 20)

#define MAX_EXACT_INTEGER ((1LL << 53) - 1)

// A text under way. It starts on the stack, as most are short.
typedef struct {
    char *at;
    size_t size, room;
    char first[512];
} text;

static bool reserve(text *t, size_t more)
{
    if (more > MAX_TEXT || t->size + more > MAX_TEXT) {
        return false;
    }
    if (t->size + more <= t->room) {
        return true;
    }
    size_t room = 2 * (t->size + more);
    char *at = t->at == t->first ? PyMem_Malloc(room) : PyMem_Realloc(t->at, room);
    if (at == NULL) {
        return false;
    }
    if (t->at == t->first) {
        memcpy(at, t->first, t->size);
    }
    t->at = at;
    t->room = room;
    return true;
}

static bool append(text *t, const char *s, size_t n)
{
    if (!reserve(t, n)) {
        return false;
    }
    memcpy(t->at + t->size, s, n);
    t->size += n;
    return true;
}

static bool append_string(text *t, PyObject *s)
{
    Py_ssize_t n;
    const char *utf8 = PyUnicode_AsUTF8AndSize(s, &n); // fails for a lone surrogate
    if (utf8 == NULL || n > MAX_TEXT / 6 || !reserve(t, 6 * (size_t)n + 2)) {
        return false;
    }
    static const char hex[] = "0123456789abcdef";
    char *out = t->at + t->size;
    *out++ = '"';
    for (Py_ssize_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)utf8[i];
        if (c >= 0x20 && c != '"' && c != '\\') {
            *out++ = (char)c;
            continue;
        }
        *out++ = '\\';
        switch (c) {
        case '"': case '\\': *out++ = (char)c; break;
        case '\b': *out++ = 'b'; break;
        case '\t': *out++ = 't'; break;
        case '\n': *out++ = 'n'; break;
        case '\f': *out++ = 'f'; break;
        case '\r': *out++ = 'r'; break;
        default:
            *out++ = 'u'; *out++ = '0'; *out++ = '0'; *out++ = hex[c >> 4]; *out++ = hex[c & 15];
        }
    }
    *out++ = '"';
    t->size = (size_t)(out - t->at);
    return true;
}

static bool append_integer(text *t, long long n)
{
    char digits[24];
    char *end = digits + sizeof digits, *start = end;
    unsigned long long rest = n < 0 ? -(unsigned long long)n : (unsigned long long)n;
    do {
        *--start = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (n < 0) {
        *--start = '-';
    }
    return append(t, start, (size_t)(end - start));
}

static bool append_float(text *t, double x)
{
    if (!(x >= -(double)MAX_EXACT_INTEGER && x <= (double)MAX_EXACT_INTEGER)) {
        return false; // large, infinite or not a number
    }
    if (x == (double)(long long)x) {
        return (x != 0 || !signbit(x)) && append_integer(t, (long long)x);
    }
    char *digits = PyOS_double_to_string(x, 'r', 0, 0, NULL);
    if (digits == NULL) {
        return false;
    }
    bool ok = strchr(digits, 'e') == NULL && append(t, digits, strlen(digits));
    PyMem_Free(digits);
    return ok;
}

static bool append_value(text *t, PyObject *value, int depth);

static bool append_list(text *t, PyObject *list, int depth)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        if (!append(t, i == 0 ? "[" : ",", 1) || !append_value(t, PyList_GET_ITEM(list, i), depth + 1)) {
            return false;
        }
    }
    return PyList_GET_SIZE(list) == 0 ? append(t, "[]", 2) : append(t, "]", 1);
}

static bool append_dict(text *t, PyObject *dict, int depth)
{
    PyObject *key, *value;
    Py_ssize_t position = 0;
    bool first = true;
    while (PyDict_Next(dict, &position, &key, &value)) {
        if (!PyUnicode_CheckExact(key) || !append(t, first ? "{" : ",", 1) || !append_string(t, key) ||
            !append(t, ":", 1) || !append_value(t, value, depth + 1)) {
            return false;
        }
        first = false;
    }
    return first ? append(t, "{}", 2) : append(t, "}", 1);
}

// append_value runs no Python code, so that nothing it looks at can change meanwhile.
static bool append_value(text *t, PyObject *value, int depth)
{
    if (depth > MAX_DEPTH) {
        return false;
    }
    if (value == Py_None) {
        return append(t, "null", 4);
    }
    if (value == Py_True) {
        return append(t, "true", 4);
    }
    if (value == Py_False) {
        return append(t, "false", 5);
    }
    if (PyUnicode_CheckExact(value)) {
        return append_string(t, value);
    }
    if (PyLong_CheckExact(value)) {
        int overflow;
        long long n = PyLong_AsLongLongAndOverflow(value, &overflow);
        return !overflow && n >= -MAX_EXACT_INTEGER && n <= MAX_EXACT_INTEGER && append_integer(t, n);
    }
    if (PyFloat_CheckExact(value)) {
        return append_float(t, PyFloat_AS_DOUBLE(value));
    }
    if (PyList_CheckExact(value)) {
        return append_list(t, value, depth);
    }
    if (PyDict_CheckExact(value)) {
        return append_dict(t, value, depth);
    }
    return false;
}

PyDoc_STRVAR(encode_doc, "encode(value, limit)\n\nThe JSON text of a plain value, or None for one that is "
                         "not plain or longer than limit; a limit below 0 is none.");

static PyObject *encode(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "encode takes a value and a limit");
        return NULL;
    }
    long long limit = PyLong_AsLongLong(args[1]);
    if (limit == -1 && PyErr_Occurred()) {
        return NULL;
    }
    text t;
    t.at = t.first;
    t.size = 0;
    t.room = sizeof t.first;
    bool ok = append_value(&t, args[0], 0) && (limit < 0 || (long long)t.size <= limit);
    PyErr_Clear(); // of a string with a lone surrogate
    PyObject *result = ok ? PyBytes_FromStringAndSize(t.at, (Py_ssize_t)t.size) : Py_NewRef(Py_None);
    if (t.at != t.first) {
        PyMem_Free(t.at);
    }
    return result;
}

// wrap puts a program's statements into the body of an async function, where the first one stands.
static mod_ty wrap(mod_ty program, PyObject *name, PyArena *arena)
{
    asdl_stmt_seq *body = program->v.Module.body;
    if (asdl_seq_LEN(body) == 0) {
        return NULL;
    }
    stmt_ty first = (stmt_ty)asdl_seq_GET(body, 0);
    arguments_ty none = _PyAST_arguments(_Py_asdl_arg_seq_new(0, arena), _Py_asdl_arg_seq_new(0, arena), NULL,
                                         _Py_asdl_arg_seq_new(0, arena), _Py_asdl_expr_seq_new(0, arena), NULL,
                                         _Py_asdl_expr_seq_new(0, arena), arena);
    if (none == NULL) {
        return NULL;
    }
    stmt_ty function = _PyAST_AsyncFunctionDef(name, none, body, _Py_asdl_expr_seq_new(0, arena), NULL, NULL,
                                               _Py_asdl_type_param_seq_new(0, arena), first->lineno,
                                               first->col_offset, first->lineno, first->col_offset, arena);
    asdl_stmt_seq *module = _Py_asdl_stmt_seq_new(1, arena);
    if (function == NULL || module == NULL) {
        return NULL;
    }
    asdl_seq_SET(module, 0, function);
    return _PyAST_Module(module, _Py_asdl_type_ignore_seq_new(0, arena), arena);
}

PyDoc_STRVAR(compile_doc, "compile_program(source, file, name)\n\nThe code of a module that defines the async "
                          "function name, whose body is source, or None for a source that is empty or not plain text.");

static PyObject *compile_program(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3 || !PyUnicode_CheckExact(args[0]) || !PyUnicode_CheckExact(args[1]) ||
        !PyUnicode_CheckExact(args[2])) {
        PyErr_SetString(PyExc_TypeError, "compile_program takes three strings");
        return NULL;
    }
    Py_ssize_t size;
    const char *source = PyUnicode_AsUTF8AndSize(args[0], &size);
    if (source == NULL || strlen(source) != (size_t)size) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    PyArena *arena = _PyArena_New();
    if (arena == NULL) {
        return NULL;
    }
    PyCompilerFlags flags = _PyCompilerFlags_INIT;
    flags.cf_flags = PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE;
    PyObject *code = NULL;
    mod_ty program = _PyParser_ASTFromString(source, args[1], Py_file_input, &flags, arena);
    if (program != NULL) {
        Py_INCREF(args[2]);
        if (_PyArena_AddPyObject(arena, args[2]) < 0) {
            Py_DECREF(args[2]);
        } else {
            mod_ty wrapped = wrap(program, args[2], arena);
            if (wrapped != NULL) {
                code = (PyObject *)_PyAST_Compile(wrapped, args[1], &flags, -1, arena);
            } else if (!PyErr_Occurred()) {
                code = Py_NewRef(Py_None);
            }
        }
    }
    _PyArena_Free(arena);
    return code;
}

// The descriptor of the frames, and the names of what objects are asked for.
#define CHANNEL 3
static PyObject *next_number, *waiting_calls, *get_loop, *is_done, *set_result;
static PyObject *channel_number, *loop_keyword;

// write_frame writes a whole frame, with what the guest is given for os.write or, for None, by itself.
static bool write_frame(PyObject *write_function, const char *at, size_t size)
{
    while (size > 0) {
        Py_ssize_t written;
        if (write_function == Py_None) {
            written = write(CHANNEL, at, size);
            if (written < 0) {
                PyErr_SetFromErrno(PyExc_OSError);
                return false;
            }
        } else {
            PyObject *line = PyBytes_FromStringAndSize(at, (Py_ssize_t)size);
            PyObject *count = line == NULL ? NULL : PyObject_CallFunctionObjArgs(write_function, channel_number, line, NULL);
            written = count == NULL ? -1 : PyLong_AsSsize_t(count);
            Py_XDECREF(line);
            Py_XDECREF(count);
            if (written < 0 || (size_t)written > size) {
                if (!PyErr_Occurred()) {
                    PyErr_SetString(PyExc_OSError, "a write of a frame cannot have been longer or shorter than that");
                }
                return false;
            }
        }
        at += written;
        size -= (size_t)written;
    }
    return true;
}

// append_call makes the frame of a call, or returns false for an argument that is not plain.
static bool append_call(text *t, PyObject *number, PyObject *head, PyObject *args)
{
    static const char start[] = "{\"type\":\"call\",\"id\":";
    long long n = PyLong_AsLongLong(number);
    return (n != -1 || !PyErr_Occurred()) && append(t, start, sizeof start - 1) && append_integer(t, n) && append(t, ",", 1) &&
           append(t, PyBytes_AS_STRING(head), (size_t)PyBytes_GET_SIZE(head)) && append_value(t, args, 0) && append(t, "}\n", 2);
}

// What a sender is made of, in the order of sender's arguments.
enum { OF_CALLS, OF_HEAD, OF_FUTURE, OF_RUNNING_LOOP, OF_WRITE, PARTS };

// send_frame sends a frame and returns the future of its answer.
static PyObject *send_frame(PyObject *parts, PyObject *number, const text *t)
{
    PyObject *calls = PyTuple_GET_ITEM(parts, OF_CALLS);
    PyObject *waiting = PyObject_GetAttr(calls, waiting_calls);
    PyObject *loop = waiting == NULL ? NULL : PyObject_CallNoArgs(PyTuple_GET_ITEM(parts, OF_RUNNING_LOOP));
    PyObject *future = loop == NULL ? NULL : PyObject_Vectorcall(PyTuple_GET_ITEM(parts, OF_FUTURE), &loop, 0, loop_keyword);
    PyObject *following = future == NULL ? NULL : PyLong_FromLongLong(PyLong_AsLongLong(number) + 1);
    bool ok = following != NULL && PyObject_SetItem(waiting, number, future) == 0;
    if (ok && !(write_frame(PyTuple_GET_ITEM(parts, OF_WRITE), t->at, t->size) && PyObject_SetAttr(calls, next_number, following) == 0)) {
        ok = false;
        PyObject *problem = PyErr_GetRaisedException();
        if (PyObject_DelItem(waiting, number) < 0) {
            PyErr_Clear();
        }
        PyErr_SetRaisedException(problem);
    }
    Py_XDECREF(waiting);
    Py_XDECREF(loop);
    Py_XDECREF(following);
    if (!ok) {
        Py_CLEAR(future);
    }
    return future;
}

static PyObject *send(PyObject *parts, PyObject *args)
{
    PyObject *number = PyObject_GetAttr(PyTuple_GET_ITEM(parts, OF_CALLS), next_number);
    if (number == NULL) {
        return NULL;
    }
    text t;
    t.at = t.first;
    t.size = 0;
    t.room = sizeof t.first;
    PyObject *result = NULL;
    if (append_call(&t, number, PyTuple_GET_ITEM(parts, OF_HEAD), args)) {
        result = send_frame(parts, number, &t);
    } else {
        PyErr_Clear(); // of a string with a lone surrogate
        result = Py_NewRef(Py_None);
    }
    if (t.at != t.first) {
        PyMem_Free(t.at);
    }
    Py_DECREF(number);
    return result;
}

static PyMethodDef send_method = {"send", send, METH_O, NULL};

PyDoc_STRVAR(sender_doc, "sender(calls, head, future, running_loop, write)\n\nWhat sends a call: given the argument it returns the "
                         "future of the answer, or None for an argument that is not plain, having done nothing. head is what stands "
                         "between the number and the argument; write is None for the channel itself.");

static PyObject *sender(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != PARTS || !PyBytes_CheckExact(args[OF_HEAD])) {
        PyErr_SetString(PyExc_TypeError, "sender takes calls, bytes, a type of futures and two functions");
        return NULL;
    }
    PyObject *parts = PyTuple_New(PARTS);
    if (parts == NULL) {
        return NULL;
    }
    for (int i = 0; i < PARTS; i++) {
        PyTuple_SET_ITEM(parts, i, Py_NewRef(args[i]));
    }
    PyObject *function = PyCFunction_New(&send_method, parts);
    Py_DECREF(parts);
    return function;
}

// What is left of a text that is read.
typedef struct {
    const char *at, *end;
} rest;

static bool skip(rest *r, const char *s, size_t n)
{
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, s, n) != 0) {
        return false;
    }
    r->at += n;
    return true;
}

#define SKIP(r, literal) skip(r, literal, sizeof literal - 1)

// read_string reads a string without escapes. Like all of these it returns NULL, without an exception, for what is not plain.
static PyObject *read_string(rest *r)
{
    if (!SKIP(r, "\"")) {
        return NULL;
    }
    const char *start = r->at;
    bool ascii = true;
    while (r->at < r->end && *r->at != '"') {
        unsigned char c = (unsigned char)*r->at++;
        if (c < 0x20 || c == '\\') {
            return NULL;
        }
        ascii = ascii && c < 0x80;
    }
    Py_ssize_t n = r->at - start;
    if (!SKIP(r, "\"")) {
        return NULL;
    }
    PyObject *s = NULL;
    if (!ascii) {
        s = PyUnicode_DecodeUTF8(start, n, NULL);
    } else if ((s = PyUnicode_New(n, 127)) != NULL) {
        memcpy(PyUnicode_1BYTE_DATA(s), start, (size_t)n);
    }
    if (s == NULL) {
        PyErr_Clear();
    }
    return s;
}

static bool at_digit(const rest *r) { return r->at < r->end && *r->at >= '0' && *r->at <= '9'; }

// read_integer reads a whole number that a double holds, and leaves fractions, exponents and larger ones alone.
static PyObject *read_integer(rest *r)
{
    bool negative = SKIP(r, "-");
    const char *start = r->at;
    long long n = 0;
    while (at_digit(r) && r->at - start < 16) {
        n = 10 * n + (*r->at++ - '0');
    }
    Py_ssize_t digits = r->at - start;
    bool more = r->at < r->end && (at_digit(r) || *r->at == '.' || *r->at == 'e' || *r->at == 'E');
    if (digits == 0 || more || (*start == '0' && (digits > 1 || negative))) {
        return NULL;
    }
    return PyLong_FromLongLong(negative ? -n : n);
}

static PyObject *read_value(rest *r, int depth);

static PyObject *read_list(rest *r, int depth)
{
    PyObject *list = PyList_New(0);
    if (list == NULL || SKIP(r, "]")) {
        return list;
    }
    do {
        PyObject *value = read_value(r, depth + 1);
        int failed = value == NULL ? -1 : PyList_Append(list, value);
        Py_XDECREF(value);
        if (failed) {
            Py_DECREF(list);
            return NULL;
        }
    } while (SKIP(r, ","));
    if (!SKIP(r, "]")) {
        Py_CLEAR(list);
    }
    return list;
}

static PyObject *read_dict(rest *r, int depth)
{
    PyObject *dict = PyDict_New();
    if (dict == NULL || SKIP(r, "}")) {
        return dict;
    }
    do {
        PyObject *key = read_string(r);
        PyObject *value = key != NULL && SKIP(r, ":") ? read_value(r, depth + 1) : NULL;
        int failed = value == NULL ? -1 : PyDict_SetItem(dict, key, value);
        Py_XDECREF(key);
        Py_XDECREF(value);
        if (failed) {
            Py_DECREF(dict);
            return NULL;
        }
    } while (SKIP(r, ","));
    if (!SKIP(r, "}")) {
        Py_CLEAR(dict);
    }
    return dict;
}

// read_value reads compact JSON text, as the host writes it.
static PyObject *read_value(rest *r, int depth)
{
    if (r->at == r->end || depth > MAX_DEPTH) {
        return NULL;
    }
    switch (*r->at) {
    case 'n': return SKIP(r, "null") ? Py_NewRef(Py_None) : NULL;
    case 't': return SKIP(r, "true") ? Py_NewRef(Py_True) : NULL;
    case 'f': return SKIP(r, "false") ? Py_NewRef(Py_False) : NULL;
    case '"': return read_string(r);
    case '[': r->at++; return read_list(r, depth);
    case '{': r->at++; return read_dict(r, depth);
    default: return read_integer(r);
    }
}

// settle takes the call with a number off the waiting ones and gives its future a value. It returns false, having done nothing, if that
// belongs to another loop; an exception is an error.
static bool settle(PyObject *waiting, PyObject *number, PyObject *loop, PyObject *value)
{
    PyObject *future = Py_XNewRef(PyDict_GetItemWithError(waiting, number));
    if (future == NULL) {
        return !PyErr_Occurred(); // nobody waits for it
    }
    bool ok = false;
    PyObject *own = PyObject_CallMethodNoArgs(future, get_loop), *done = NULL, *none = NULL;
    if (own == loop && PyDict_DelItem(waiting, number) == 0 && (done = PyObject_CallMethodNoArgs(future, is_done)) != NULL) {
        // One that is done has been cancelled meanwhile.
        ok = done == Py_True || (none = PyObject_CallMethodOneArg(future, set_result, value)) != NULL;
    }
    Py_XDECREF(own);
    Py_XDECREF(done);
    Py_XDECREF(none);
    Py_DECREF(future);
    return ok;
}

// answer settles the call that a line is the reply to. It returns false, having done nothing, for any other line.
static bool answer(rest *r, PyObject *waiting, PyObject *loop)
{
    if (!SKIP(r, "{\"type\":\"reply\",\"id\":")) {
        return false;
    }
    PyObject *number = read_integer(r);
    PyObject *value = number != NULL && SKIP(r, ",\"ok\":true,\"value\":") ? read_value(r, 0) : NULL;
    bool ok = value != NULL && SKIP(r, "}\n") && settle(waiting, number, loop, value);
    Py_XDECREF(number);
    Py_XDECREF(value);
    return ok;
}

// read_some reads what the host has sent, with what the guest is given for os.read or, for None, by itself. It returns 0 at the end, and
// less without an exception if nothing has come.
static Py_ssize_t read_some(PyObject *read_function, char *at, size_t room)
{
    if (read_function == Py_None) {
        Py_ssize_t n = read(CHANNEL, at, room);
        if (n < 0 && errno != EAGAIN) {
            PyErr_SetFromErrno(PyExc_OSError);
        }
        return n;
    }
    PyObject *size = PyLong_FromSize_t(room);
    PyObject *chunk = size == NULL ? NULL : PyObject_CallFunctionObjArgs(read_function, channel_number, size, NULL);
    Py_ssize_t n = -1;
    if (chunk == NULL) {
        if (PyErr_ExceptionMatches(PyExc_BlockingIOError)) {
            PyErr_Clear();
        }
    } else if (!PyBytes_CheckExact(chunk) || (size_t)PyBytes_GET_SIZE(chunk) > room) {
        PyErr_SetString(PyExc_TypeError, "a read gives bytes, and no more than were asked for");
    } else {
        n = PyBytes_GET_SIZE(chunk);
        memcpy(at, PyBytes_AS_STRING(chunk), (size_t)n);
    }
    Py_XDECREF(size);
    Py_XDECREF(chunk);
    return n;
}

PyDoc_STRVAR(take_doc, "take(waiting, loop, read)\n\nReads what has come and settles the futures, by number in the dict waiting, that it "
                       "answers. Returns None when nothing is left to read, or what it has read from the first line on that is no plain "
                       "reply: b'' at the end of the stream. read is None for the channel itself.");

static PyObject *take(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3 || !PyDict_CheckExact(args[0])) {
        PyErr_SetString(PyExc_TypeError, "take takes a dict, a loop and a function");
        return NULL;
    }
    char chunk[1 << 12];
    size_t held = 0; // the start of a line
    for (;;) {
        size_t room = sizeof chunk - held;
        Py_ssize_t n = read_some(args[2], chunk + held, room);
        if (PyErr_Occurred()) {
            return NULL;
        }
        if (n <= 0) {
            return n < 0 && held == 0 ? Py_NewRef(Py_None) : PyBytes_FromStringAndSize(chunk, (Py_ssize_t)held);
        }
        bool more = (size_t)n == room;
        const char *end = chunk + held + n, *answered = chunk;
        rest r = {chunk, end};
        while (answer(&r, args[0], args[1])) {
            answered = r.at;
        }
        if (PyErr_Occurred()) {
            return NULL;
        }
        held = (size_t)(end - answered);
        if (held == 0 && !more) {
            Py_RETURN_NONE;
        }
        if (!more || held == sizeof chunk || memchr(answered, '\n', held) != NULL) {
            return PyBytes_FromStringAndSize(answered, (Py_ssize_t)held);
        }
        memmove(chunk, answered, held);
    }
}

// The objects that are yet to be looked into.
typedef struct {
    PyObject **at;
    size_t count, room;
    bool failed;
} pile;

// keep makes an object one that is never freed, whose reference count is never written again, and piles it up.
static int keep(PyObject *object, void *arg)
{
    pile *p = arg;
    if (object == NULL || _Py_IsImmortal(object)) {
        return 0;
    }
    if (p->count == p->room) {
        size_t room = p->room == 0 ? 1024 : 2 * p->room;
        PyObject **at = PyMem_Realloc(p->at, room * sizeof *at);
        if (at == NULL) {
            return -1;
        }
        p->at = at;
        p->room = room;
    }
    object->ob_refcnt = _Py_IMMORTAL_REFCNT;
    p->at[p->count++] = object;
    return 0;
}

// TRIED is how often an instruction has failed to be specialised, as the exponent of its counter tells it, for it to be left alone.
#define TRIED 4

// stop_counting has a code object's instructions that cannot be specialised no longer count how often they are run until they are tried
// again: every count is a page written.
static void stop_counting(PyCodeObject *code)
{
    _Py_CODEUNIT *at = _PyCode_CODE(code), *end = at + Py_SIZE(code);
    while (at < end) {
        int caches = _PyOpcode_Caches[_PyOpcode_Deopt[at->op.code]];
        bool adaptive = caches > 0 && at->op.code == _PyOpcode_Deopt[at->op.code];
        if (adaptive && at[1].counter.backoff > TRIED) {
            at[1].counter = initial_unreachable_backoff_counter();
        }
        at += 1 + caches;
    }
}

// keep_parts keeps what an object refers to. Code objects refer to more than the garbage collector is told.
static int keep_parts(PyObject *object, pile *p)
{
    if (PyCode_Check(object)) {
        PyCodeObject *code = (PyCodeObject *)object;
        stop_counting(code);
        PyObject *parts[] = {
            code->co_consts, code->co_names, code->co_exceptiontable, code->co_localsplusnames, code->co_localspluskinds,
            code->co_filename, code->co_name, code->co_qualname, code->co_linetable,
        };
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            if (keep(parts[i], p) < 0) {
                return -1;
            }
        }
        return 0;
    }
    traverseproc traverse = Py_TYPE(object)->tp_traverse;
    return traverse != NULL && PyObject_IS_GC(object) ? traverse(object, keep, p) : 0;
}

static int keep_tracked(PyObject *object, void *arg)
{
    pile *p = arg;
    p->failed = keep(object, p) < 0;
    while (!p->failed && p->count > 0) {
        p->failed = keep_parts(p->at[--p->count], p) < 0;
    }
    return !p->failed; // go on
}

PyDoc_STRVAR(keep_doc, "keep_everything()\n\nMakes every object that there is immortal, so that no run writes the reference counts "
                       "of what all runs share.");

static PyObject *keep_everything(PyObject *module, PyObject *none)
{
    pile p = {NULL, 0, 0, false};
    PyUnstable_GC_VisitObjects(keep_tracked, &p);
    PyMem_Free(p.at);
    return p.failed ? PyErr_NoMemory() : Py_NewRef(Py_None);
}

PyDoc_STRVAR(fill_gaps_doc, "fill_gaps()\n\nTakes the free blocks of all pools that are in use, so that what a run allocates lies together "
                            "in new ones and not in a gap here and a gap there.");

static PyObject *fill_gaps(PyObject *module, PyObject *none)
{
    for (size_t size = ALIGNMENT; size <= SMALL_REQUEST_THRESHOLD; size += ALIGNMENT) {
        void *block;
        do {
            block = PyObject_Malloc(size);
            if (block == NULL) {
                return PyErr_NoMemory();
            }
        } while (POOL_ADDR(block)->ref.count > 1);
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fill_gaps", fill_gaps, METH_NOARGS, fill_gaps_doc},
    {"keep_everything", keep_everything, METH_NOARGS, keep_doc},
    {"sender", (PyCFunction)(void (*)(void))sender, METH_FASTCALL, sender_doc},
    {"take", (PyCFunction)(void (*)(void))take, METH_FASTCALL, take_doc},
    {"encode", (PyCFunction)(void (*)(void))encode, METH_FASTCALL, encode_doc},
    {"compile_program", (PyCFunction)(void (*)(void))compile_program, METH_FASTCALL, compile_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_coderuntime", .m_size = 0, .m_methods = methods};

PyMODINIT_FUNC PyInit__coderuntime(void);

PyMODINIT_FUNC PyInit__coderuntime(void)
{
    next_number = PyUnicode_InternFromString("next");
    waiting_calls = PyUnicode_InternFromString("waiting");
    get_loop = PyUnicode_InternFromString("get_loop");
    is_done = PyUnicode_InternFromString("done");
    set_result = PyUnicode_InternFromString("set_result");
    channel_number = PyLong_FromLong(CHANNEL);
    loop_keyword = Py_BuildValue("(s)", "loop");
    if (next_number == NULL || waiting_calls == NULL || get_loop == NULL || is_done == NULL || set_result == NULL ||
        channel_number == NULL || loop_keyword == NULL) {
        return NULL;
    }
    return PyModuleDef_Init(&definition);
}
