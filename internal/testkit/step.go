package testkit

import (
	"testing"
	"time"
	"unsafe"
)

// Stepped returns a time as time.Now would return it if the system time had just been set forward or back by a number
// of seconds, as an operator or NTP does. The monotonic reading stays, so now must have one: times of testing/synctest
// have none. The package time cannot make such a time. Stepped alters its bits, and fails the test if that had another
// effect.
func Stepped(t testing.TB, now time.Time, by time.Duration) time.Time {
	t.Helper()
	const secondsAt = 30 // of time.Time's first word, in which a time with a monotonic reading has the seconds
	stepped := now
	wall := (*uint64)(unsafe.Pointer(&stepped))  //nolint:gosec // the result is checked below
	*wall += uint64(by/time.Second) << secondsAt //nolint:gosec // it wraps around for a step back
	if stepped.Sub(now) != 0 || stepped.Round(0).Sub(now.Round(0)) != by {
		t.Fatalf("%v, stepped by %v, is %v", now, by, stepped)
	}
	return stepped
}
