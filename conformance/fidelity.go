package conformance

// fidelity are the cases about what a program expects of its Python although neither its value nor
// its calls depend on it: where the difference from CPython was found, it is held here.
func fidelity() []Case {
	return []Case{
		{
			Name:    "A long line of surrogates is charged as the question marks that are written",
			Program: `print("\ud800" * ((1 << 20) + 1))`,
			Limits:  logLimit(4 * mib),
			Want:    gives(`null`, repeat("?", 1<<20+1)),
		},
	}
}
