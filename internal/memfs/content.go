package memfs

// pageSize is the unit in which files under /tmp take memory, as tmpfs does.
const pageSize = 4096

type page [pageSize]byte

// slotSize is what one place in a file's list of pages costs.
const slotSize = 8

// A content is what a file under /tmp holds. Pages that were never written are nil and cost nothing
// but their place in the list.
type content struct {
	pages []*page
	size  int64
}

func (c *content) readAt(p []byte, offset int64) int {
	if offset >= c.size {
		return 0
	}
	p = p[:min(int64(len(p)), c.size-offset)]
	n := 0
	for n < len(p) {
		index, start := (offset+int64(n))/pageSize, (offset+int64(n))%pageSize
		part := p[n:min(len(p), n+int(pageSize-start))]
		if index < int64(len(c.pages)) && c.pages[index] != nil {
			copy(part, c.pages[index][start:])
		} else {
			clear(part)
		}
		n += len(part)
	}
	return n
}

// writeAt writes as much of p as there is room for, which is charged to room. It needs
// offset+len(p) to be a size that files may have.
func (c *content) writeAt(p []byte, offset int64, room *room) int {
	if !c.grow(offset, len(p), room) {
		return 0
	}
	n := 0
	for n < len(p) {
		index, start := (offset+int64(n))/pageSize, (offset+int64(n))%pageSize
		if c.pages[index] == nil {
			if !room.take(pageSize) {
				break
			}
			c.pages[index] = new(page)
		}
		n += copy(c.pages[index][start:], p[n:])
	}
	if n > 0 {
		c.size = max(c.size, offset+int64(n))
	}
	return n
}

// grow makes the list of pages long enough for a write, or as long as there is room for if that is
// enough for its first byte.
func (c *content) grow(offset int64, length int, room *room) bool {
	need := (offset + int64(length) + pageSize - 1) / pageSize
	if need <= int64(len(c.pages)) {
		return true
	}
	longer := max(need, min(2*int64(len(c.pages)), room.limit/pageSize))
	added := longer - int64(len(c.pages))
	if !room.take(added * slotSize) {
		if added = need - int64(len(c.pages)); !room.take(added * slotSize) {
			return false
		}
	}
	pages := make([]*page, int64(len(c.pages))+added)
	copy(pages, c.pages)
	c.pages = pages
	return true
}

// truncate sets the size, which must be one that files may have. A longer file has a hole.
func (c *content) truncate(size int64, room *room) {
	if size == 0 {
		c.free(room)
		return
	}
	if size < c.size {
		keep := (size + pageSize - 1) / pageSize
		for i := keep; i < int64(len(c.pages)); i++ {
			if c.pages[i] != nil {
				c.pages[i] = nil
				room.give(pageSize)
			}
		}
		if last := size / pageSize; size%pageSize != 0 && last < int64(len(c.pages)) && c.pages[last] != nil {
			clear(c.pages[last][size%pageSize:])
		}
	}
	c.size = size
}

func (c *content) free(room *room) {
	for _, p := range c.pages {
		if p != nil {
			room.give(pageSize)
		}
	}
	room.give(int64(len(c.pages)) * slotSize)
	*c = content{}
}

// A room is how much memory the files of one FS may take, and take.
type room struct {
	limit, used int64
}

func (r *room) take(n int64) bool {
	if n > r.limit-r.used {
		return false
	}
	r.used += n
	return true
}

func (r *room) give(n int64) { r.used -= n }
