package hostfuncs

import (
	"fmt"
	"reflect"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/internal/memfs"
)

// requireSame compares everything that two guests consist of, private fields of every package
// included. Fields added later are compared as well.
func requireSame(t testing.TB, want, got *Guest) {
	difference := compare("guest", reflect.ValueOf(want), reflect.ValueOf(got), map[[2]unsafe.Pointer]bool{})
	require.Empty(t, difference)
}

// notState are what a guest is given by its host, and when its clock was started.
var notState = map[string]bool{"guest.Channel": true, "guest.started": true}

func compare(path string, a, b reflect.Value, seen map[[2]unsafe.Pointer]bool) string {
	if notState[path] {
		return ""
	}
	switch a.Kind() {
	case reflect.Func:
		return ""
	case reflect.Pointer:
		if a.IsNil() != b.IsNil() {
			return path + " is set in one only"
		}
		pair := [2]unsafe.Pointer{a.UnsafePointer(), b.UnsafePointer()}
		if a.IsNil() || seen[pair] {
			return ""
		}
		seen[pair] = true
		return compare(path, a.Elem(), b.Elem(), seen)
	case reflect.Struct:
		for i := range a.NumField() {
			if d := compare(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i), seen); d != "" {
				return d
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s has %d and %d elements", path, a.Len(), b.Len())
		}
		for i := range a.Len() {
			if d := compare(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i), seen); d != "" {
				return d
			}
		}
		return ""
	case reflect.Map:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s has %d and %d keys", path, a.Len(), b.Len())
		}
		for _, key := range a.MapKeys() {
			other := b.MapIndex(key)
			if !other.IsValid() {
				return fmt.Sprintf("%s has %v in one only", path, key)
			}
			if d := compare(fmt.Sprintf("%s[%v]", path, key), a.MapIndex(key), other, seen); d != "" {
				return d
			}
		}
		return ""
	default:
		if !a.Equal(b) {
			return fmt.Sprintf("%s is %v and %v", path, a, b)
		}
		return ""
	}
}

// dirty does everything to a guest that leaves something behind.
var dirty = map[string]func(t *testing.T, c *caller){
	"a file left open": func(t *testing.T, c *caller) { c.open(t, "tmp/file") },
	"a file of the tree left open": func(t *testing.T, c *caller) {
		at, length := c.putPath(t, "lib/file")
		require.Equal(t, memfs.OK, c.call(t, "path_open", fdRoot, 0, at, length, 0, uint64(rightRead), 0, 0, resultAt))
	},
	"a file left behind": func(t *testing.T, c *caller) {
		fd := c.open(t, "tmp/file")
		require.Equal(t, memfs.OK, c.write(t, fd, "secret"))
		require.Equal(t, memfs.OK, c.call(t, "fd_close", fd))
	},
	"an open file without a name": func(t *testing.T, c *caller) {
		c.open(t, "tmp/file")
		at, length := c.putPath(t, "tmp/file")
		require.Equal(t, memfs.OK, c.call(t, "path_unlink_file", fdRoot, at, length))
	},
	"a directory left behind": func(t *testing.T, c *caller) {
		at, length := c.putPath(t, "tmp/d")
		require.Equal(t, memfs.OK, c.call(t, "path_create_directory", fdRoot, at, length))
	},
	"standard input closed":  func(t *testing.T, c *caller) { require.Equal(t, memfs.OK, c.call(t, "fd_close", fdStdin)) },
	"standard output closed": func(t *testing.T, c *caller) { require.Equal(t, memfs.OK, c.call(t, "fd_close", fdStdout)) },
	"standard error replaced": func(t *testing.T, c *caller) {
		require.Equal(t, memfs.OK, c.call(t, "fd_close", fdStderr))
		require.Equal(t, uint64(fdStderr), c.open(t, "tmp/file"))
	},
	"flags of standard output": func(t *testing.T, c *caller) {
		require.Equal(t, memfs.OK, c.call(t, "fd_fdstat_set_flags", fdStdout, flagNonblock))
	},
	"flags of the root": func(t *testing.T, c *caller) {
		require.Equal(t, memfs.OK, c.call(t, "fd_fdstat_set_flags", fdRoot, flagNonblock|flagAppend))
	},
	"a frame half read": func(t *testing.T, c *caller) {
		c.Channel = &loop{frame: []byte("secret")}
		_, err := c.try("fd3_read", bufferAt, 1)
		require.NoError(t, err)
	},
	"many descriptors": func(t *testing.T, c *caller) {
		for range 100 {
			c.open(t, "tmp/file")
		}
		require.Equal(t, memfs.OK, c.call(t, "fd_close", 50))
	},
}

func TestNothingSurvivesAReset(t *testing.T) {
	for name, make := range dirty {
		t.Run(name, func(t *testing.T) {
			c := newCaller(t, Limits{})
			require.True(t, c.Pristine())
			make(t, c)
			assert.False(t, c.Pristine())
			c.Reset()
			assert.True(t, c.Pristine())
			requireSame(t, newTestGuest(t, Limits{}), c.Guest)
			spare := c.table.descriptors[:cap(c.table.descriptors)]
			for _, d := range spare[fdFirst:] {
				assert.Equal(t, descriptor{}, d)
			}
		})
	}
}

func TestAResetStartsTheClocksAnew(t *testing.T) {
	g := newTestGuest(t, Limits{})
	g.Monotonic = nil
	g.started = g.started.Add(-time.Hour)
	assert.Greater(t, g.monotonic(), time.Hour)
	g.Reset()
	assert.GreaterOrEqual(t, g.monotonic(), monotonicStart)
	assert.Less(t, g.monotonic(), time.Minute)
	before, _ := g.files.Stat(g.files.Root(), "tmp")
	g.Wall = func() time.Time { return someTime.Add(time.Hour) }
	g.Reset()
	after, _ := g.files.Stat(g.files.Root(), "tmp")
	assert.Equal(t, before.Modified+int64(time.Hour), after.Modified)
}
