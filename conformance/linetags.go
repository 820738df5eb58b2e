package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A TaggedTest is a Go test that says which lines of the behaviour reference it states, in comments
// like
//
//	// seed: 12, 54-56
//
// in its body or at its first line.
type TaggedTest struct {
	Package string // its folder, or "coderuntime" for the root
	Name    string
	Lines   []int
}

var tag = regexp.MustCompile(`^// seed: (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)\b`)

// FindTaggedTests reads the test files of a source tree and returns the tagged tests in the order of
// their packages and names.
func FindTaggedTests(source fs.FS) ([]TaggedTest, error) {
	var tests []TaggedTest
	err := fs.WalkDir(source, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, "_test.go"):
			return nil
		}
		found, err := taggedIn(source, file)
		tests = append(tests, found...)
		return err
	})
	slices.SortFunc(tests, func(a, b TaggedTest) int {
		return strings.Compare(a.Package+"."+a.Name, b.Package+"."+b.Name)
	})
	return tests, err
}

func taggedIn(source fs.FS, file string) ([]TaggedTest, error) {
	text, err := fs.ReadFile(source, file)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("reading the tests: %w", err)
	}
	tests := map[string]*TaggedTest{}
	for _, group := range parsed.Comments {
		for _, comment := range group.List {
			match := tag.FindStringSubmatch(comment.Text)
			if match == nil {
				continue
			}
			name := functionAt(parsed, comment.Pos())
			if name == "" {
				return nil, fmt.Errorf("%s: %q is in no function", files.Position(comment.Pos()), comment.Text)
			}
			if tests[name] == nil {
				tests[name] = &TaggedTest{Package: packageOf(file), Name: name}
			}
			tests[name].Lines = append(tests[name].Lines, numbers(match[1])...)
		}
	}
	var found []TaggedTest
	for _, test := range tests {
		slices.Sort(test.Lines)
		test.Lines = slices.Compact(test.Lines)
		found = append(found, *test)
	}
	return found, nil
}

func packageOf(file string) string {
	if folder := path.Dir(file); folder != "." {
		return folder
	}
	return "coderuntime"
}

// functionAt is the name of the function that encloses a position.
func functionAt(file *ast.File, pos token.Pos) string {
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Pos() <= pos && pos < f.End() {
			return f.Name.Name
		}
	}
	return ""
}

// numbers reads a list like "12, 54-56".
func numbers(list string) (all []int) {
	for part := range strings.SplitSeq(list, ", ") {
		first, last, ranged := strings.Cut(part, "-")
		from, _ := strconv.Atoi(first) // the expression of a tag lets only digits through
		to := from
		if ranged {
			to, _ = strconv.Atoi(last)
		}
		for n := from; n <= to; n++ {
			all = append(all, n)
		}
	}
	return all
}
