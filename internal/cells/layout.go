package cells

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync/atomic"

	"vitrine/internal/catalog"
)

// The file consists of words of 8 bytes in the byte order of the machine. Each is read and written at once, so a reader
// never sees a part of a number. docs/edge/cells.md describes the words for authors of other readers.
//
//	head     magic, boot, tenants, cells of a tenant, size of the file in bytes, name of the follower
//	tenants  for each: its id (8 words), state, lease, floor, applied, and 4 unused words
//	cells    for each tenant: the number of the last change of the tags of each cell
const (
	wordMagic   = 0
	wordBoot    = 1 // identifies the start of the machine: its clock and its memory are new after that
	wordTenants = 2
	wordCells   = 3
	wordSize    = 4
	wordName    = 5 // random; part of the follower's name
	headWords   = 8

	magic = 0x31534c4c45434956 // "VICELLS1" in little-endian order
)

// Words of a tenant.
const (
	idWords     = 8
	wordState   = 8  // the epoch in the lower half; in the upper one a counter, which is odd while the cells are cleared
	wordLease   = 9  // when the lease ends, in nanoseconds of the host's clock; 0: there is none
	wordFloor   = 10 // the low-water mark: what was valid at an earlier change counts as old
	wordApplied = 11 // the last change whose cells are written
	tenantWords = 16
)

const (
	wordBytes = 8
	pageWords = 4096 / wordBytes

	// MaxTenants is the maximum number of tenants in a file.
	MaxTenants = 256
	// MinCells, MaxCells and DefaultCells bound the number of cells of a tenant, a power of two. A tenant with the default
	// has 1 MiB.
	MinCells, MaxCells, DefaultCells = 1 << 4, 1 << 24, 1 << 17

	maxID = idWords * wordBytes // a shorter id is followed by zeros
)

// words are the words of a file.
type words []atomicWord

// An atomicWord is loaded and stored at once.
type atomicWord = atomic.Uint64

// cellsAt is the word at which the cells begin: after the heads of the tenants, at the start of a page.
func cellsAt(tenants int) int {
	n := headWords + tenants*tenantWords
	return (n + pageWords - 1) / pageWords * pageWords
}

// sizeOf is the number of words of a file.
func sizeOf(tenants, cells int) int { return cellsAt(tenants) + tenants*cells }

// checkSize reports what is wrong with the numbers of tenants and cells.
func checkSize(tenants []string, cells int) error {
	if len(tenants) < 1 || len(tenants) > MaxTenants {
		return fmt.Errorf("%d tenants: must be 1 to %d", len(tenants), MaxTenants)
	}
	seen := map[string]bool{}
	for _, id := range tenants {
		if id == "" || len(id) > maxID || seen[id] {
			return fmt.Errorf("tenant %q: each tenant must be named once, with an id of at most %d bytes", id, maxID)
		}
		seen[id] = true
	}
	if cells < MinCells || cells > MaxCells || bits.OnesCount(uint(cells)) != 1 {
		return fmt.Errorf("%d cells: must be a power of two from %d to %d", cells, MinCells, MaxCells)
	}
	return nil
}

// initialize writes the head and the ids of the tenants.
func (w words) initialize(tenants []string, cells int, boot, name uint64) {
	w[wordBoot].Store(boot)
	w[wordTenants].Store(uint64(len(tenants)))
	w[wordCells].Store(uint64(cells))
	w[wordSize].Store(uint64(len(w) * wordBytes))
	w[wordName].Store(name)
	for i, id := range tenants {
		var text [idWords * wordBytes]byte
		copy(text[:], id)
		for j := range idWords {
			w[headWords+i*tenantWords+j].Store(binary.NativeEndian.Uint64(text[j*wordBytes:]))
		}
	}
	w[wordMagic].Store(magic)
}

// matches reports whether the words are those of a file for these tenants, written since the machine was started.
func (w words) matches(tenants []string, cells int, boot uint64) bool {
	if len(w) != sizeOf(len(tenants), cells) || w[wordMagic].Load() != magic || w[wordBoot].Load() != boot ||
		w[wordTenants].Load() != uint64(len(tenants)) || w[wordCells].Load() != uint64(cells) ||
		w[wordSize].Load() != uint64(len(w)*wordBytes) {
		return false
	}
	for i, id := range tenants {
		if w.id(i) != id {
			return false
		}
	}
	return true
}

// valid reports whether the words are those of any file.
func (w words) valid(boot uint64) bool {
	if len(w) < headWords || w[wordMagic].Load() != magic || w[wordBoot].Load() != boot {
		return false
	}
	tenants, cells := w[wordTenants].Load(), w[wordCells].Load()
	return tenants >= 1 && tenants <= MaxTenants &&
		cells >= MinCells && cells <= MaxCells && bits.OnesCount64(cells) == 1 &&
		len(w) == sizeOf(int(tenants), int(cells)) && w[wordSize].Load() == uint64(len(w)*wordBytes)
}

// id is the id of a tenant.
func (w words) id(i int) string {
	var text [idWords * wordBytes]byte
	for j := range idWords {
		binary.NativeEndian.PutUint64(text[j*wordBytes:], w[headWords+i*tenantWords+j].Load())
	}
	n := 0
	for n < maxID && text[n] != 0 {
		n++
	}
	return string(text[:n])
}

// section is the part of a file that belongs to one tenant.
type section struct {
	head  words
	cells words
}

func (w words) section(i int) section {
	cells := int(w[wordCells].Load())
	at := cellsAt(int(w[wordTenants].Load())) + i*cells
	return section{w[headWords+i*tenantWords:][:tenantWords], w[at : at+cells]}
}

// cellOf is the cell of a tag. A tag of announcements is a hash, so its last letters serve as one. It reports false for
// a text of another form.
func (s section) cellOf(tag string) (i int, ok bool) {
	if len(tag) != catalog.PublicTagLen {
		return 0, false
	}
	for _, c := range []byte(tag) {
		switch {
		case c >= 'a' && c <= 'z':
			c -= 'a'
		case c >= '2' && c <= '7':
			c -= '2' - 26
		default:
			return 0, false
		}
		i = i<<5 | int(c)
	}
	return i & (len(s.cells) - 1), true
}

// A state is the word of that name.
type state uint64

func (s state) epoch() uint32  { return uint32(s) }
func (s state) count() uint32  { return uint32(s >> 32) }
func (s state) changing() bool { return s.count()%2 != 0 }

func stateOf(count, epoch uint32) state { return state(count)<<32 | state(epoch) }
