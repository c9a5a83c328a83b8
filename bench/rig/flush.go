package rig

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Flushes writes blocks to a file in a folder and flushes each, as Postgres does with its log. It returns the flushes
// per second.
func Flushes(dir string, span time.Duration) (rate float64, err error) {
	f, err := os.Create(filepath.Join(dir, "flush"))
	if err != nil {
		return 0, fmt.Errorf("create a file: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	const size = 16 << 20
	if _, err := f.Write(make([]byte, size)); err != nil {
		return 0, fmt.Errorf("write: %w", err)
	}
	if err := f.Sync(); err != nil {
		return 0, fmt.Errorf("flush: %w", err)
	}
	block, n, began := make([]byte, 8<<10), 0, time.Now()
	for ; time.Since(began) < span; n++ {
		if _, err := f.WriteAt(block, int64(n*len(block))%size); err != nil {
			return 0, fmt.Errorf("write: %w", err)
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			return 0, fmt.Errorf("flush: %w", err)
		}
	}
	return float64(n) / time.Since(began).Seconds(), nil
}
