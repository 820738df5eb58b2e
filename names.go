package coderuntime

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// reservedWords are the words that cannot name a global in every language that a backend may run:
// the union of the reserved words of ECMAScript and Python, so that a set of bindings is portable.
var reservedWords = wordSet(`
	await break case catch class const continue debugger default delete do else enum export extends
	false finally for function if import in instanceof new null return super switch this throw true
	try typeof var void while with yield let static implements interface package private protected
	public arguments eval
	False None True and as assert async def del elif except from global is lambda nonlocal not or
	pass raise match type _`)

// runtimeGlobals are the names that a backend puts among a program's globals itself.
var runtimeGlobals = wordSet(`console __coderuntime_main__ __dsh_main__ __builtins__ __name__ __debug__`)

// reservedMembers are the attributes of an exception that a declared error class may not take over.
var reservedMembers = wordSet(`name message stack args with_traceback add_note`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// ValidateBindings checks a request's namespaces by the rules that every backend shares. Its errors
// wrap ErrMisuse.
//
//   - A global and the name of an error class match ^[A-Za-z_][A-Za-z0-9_]*$, are no reserved word
//     of Python or ECMAScript, and are none of the names that a runtime owns.
//   - All of them are distinct over all namespaces.
//   - A MemberNameProperty is not empty, not an attribute that exceptions have in either language
//     (name, message, stack, args, with_traceback, add_note) and not of the form __x__.
//   - The name of a function is any valid UTF-8 text, and the function is not nil.
func ValidateBindings(bindings []Namespace) error {
	claims := claims{}
	for _, ns := range bindings {
		if err := claims.namespace(ns); err != nil {
			return fmt.Errorf("coderuntime: %w (%w)", err, ErrMisuse)
		}
	}
	return nil
}

// claims records what each injected name has been claimed as.
type claims map[string]string

func (c claims) namespace(ns Namespace) error {
	if !isPortableIdentifier(ns.Global) {
		return fmt.Errorf("binding global %q is not a usable Python identifier", ns.Global)
	}
	if c[ns.Global] == "global" {
		return fmt.Errorf("duplicate binding global %q", ns.Global)
	}
	if err := c.claim("binding global", ns.Global, "global"); err != nil {
		return err
	}
	for _, name := range sortedKeys(ns.Functions) {
		if !utf8.ValidString(name) {
			return fmt.Errorf("function name %q in namespace %q is not valid UTF-8", name, ns.Global)
		}
		if ns.Functions[name] == nil {
			return fmt.Errorf("function %q in namespace %q is nil", name, ns.Global)
		}
	}
	if ns.ErrorClass == nil {
		return nil
	}
	return c.errorClass(*ns.ErrorClass)
}

func (c claims) errorClass(class ErrorClass) error {
	if !isPortableIdentifier(class.Name) {
		return fmt.Errorf("errorClass.name %q is not a usable Python identifier", class.Name)
	}
	switch member := class.MemberNameProperty; {
	case member == "" || !utf8.ValidString(member):
		return fmt.Errorf("errorClass.memberNameProperty must be a non-empty attribute name, got %q", member)
	case reservedMembers[member] || isDunder(member):
		return fmt.Errorf("errorClass.memberNameProperty %q is a reserved error member and cannot be assigned", member)
	}
	return c.claim("errorClass.name", class.Name, "class")
}

func (c claims) claim(field, name, as string) error {
	if runtimeGlobals[name] {
		return fmt.Errorf("%s %q collides with a runtime-owned global", field, name)
	}
	if c[name] != "" {
		return fmt.Errorf("%s %q collides with another injected global", field, name)
	}
	c[name] = as
	return nil
}

func isPortableIdentifier(name string) bool {
	if name == "" || reservedWords[name] {
		return false
	}
	for i, r := range []byte(name) {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return true
}

// isDunder reports whether name has something between two leading and two trailing underscores.
func isDunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
