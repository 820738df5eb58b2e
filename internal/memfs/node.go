package memfs

// A Kind says what a file is. The values are the file types of WASI preview 1.
type Kind uint8

// The kinds of file.
const (
	Device    Kind = 2 // a character device: /dev/null
	Directory Kind = 3
	Regular   Kind = 4
)

// A node is one file or directory. Those of a Tree are shared by all guests and never change.
type node struct {
	kind     Kind
	writable bool // belongs to the /tmp of one FS
	inode    uint64
	parent   *node // of a directory, what ".." means; the root is its own parent

	entries *directory // of a directory
	packed  *packed    // of a file of the Tree
	content content    // of a file under /tmp

	times Times

	// Of a node under /tmp: it goes when no name and no File refers to it.
	linked bool
	files  int
}

// Times are the times of a file, in nanoseconds since 1970. Reading does not change Access.
type Times struct {
	Access, Modified, Changed int64
}

// A Stat is what is known about a file.
type Stat struct {
	Inode uint64
	Kind  Kind
	Links uint64
	Size  int64
	Times
}

func (n *node) stat() Stat {
	s := Stat{Inode: n.inode, Kind: n.kind, Links: 1, Times: n.times}
	switch {
	case n.packed != nil:
		s.Size = n.packed.size
	case n.kind == Regular:
		s.Size = n.content.size
	}
	if n.writable && !n.linked {
		s.Links = 0
	}
	return s
}
