package rank

import (
	"runtime"
	"testing"

	"vitrine/internal/testkit"
)

// A scratch that is kept for later searches does not keep the index of an earlier one in memory.
func TestAFreeScratchKeepsNoIndex(t *testing.T) {
	t.Parallel()
	var s Scratch
	gone := make(chan struct{})
	func() {
		x := indexed("red lamp", "red desk lamp", "green desk")
		runtime.AddCleanup(&x.terms[0].rows[0][0], func(struct{}) { close(gone) }, struct{}{})
		q := Parse("red lamp d", "en", nil)
		x.Find(&q, []uint64{0b111}, nil, &s)
	}()
	s.Free()
	testkit.Until(t, "the index is collected", func() bool {
		runtime.GC()
		select {
		case <-gone:
			return true
		default:
			return false
		}
	})
	runtime.KeepAlive(&s)
}
