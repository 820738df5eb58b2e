// _coderuntime: what the guest does in every run and in every call, in C.
//
// Each function answers only the plain cases and returns None for all others. The guest's Python code
// then does the work, and says what is wrong if something is: it is the specification, and this file
// must never give another answer.

#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE 1
#include <Python.h>

#include <internal/pycore_ast.h>
#include <internal/pycore_compile.h>
#include <internal/pycore_parser.h>
#include <internal/pycore_pyarena.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

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

PyDoc_STRVAR(call_frame_doc, "call_frame(number, head, value)\n\nThe frame of a call, or None for a value that is not "
                             "plain. head is what stands between the number and the argument.");

static PyObject *call_frame(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3 || !PyLong_CheckExact(args[0]) || !PyBytes_CheckExact(args[1])) {
        PyErr_SetString(PyExc_TypeError, "call_frame takes an int, bytes and a value");
        return NULL;
    }
    long long number = PyLong_AsLongLong(args[0]);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    static const char start[] = "{\"type\":\"call\",\"id\":";
    text t;
    t.at = t.first;
    t.size = 0;
    t.room = sizeof t.first;
    bool ok = append(&t, start, sizeof start - 1) && append_integer(&t, number) && append(&t, ",", 1) &&
              append(&t, PyBytes_AS_STRING(args[1]), (size_t)PyBytes_GET_SIZE(args[1])) &&
              append_value(&t, args[2], 0) && append(&t, "}\n", 2);
    PyErr_Clear(); // of a string with a lone surrogate
    PyObject *result = ok ? PyBytes_FromStringAndSize(t.at, (Py_ssize_t)t.size) : Py_NewRef(Py_None);
    if (t.at != t.first) {
        PyMem_Free(t.at);
    }
    return result;
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

// The names of what futures are asked for.
static PyObject *get_loop, *is_done, *set_result;

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

PyDoc_STRVAR(answer_doc, "answer(chunk, waiting, loop)\n\nSettles the futures, by number in the dict waiting, that the plain "
                         "replies at the start of chunk are for, and returns how many bytes those replies are.");

static PyObject *answer_all(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3 || !PyBytes_CheckExact(args[0]) || !PyDict_CheckExact(args[1])) {
        PyErr_SetString(PyExc_TypeError, "answer takes bytes, a dict and a loop");
        return NULL;
    }
    const char *start = PyBytes_AS_STRING(args[0]);
    rest r = {start, start + PyBytes_GET_SIZE(args[0])};
    const char *answered = start;
    while (answer(&r, args[1], args[2])) {
        answered = r.at;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromSsize_t(answered - start);
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

// keep_parts keeps what an object refers to. Code objects refer to more than the garbage collector is told.
static int keep_parts(PyObject *object, pile *p)
{
    if (PyCode_Check(object)) {
        PyCodeObject *code = (PyCodeObject *)object;
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

static PyMethodDef methods[] = {
    {"keep_everything", keep_everything, METH_NOARGS, keep_doc},
    {"call_frame", (PyCFunction)(void (*)(void))call_frame, METH_FASTCALL, call_frame_doc},
    {"answer", (PyCFunction)(void (*)(void))answer_all, METH_FASTCALL, answer_doc},
    {"encode", (PyCFunction)(void (*)(void))encode, METH_FASTCALL, encode_doc},
    {"compile_program", (PyCFunction)(void (*)(void))compile_program, METH_FASTCALL, compile_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_coderuntime", .m_size = 0, .m_methods = methods};

PyMODINIT_FUNC PyInit__coderuntime(void);

PyMODINIT_FUNC PyInit__coderuntime(void)
{
    get_loop = PyUnicode_InternFromString("get_loop");
    is_done = PyUnicode_InternFromString("done");
    set_result = PyUnicode_InternFromString("set_result");
    if (get_loop == NULL || is_done == NULL || set_result == NULL) {
        return NULL;
    }
    return PyModuleDef_Init(&definition);
}
