package notify

import (
	"testing"
	"testing/synctest"
	"time"
)

// However many notifications are written, the streams are woken twice a second at most, and once after the last one.
func TestStreamsAreWokenTwiceASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := NewNotices(nil, time.Now, nil)
		first := n.wakeUp()
		n.Wake()
		select {
		case <-first:
		default:
			t.Error("the first notification does not wake the streams at once")
		}
		woken, last := 0, n.wakeUp()
		for range 10_000 { // ten seconds
			n.Wake()
			time.Sleep(time.Millisecond)
			if now := n.wakeUp(); now != last {
				last = now
				woken++
			}
		}
		if woken < 19 || woken > 20 {
			t.Errorf("the streams were woken %d times in 10 s, want 19 or 20", woken)
		}
		time.Sleep(2 * wakePause)
		last = n.wakeUp()
		n.Wake()
		n.Wake()
		time.Sleep(wakePause + time.Millisecond)
		synctest.Wait()
		select {
		case <-last:
		default:
			t.Error("the last notification does not wake the streams")
		}
	})
}
