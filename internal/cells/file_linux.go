package cells

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A File is a file of cells that this process writes. A lock keeps other followers away from it.
type File struct {
	Tenants []*Tenant
	Kept    bool // the file was there already, and what was followed before goes on

	words words
	data  []byte
	lock  *os.File
}

// Open opens the file for these tenants. It makes a new one if there is none, or one of another form, of other tenants
// or of an earlier start of the machine. Readers notice a new file, because it takes the place of the old one at once.
func Open(path string, tenants []string, cells int) (*File, error) {
	if err := checkSize(tenants, cells); err != nil {
		return nil, err
	}
	boot, err := bootID()
	if err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of the cells: %w", err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = lock.Close() // it holds nothing
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("another process follows into %s: end it first, or name another file", path)
		}
		return nil, fmt.Errorf("lock %s.lock: %w", path, err)
	}
	f := &File{lock: lock}
	if err := f.open(path, tenants, cells, boot); err != nil {
		_ = lock.Close() // ends the lock
		return nil, err
	}
	for i, id := range tenants {
		f.Tenants = append(f.Tenants, &Tenant{ID: id, section: f.words.section(i)})
	}
	return f, nil
}

// open maps the file that is there, or else makes one.
func (f *File) open(path string, tenants []string, cells int, boot uint64) error {
	data, err := mapFile(path, true)
	switch {
	case err == nil:
		w := wordsOf(data)
		if w.matches(tenants, cells, boot) {
			f.words, f.data, f.Kept = w, data, true
			return nil
		}
		if w.valid(boot) { // its readers notice the new file once they have no lease
			for i := range int(w[wordTenants].Load()) {
				w.section(i).head[wordLease].Store(0)
			}
		}
		_ = unix.Munmap(data) // nothing uses it
	case !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errSize):
		return err
	}
	return f.create(path, tenants, cells, boot)
}

func (f *File) create(path string, tenants []string, cells int, boot uint64) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return fmt.Errorf("make the file of the cells: %w", err)
	}
	defer func() { _ = file.Close() }() // a mapping needs no open file
	err = fill(file, tenants, cells, boot)
	if err == nil {
		f.data, err = mapFile(file.Name(), true)
	}
	if err == nil {
		if err = os.Rename(file.Name(), path); err != nil {
			_ = unix.Munmap(f.data) // nothing uses it
		}
	}
	if err != nil {
		_ = os.Remove(file.Name()) // it is of no use
		return fmt.Errorf("make the file of the cells: %w", err)
	}
	f.words = wordsOf(f.data)
	return nil
}

// fill writes a new file. Its space is reserved, so that no write through a mapping can fail.
func fill(file *os.File, tenants []string, cells int, boot uint64) error {
	size := int64(sizeOf(len(tenants), cells) * wordBytes)
	err := unix.Fallocate(int(file.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) {
		err = file.Truncate(size)
	}
	if err == nil {
		err = file.Chmod(0o644) // caches run as other users
	}
	if err != nil {
		return err
	}
	data, err := mapFile(file.Name(), true)
	if err != nil {
		return err
	}
	var name [wordBytes]byte
	_, _ = rand.Read(name[:]) // never fails
	wordsOf(data).initialize(tenants, cells, boot, binary.NativeEndian.Uint64(name[:]))
	return unix.Munmap(data)
}

// Name is a name for the follower that a restart with the same file keeps.
func (f *File) Name() string {
	host, err := os.Hostname()
	if err != nil {
		host = "edge"
	}
	host = strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, host)
	host = strings.TrimLeft(host[:min(len(host), 60)], "-.")
	if host == "" {
		host = "edge"
	}
	return host + "-" + strconv.FormatUint(f.words[wordName].Load(), 16)
}

// Close ends all leases, and the lock. The file stays.
func (f *File) Close() error {
	for _, t := range f.Tenants {
		t.End()
	}
	// Closing alone would leave the lock to a child process that is just being started, until it has begun.
	unlock := unix.Flock(int(f.lock.Fd()), unix.LOCK_UN)
	return errors.Join(unix.Munmap(f.data), unlock, f.lock.Close())
}

// Now is the time by the host's clock, in nanoseconds since its start. All processes of the host read the same clock.
// It never jumps.
func Now() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return 1 << 62 // without a clock no lease holds
	}
	return t.Nano()
}

// A Mapped file is one that this process only reads.
type Mapped struct {
	*Reader
	data []byte
}

// Map maps a file for reading.
func Map(path string) (*Mapped, error) {
	boot, err := bootID()
	if err != nil {
		return nil, err
	}
	data, err := mapFile(path, false)
	if err != nil {
		return nil, err
	}
	r, err := newReader(wordsOf(data), boot, Now)
	if err != nil {
		_ = unix.Munmap(data) // nothing uses it
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Mapped{r, data}, nil
}

// Close ends the mapping. The reader must not be used any more.
func (m *Mapped) Close() error { return unix.Munmap(m.data) }

// errSize is the error for a file that can hold no cells.
var errSize = errors.New("its size is that of no file of cells")

// mapFile maps a file, which is neither made shorter nor longer afterwards.
func mapFile(path string, write bool) ([]byte, error) {
	flag, prot := os.O_RDONLY, unix.PROT_READ
	if write {
		flag, prot = os.O_RDWR, unix.PROT_READ|unix.PROT_WRITE
	}
	file, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return nil, fmt.Errorf("open the cells: %w", err)
	}
	defer func() { _ = file.Close() }() // a mapping needs no open file
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("open the cells: %w", err)
	}
	size := info.Size()
	if !info.Mode().IsRegular() || size < headWords*wordBytes || size%wordBytes != 0 ||
		size > int64(sizeOf(MaxTenants, MaxCells)*wordBytes) {
		return nil, fmt.Errorf("open the cells: %s: %w", path, errSize)
	}
	data, err := unix.Mmap(int(file.Fd()), 0, int(size), prot, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	return data, nil
}

// wordsOf are the words of mapped memory, which begins at a page.
func wordsOf(data []byte) words {
	first := (*atomicWord)(unsafe.Pointer(unsafe.SliceData(data))) //nolint:gosec // mapped memory
	return unsafe.Slice(first, len(data)/wordBytes)                //nolint:gosec // whole words of the mapping
}

// bootID identifies the start of the machine: the first 16 digits of the kernel's id of it.
func bootID() (uint64, error) {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return 0, fmt.Errorf("read when the machine was started: %w", err)
	}
	digits := strings.ReplaceAll(strings.TrimSpace(string(text)), "-", "")
	n, err := strconv.ParseUint(digits[:min(16, len(digits))], 16, 64)
	if err != nil {
		return 0, fmt.Errorf("read when the machine was started: %w", err)
	}
	return n, nil
}
