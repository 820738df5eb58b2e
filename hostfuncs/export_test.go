package hostfuncs

// Surface is what the tests from outside compare the module with.
func Surface() map[string]bool {
	names := map[string]bool{}
	for module, functions := range allFunctions() {
		for _, f := range functions {
			names[module+"."+f.name] = true
		}
	}
	return names
}
