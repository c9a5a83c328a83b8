//go:build !linux

package cells

import "errors"

// A File is a file of cells that this process writes. Only Linux has them.
type File struct {
	Tenants []*Tenant
	Kept    bool
}

var errLinux = errors.New("cells need Linux: a clock that all processes share")

// Open fails.
func Open(string, []string, int) (*File, error) { return nil, errLinux }

// Name returns no name.
func (*File) Name() string { return "" }

// Close does nothing.
func (*File) Close() error { return nil }

// Now returns a time at which no lease holds.
func Now() int64 { return 1 << 62 }

// A Mapped file is one that this process only reads. Only Linux has them.
type Mapped struct{ *Reader }

// Map fails.
func Map(string) (*Mapped, error) { return nil, errLinux }

// Close does nothing.
func (*Mapped) Close() error { return nil }
