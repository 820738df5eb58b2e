package conformance

import (
	"testing"
)

// Test runs every case as a subtest. The cases run in parallel, as far as -parallel allows, and cases
// with the same limits share a runtime. A case that is not applicable is skipped and says why.
func Test(t *testing.T, newRuntime NewRuntime) {
	runtimes := newPool(newRuntime)
	t.Cleanup(runtimes.close)
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			switch report := runtimes.report(t.Context(), c); report.Status {
			case NotApplicable:
				t.Skipf("not applicable: the backend doesn't declare %v", report.Missing)
			case Failed:
				t.Errorf("%v\nlines %v", report.Err, c.Lines)
			}
		})
	}
}
