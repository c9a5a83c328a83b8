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
	if !run.Panicked(fmt.Errorf("a call: %w", err)) {
		t.Fatalf("a panic: %v", err)
	}
	for _, part := range []string{"panic: a defect\n", "TestSafely"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error lacks %q: %v", part, err)
		}
	}
}
