//go:build !linux

package rig

// Apart gives the clients of a benchmark processors of their own where the system can. Here it cannot.
type Apart struct{}

// NewApart divides nothing.
func NewApart() (*Apart, error) { return &Apart{}, nil }

// Servers does nothing.
func (*Apart) Servers() error { return nil }

// Clients does nothing.
func (*Apart) Clients() error { return nil }

// String says that servers and clients share the processors.
func (*Apart) String() string { return "servers and clients share the processors" }
