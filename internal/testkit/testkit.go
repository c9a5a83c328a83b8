// Package testkit holds what tests of several packages need and what starts no part of Vitrine.
package testkit

import (
	"bytes"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Patience is the longest that Until waits. It bounds a failing test and measures nothing.
const Patience = 3 * time.Minute

// Until polls a condition until it holds. After Patience it fails the test and names the condition.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	const soonest, latest = 50 * time.Microsecond, 5 * time.Millisecond
	pause := soonest
	for deadline := time.Now().Add(Patience); !holds(); pause = min(2*pause, latest) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", Patience, what)
		}
		time.Sleep(pause) // what is waited for needs the processors too
	}
}

// Build builds the program vitrine as make build and a release do, so that all of them share what is compiled.
func Build(path string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-o", path, "vitrine/cmd/vitrine") //nolint:gosec // this repository
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// Overlap has twice as many parallel tests run at a time, unless -parallel says how many. It is for packages whose
// tests wait most of the time. TestMain calls it.
func Overlap() {
	const parallel = "test.parallel"
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == parallel })
	if !given {
		_ = flag.Set(parallel, strconv.Itoa(2*runtime.GOMAXPROCS(0))) // a number is valid
	}
}

// Figures reports whether a test judges the times that it measures: VITRINE_TEST_FIGURES is set, to any value. Such a
// test has the machine for itself, and runs without the race detector. make prove-pages sets it.
func Figures() bool { return os.Getenv("VITRINE_TEST_FIGURES") != "" }

// Buffer is a bytes.Buffer for concurrent use.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *Buffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *Buffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// NoLog discards all records.
var NoLog = slog.New(slog.DiscardHandler)
