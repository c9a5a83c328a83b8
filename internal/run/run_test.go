package run_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/run"
)

func TestSafely(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	if err := run.Safely(func() error { return failed }); !errors.Is(err, failed) || run.Panicked(err) {
		t.Errorf("an error: %v", err)
	}
	if err := run.Safely(func() error { return nil }); err != nil {
		t.Errorf("no error: %v", err)
	}
	err := run.Safely(func() error { panic("a defect") })
	if !run.Panicked(fmt.Errorf("a call: %w", err)) || !strings.Contains(err.Error(), "panic: a defect\n") || !strings.Contains(err.Error(), "TestSafely") {
		t.Errorf("a panic: %v", err)
	}
}
