//go:build !linux

package rig

// Apart gives one part of a benchmark processors of its own where the system can. Here it cannot.
type Apart struct{}

// NewApart divides nothing.
func NewApart(string) (*Apart, error) { return &Apart{}, nil }

// Own does nothing.
func (*Apart) Own() error { return nil }

// Others does nothing.
func (*Apart) Others() error { return nil }

// String says that all share the processors.
func (*Apart) String() string { return "all share the processors" }
