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

static PyMethodDef methods[] = {
    {"encode", (PyCFunction)(void (*)(void))encode, METH_FASTCALL, encode_doc},
    {"compile_program", (PyCFunction)(void (*)(void))compile_program, METH_FASTCALL, compile_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_coderuntime", .m_size = 0, .m_methods = methods};

PyMODINIT_FUNC PyInit__coderuntime(void);

PyMODINIT_FUNC PyInit__coderuntime(void)
{
    return PyModuleDef_Init(&definition);
}
