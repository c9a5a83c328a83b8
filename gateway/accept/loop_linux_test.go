package accept

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"vitrine/internal/proving"
)

// watched is a server behind a poller. Of what its cache does not have, "/slow" is ConnState only once release is called.
type watched struct {
	*twoWays
	p       *loop
	begun   <-chan struct{} // says that somebody has asked for it
	release func()
	done    chan struct{} // closed once it has stopped
}

func newWatched(t *testing.T, body []byte, most int) *watched {
	t.Helper()
	return watch(t, newTwoWays(t, body), most)
}

func watch(t *testing.T, two *twoWays, most int) *watched {
	t.Helper()
	w := &watched{twoWays: two, done: make(chan struct{})}
	w.MaxIdle = most
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if ln, err = Listen(ln, w.Config); err != nil {
		t.Fatal(err)
	}
	w.p = ln.(*loop)
	w.http.Handler, w.begun, w.release = slowly(w.http.Handler)
	w.http.ConnState, w.http.CloseOnShutdown = ConnState, true
	go func() {
		defer close(w.done)
		if err := w.http.Serve(ln); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(w.stop)
	t.Cleanup(w.release)
	return w
}

func (w *watched) stop() {
	_, _ = w.http.Shutdown(), w.p.Close() // fasthttp closes it only once it has begun to serve
	<-w.done
	w.p.Wait(context.Background())
}

// hears dials, says pieces, one after another, and then no more, and returns all that is answered.
func (w *watched) hears(t *testing.T, pieces ...[]byte) string {
	t.Helper()
	c := dialTo(t, w.p.addr.String(), "")
	defer c.Close() //nolint:errcheck // of a test
	go func() {
		for i, p := range pieces {
			if i > 0 && i < 20 {
				time.Sleep(time.Millisecond)
			}
			_, _ = c.Write(p)
		}
		_ = c.(*net.TCPConn).CloseWrite()
	}()
	all, err := io.ReadAll(c)
	if err != nil && !errors.Is(err, unix.ECONNRESET) { // as when what a client said is not read to its end
		t.Error(err)
	}
	return dates.ReplaceAllString(string(all), "Date: now")
}

func TestPollerAnswersAsFasthttpDoes(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte(`{"status":"success","data":[`+strings.Repeat(`{"name":"x"},`, 300)+`0]}`), DefaultConfig().MaxIdle)
	for name, tc := range oddities(w.tag(t)) {
		want, _ := w.says(t, false, tc.said()...)
		w.handled.Store(0)
		if got := w.hears(t, tc.said()...); got != want {
			t.Errorf("%s: by the poller:\n%.900q\nwithout:\n%.900q", name, got, want)
		}
		if seen := int(w.handled.Load()); tc.seen >= 0 && len(tc.pieces) == 1 && seen != tc.seen {
			t.Errorf("%s: fasthttp saw %d requests, want %d", name, seen, tc.seen)
		}
	}
}

// Whatever readers ask, by turns and all at once, of the cache and past it, with bodies and one request upon the other, each hears what it asked for.
func TestConcurrentReadersOfAPollerHearWhatTheyAskedFor(t *testing.T) {
	t.Parallel()
	requests := 150
	if proving.Long() {
		requests = 10_000
	}
	body := bytes.Repeat([]byte("0123456789"), 1000)
	w := newWatched(t, body, DefaultConfig().MaxIdle)
	hit := plainGet + "\r\n"
	var asked, hits atomic.Int64
	var readers sync.WaitGroup
	for r := range 24 {
		readers.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(r), 1))
			var c net.Conn
			var in *bufio.Reader
			for i := range requests {
				if c == nil {
					var err error
					if c, err = dial(t, w.p.addr.String(), ""); err != nil {
						t.Errorf("reader %d, request %d: %v", r, i, err)
						return
					}
					in = bufio.NewReader(c)
				}
				var said string
				var want []string
				for range 1 + rnd.IntN(3)/2 { // at times two at once
					name := fmt.Sprintf("/other-%d-%d", r, i)
					switch rnd.IntN(4) {
					case 0:
						said += "GET " + name + " HTTP/1.1\r\nHost: h\r\n\r\n"
						want = append(want, name)
					case 1:
						said += "POST " + name + " HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde"
						want = append(want, name)
					default:
						said += hit
						want = append(want, "")
					}
				}
				cut := rnd.IntN(4 * len(said)) // at times in two pieces
				cut = min(cut, len(said))
				if len(want) == 1 && want[0] == "" && cut == len(said) {
					hits.Add(1)
				}
				_, err := io.WriteString(c, said[:cut])
				if cut < len(said) && err == nil {
					_, err = io.WriteString(c, said[cut:])
				}
				if err != nil {
					t.Errorf("reader %d, request %d: %v", r, i, err)
					return
				}
				for _, name := range want {
					res, err := http.ReadResponse(in, nil)
					if err != nil {
						t.Errorf("reader %d, request %d: %v", r, i, err)
						return
					}
					got, err := io.ReadAll(res.Body)
					if err := errors.Join(err, res.Body.Close()); err != nil || name == "" && !bytes.Equal(got, body) || !strings.Contains(string(got), name) {
						t.Errorf("reader %d, request %d for %q got %.80q, %v", r, i, name, got, err)
						return
					}
				}
				asked.Add(int64(len(want)))
				if rnd.IntN(40) == 0 { // and goes on with another connection
					_ = c.Close()
					c = nil
				}
			}
		})
	}
	readers.Wait()
	// A connection on which anything else came in pieces, or two at once, is fasthttp's from then on: so not all hits pass it by.
	if n := w.handled.Load(); n == 0 || n >= asked.Load() {
		t.Errorf("fasthttp saw %d of %d requests, of which %d were hits alone and whole", n, asked.Load(), hits.Load())
	}
}

// What is asked while fasthttp still answers something else is ConnState afterwards: nobody speaks up for it a second time.
func TestPollerHearsWhatWasAskedMeanwhile(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), slowHead)
	<-w.begun
	if _, err := io.WriteString(c, plainGet+"\r\n"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond) // it has arrived
	w.release()
	in := bufio.NewReader(c)
	for _, want := range []string{"/slow", "the answer"} {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%q, %v in place of %s", got, err, want)
		}
	}
	if n := w.handled.Load(); n != 1 {
		t.Errorf("fasthttp saw %d requests", n)
	}
}

// What happens to a connection while somebody is busy with it is not lost: who is looks again.
func TestPollerLooksAgain(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), plainGet+"\r\n")
	if err := askOn(t, c); err != nil {
		t.Fatal(err)
	}
	s := w.p.slots[0].Load()
	soon(t, s.claim)
	if _, err := io.WriteString(c, plainGet+"\r\n"); err != nil {
		t.Fatal(err)
	}
	soon(t, func() bool { return s.state.Load() == again })
	if s.release() {
		t.Fatal("a connection on which something was asked is left to wait")
	}
	w.p.workers.Get().(*worker).attend(s, true)
	if err := askOn(t, c); err != nil {
		t.Error(err)
	}
	if at := s.state.Load(); at != idle {
		t.Errorf("it is at %d, not waiting", at)
	}
}

// An answer that is larger than what the system takes at once comes whole, however slowly it is read, and the connection is good for the next one.
func TestPollerWritesAllOfAnAnswerHoweverSlowlyItIsRead(t *testing.T) {
	t.Parallel()
	body := make([]byte, 12<<20)
	for i := range body {
		body[i] = byte(i * 7 >> 3)
	}
	w := newWatched(t, body, DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), "")
	in := bufio.NewReader(c)
	for range 2 {
		if _, err := io.WriteString(c, plainGet+"\r\n"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(got, body) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(body), err)
		}
	}
	if n := w.handled.Load(); n != 0 {
		t.Errorf("fasthttp saw %d requests", n)
	}
}

// Connections on which nothing is asked are closed without a word after a while; those on which something is being ConnState are not, nor those that were just used.
func TestPollerClosesWhatNobodyUses(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	never, used, busy := dialTo(t, w.p.addr.String(), ""), dialTo(t, w.p.addr.String(), plainGet+"\r\n"), dialTo(t, w.p.addr.String(), slowHead)
	<-w.begun
	if err := askOn(t, used); err != nil {
		t.Fatal(err)
	}
	h := w.p.workers.Get().(*worker)
	w.p.closeIdle(time.Now().Add(IdleTimeout/2), h)
	if _, err := io.WriteString(used, plainGet+"\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := askOn(t, used); err != nil {
		t.Fatalf("one that was used: %v", err)
	}
	seen := make(chan struct{})
	var rounds sync.WaitGroup
	rounds.Go(func() { // one that is being let in, or has just been ConnState, is not Taken for one that waits
		for {
			select {
			case <-seen:
				return
			case <-time.After(time.Millisecond):
				w.p.closeIdle(time.Now().Add(2*IdleTimeout), h)
			}
		}
	})
	for name, c := range map[string]net.Conn{"never used": never, "used": used} {
		if got, err := io.ReadAll(c); err != nil || len(got) > 0 {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	close(seen)
	rounds.Wait()
	w.release()
	if err := askOn(t, busy); err != nil {
		t.Errorf("who waited for his answer: %v", err)
	}
}

func TestIdleConnectionsOfAPollerTakeNobodysPlace(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), 8)
	takeNobodysPlace(t, w.p.addr.String(), w.p.conns, w.begun, w.release, plainGet+"\r\n", wholeHead)
}

// A poller that ends lets fasthttp finish, closes what waits, and gives back every descriptor and place.
func TestPollerEnds(t *testing.T) {
	two := newTwoWays(t, []byte("the answer"))
	before := descriptors(t)
	w := watch(t, two, DefaultConfig().MaxIdle)
	waits, asks := dialTo(t, w.p.addr.String(), plainGet+"\r\n"), dialTo(t, w.p.addr.String(), slowHead)
	if err := askOn(t, waits); err != nil {
		t.Fatal(err)
	}
	<-w.begun
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		w.stop()
	}()
	if _, err := io.ReadAll(waits); err != nil {
		t.Errorf("who waited for nothing: %v", err)
	}
	w.release()
	if err := askOn(t, asks); err != nil {
		t.Errorf("who waited for an answer: %v", err)
	}
	<-stopped
	if c, err := net.Dial("tcp", w.p.addr.String()); err == nil {
		_ = c.Close()
		t.Error("somebody listens still")
	}
	_, _ = waits.Close(), asks.Close()
	soon(t, func() bool { // once the last goroutine of fasthttp has closed its connection
		w.p.mu.Lock()
		defer w.p.mu.Unlock()
		return len(w.p.free) == MaxConns && descriptors(t) <= before
	})
}

// soon waits until something is so.
func soon(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to pass")
		}
	}
}

// Nor does it end before an answer is sent that somebody reads slowly.
func TestPollerEndsOnceAnswersAreSent(t *testing.T) {
	t.Parallel()
	body := make([]byte, 12<<20)
	w := newWatched(t, body, DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), plainGet+"\r\n")
	in := bufio.NewReader(c)
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.http.Shutdown(), w.p.Close()
	<-w.done
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		w.p.Wait(context.Background())
	}()
	select {
	case <-stopped:
		t.Error("it ended while an answer was being sent")
	case <-time.After(50 * time.Millisecond):
	}
	if got, err := io.ReadAll(res.Body); err != nil || len(got) != len(body) {
		t.Errorf("%d bytes of %d, %v", len(got), len(body), err)
	}
	<-stopped
}

func descriptors(t *testing.T) int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// Where there is no place, or no descriptor, a connection has to wait or is closed; the next one is served.
func TestPollerHasOnlySoManyPlaces(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	w.p.mu.Lock()
	rest := w.p.free[2:]
	w.p.free = w.p.free[:2]
	w.p.mu.Unlock()
	ask := func() (net.Conn, error) {
		c := dialTo(t, w.p.addr.String(), plainGet+"\r\n")
		return c, askOn(t, c)
	}
	first, err := ask()
	_, err2 := ask()
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(); err == nil {
		t.Error("a third connection was served")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // until it has been heard of
		if _, err = ask(); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err != nil {
		t.Errorf("after one left: %v", err)
	}
	w.p.mu.Lock()
	w.p.free = append(w.p.free, rest...)
	w.p.mu.Unlock()
	w.p.pauseAccept(time.Hour, unix.EMFILE)
	if err := unix.EpollCtl(w.p.epoll, unix.EPOLL_CTL_DEL, w.p.ln, nil); !errors.Is(err, unix.ENOENT) {
		t.Errorf("the door is watched still: %v", err)
	}
	w.p.resumeAcceptIn(0)
	if _, err := ask(); err != nil {
		t.Errorf("after there was no descriptor for a while: %v", err)
	}
}

// Who is still sending a head that is too large is not cut off, and hears what is wrong with it.
func TestWhoSendsAHeadThatIsTooLargeHearsSo(t *testing.T) {
	t.Parallel()
	two := newTwoWays(t, nil)
	two.http.ErrorHandler = Malformed(two.responder)
	w := watch(t, two, DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), plainGet+"X-Long: "+strings.Repeat("x", 17_000))
	time.Sleep(30 * time.Millisecond) // it has been found too large
	if _, err := io.WriteString(c, strings.Repeat("x", 1000)+"\r\n\r\n"); err != nil {
		t.Fatalf("the rest cannot be sent: %v", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 431 || !strings.Contains(string(got), "larger than 16384 bytes") {
		t.Errorf("%d %q, %v", res.StatusCode, got, err)
	}
}

func TestPollerDoesNotAllocate(t *testing.T) {
	w := newWatched(t, bytes.Repeat([]byte("x"), 6000), DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), "")
	asked, got := []byte(plainGet+"\r\n"), make([]byte, 1<<20)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := c.Write(asked); err != nil {
			t.Fatal(err)
		}
		for read := 0; read < 6000; {
			n, err := c.Read(got)
			if err != nil {
				t.Fatal(err)
			}
			read += n
		}
	}); n >= 1 {
		t.Errorf("a hit allocates %v times", n)
	}
}
