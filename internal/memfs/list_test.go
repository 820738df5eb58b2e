package memfs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAListingBeginsWithTheDirectoryAndItsParent(t *testing.T) {
	fs := newFS(t, Limits{})
	for path, want := range map[string][3]string{"/": {"/", "/", ""}, "tmp": {"tmp", "/", ""}, "lib/sub": {"lib/sub", "lib", ""}} {
		f, errno := fs.Open(fs.Root(), path, Read)
		require.Equal(t, OK, errno)
		var first []DirEntry
		f.List(0, func(e DirEntry) bool { first = append(first, e); return len(first) < 2 })
		self, _ := fs.Stat(fs.Root(), want[0])
		parent, _ := fs.Stat(fs.Root(), want[1])
		assert.Equal(t, []DirEntry{{".", self.Inode, Directory, 1}, {"..", parent.Inode, Directory, 2}}, first, path)
	}
}

func TestAListingGoesOnFromEveryCookie(t *testing.T) {
	fs := newFS(t, Limits{})
	for i := range 20 {
		create(t, fs, fmt.Sprintf("tmp/%d", i), "")
	}
	for _, path := range []string{"/", "lib", "tmp", "dev"} {
		f, _ := fs.Open(fs.Root(), path, Read)
		var all []DirEntry
		f.List(0, func(e DirEntry) bool { all = append(all, e); return true })
		for i, e := range all {
			var tail []DirEntry
			f.List(e.Next, func(e DirEntry) bool { tail = append(tail, e); return true })
			assert.Equal(t, len(all)-i-1, len(tail))
			if len(tail) > 0 {
				assert.Equal(t, all[i+1:], tail)
			}
		}
		for _, cookie := range []uint64{1000, math.MaxUint64, math.MaxUint64 - 1, 1 << 63} {
			assert.Equal(t, OK, f.List(cookie, func(e DirEntry) bool { assert.Fail(t, "listed", e); return true }))
		}
	}
}

// A program that removes what it lists, or adds to it, must see every name that was there all the
// time once, and no name twice.
func TestAListingIsStableUnderChanges(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		fs := newFS(t, Limits{})
		constant := map[string]bool{}
		removable := map[string]bool{}
		for i := range 100 {
			name := fmt.Sprint(i)
			create(t, fs, "tmp/"+name, "")
			if random.IntN(4) == 0 {
				constant[name] = true
			} else {
				removable[name] = true
			}
		}
		dir, _ := fs.Open(fs.Root(), "tmp", Read)
		seen := map[string]int{}
		cookie, added := uint64(0), 0
		for more := true; more; {
			more = false
			limit := 1 + random.IntN(5)
			dir.List(cookie, func(e DirEntry) bool {
				seen[e.Name]++
				cookie, more = e.Next, true
				limit--
				return limit > 0
			})
			for name := range removable {
				if random.IntN(3) == 0 {
					require.Equal(t, OK, fs.Unlink(dir, name))
					delete(removable, name)
				}
			}
			if added < 50 {
				added++
				create(t, fs, fmt.Sprintf("tmp/new%d", added), "")
			}
		}
		for name := range constant {
			assert.Equal(t, 1, seen[name], name)
		}
		for name, times := range seen {
			assert.Equal(t, 1, times, name)
		}
	}
}

func TestADirectoryGivesBackWhatItNoLongerNeeds(t *testing.T) {
	fs := newFS(t, Limits{})
	for i := range 1000 {
		create(t, fs, fmt.Sprintf("tmp/%d", i), "")
	}
	for i := range 1000 {
		require.Equal(t, OK, fs.Unlink(fs.Root(), fmt.Sprintf("tmp/%d", i)))
		assert.LessOrEqual(t, len(fs.tmp.entries.order), 2*len(fs.tmp.entries.byName)+slack)
	}
	for range 1000 {
		create(t, fs, "tmp/a", "")
		require.Equal(t, OK, fs.Unlink(fs.Root(), "tmp/a"))
	}
	assert.LessOrEqual(t, len(fs.tmp.entries.order), slack)
}
