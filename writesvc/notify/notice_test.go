package notify

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

type nowhere struct{}

func (nowhere) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}

// However many notifications are written, the streams of their customers are woken twice a second at most, and once
// after the last one. The streams of others are not woken.
func TestStreamsAreWokenTwiceASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := NewNotices(nil, time.Now, nil)
		ada, bob, eve := n.streams.enter("shop", "ada"), n.streams.enter("shop", "bob"), n.streams.enter("other", "ada")
		tell := func() {
			if err := n.Tell(t.Context(), nowhere{}, "shop", "ada", Notice{}); err != nil {
				t.Fatal(err)
			}
			n.Wake()
		}
		woken := func(at *slot) bool {
			select {
			case <-at.news:
				return true
			default:
				return false
			}
		}
		tell()
		if !woken(ada) {
			t.Error("the first notification does not wake the stream at once")
		}
		times := 0
		for range 10_000 { // ten seconds
			tell()
			time.Sleep(time.Millisecond)
			if woken(ada) {
				times++
			}
		}
		if times < 19 || times > 20 {
			t.Errorf("the stream was woken %d times in 10 s, want 19 or 20", times)
		}
		time.Sleep(2 * wakePause)
		woken(ada)
		tell()
		tell()
		woken(ada)
		time.Sleep(wakePause + time.Millisecond)
		synctest.Wait()
		if !woken(ada) {
			t.Error("the last notification does not wake the stream")
		}
		if woken(bob) || woken(eve) {
			t.Error("a stream of another customer was woken")
		}
	})
}

// A stream that is woken before the commit is woken again after it. Once it has read the notification, it is not.
func TestAStreamIsWokenUntilItHasReadTheNotification(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := NewNotices(nil, time.Now, nil)
		ada := n.streams.enter("shop", "ada")
		woken := func() bool {
			time.Sleep(2 * wakePause)
			n.Wake()
			select {
			case <-ada.news:
				return true
			default:
				return false
			}
		}
		for range 2 { // in two transactions
			if err := n.Tell(t.Context(), nowhere{}, "shop", "ada", Notice{}); err != nil {
				t.Fatal(err)
			}
		}
		first := woken() // by another transaction's commit
		n.streams.read(ada, 1)
		second := woken()
		n.streams.read(ada, 1)
		if third := woken(); !first || !second || third {
			t.Errorf("woken before it had read both: %v and %v; afterwards: %v", first, second, third)
		}
	})
}
