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

// watched is a server behind an event loop. It answers "/slow" only once release is called.
type watched struct {
	*twoWays
	p       *loop
	begun   <-chan struct{} // receives a value when it was requested
	release func()
	done    chan struct{} // closed once it has stopped
}

func newWatched(t *testing.T, body []byte, most int) *watched {
	t.Helper()
	return watch(t, newTwoWays(t, body), most)
}

func watch(t testing.TB, two *twoWays, most int) *watched {
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
	_, _ = w.http.Shutdown(), w.p.Close() // fasthttp closes it only if it has begun to serve
	<-w.done
	w.p.Wait(context.Background())
}

// send dials, sends pieces one after another, ends the stream, and returns everything that is answered.
func (w *watched) send(t *testing.T, pieces ...[]byte) string {
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
	if err != nil && !errors.Is(err, unix.ECONNRESET) { // if not everything that the client sent was read
		t.Error(err)
	}
	return dates.ReplaceAllString(string(all), "Date: now")
}

func TestTheLoopAnswersLikeFasthttp(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte(`{"status":"success","data":[`+strings.Repeat(`{"name":"x"},`, 300)+`0]}`),
		DefaultConfig().MaxIdle)
	for name, tc := range exchanges(w.tag(t)) {
		want, _ := w.says(t, false, tc.said()...)
		w.handled.Store(0)
		if got := w.send(t, tc.said()...); got != want {
			t.Errorf("%s: with the loop:\n%.900q\nwithout:\n%.900q", name, got, want)
		}
		if seen := int(w.handled.Load()); tc.seen >= 0 && len(tc.pieces) == 1 && seen != tc.seen {
			t.Errorf("%s: %d requests reached fasthttp, want %d", name, seen, tc.seen)
		}
	}
}

// Refusals and hits are made in the same memory. Every client receives its own answers.
func TestTheLoopAnswersHitsAndRefusals(t *testing.T) {
	t.Parallel()
	two := newTwoWays(t, []byte("{}"))
	two.Refuse = func(dst, url, _, _ []byte) []byte {
		if !bytes.HasPrefix(url, []byte("/refused")) {
			return nil
		}
		return fmt.Appendf(dst, "HTTP/1.1 503 Busy\r\nContent-Length: %d\r\n\r\n%s", len(url), url)
	}
	w := watch(t, two, DefaultConfig().MaxIdle)
	var clients sync.WaitGroup
	for r := range 8 {
		clients.Go(func() {
			c, err := dial(t, w.p.addr.String(), "")
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close() //nolint:errcheck // of a test
			in := bufio.NewReader(c)
			for i := range 20 {
				url := fmt.Sprintf("/refused-%d-%d", r, i)
				if _, err := io.WriteString(c, "GET "+url+" HTTP/1.1\r\nHost: h\r\n\r\n"); err != nil {
					t.Error(err)
				}
				if status, body := receive(t, in); status != http.StatusServiceUnavailable || body != url {
					t.Errorf("%s: %d %s", url, status, body)
				}
				if _, err := io.WriteString(c, plainGet+"\r\n"); err != nil {
					t.Error(err)
				}
				if status, body := receive(t, in); status != http.StatusOK || body != "{}" {
					t.Errorf("a hit: %d %s", status, body)
				}
			}
		})
	}
	clients.Wait()
	if n := w.handled.Load(); n != 0 {
		t.Errorf("%d requests reached fasthttp", n)
	}
}

// After a refusal, and while many requests wait, the loop waits a moment for more requests. It does so neither long
// after a refusal nor after a hit.
func TestTheLoopPausesUnderOverloadAlone(t *testing.T) {
	t.Parallel()
	two := newTwoWays(t, []byte("{}"))
	many := false
	two.ManyWait = func() bool { return many }
	two.Refuse = func(dst, url, _, _ []byte) []byte {
		if bytes.HasPrefix(url, []byte("/refused")) {
			return append(dst, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"...)
		}
		return nil
	}
	w := &worker{fast: newFastPath(two.Config)}
	answer := func(request string, want bool) {
		t.Helper()
		if _, _, ok := w.fast.answer([]byte(request + "\r\n")); ok != want {
			t.Fatalf("%q: answered: %t", request, ok)
		}
	}
	const refused = "GET /refused HTTP/1.1\r\nHost: h\r\n"
	if w.overloaded() {
		t.Error("overloaded at first")
	}
	answer(plainGet, true)
	answer("GET /other HTTP/1.1\r\nHost: h\r\n", false)
	if w.overloaded() {
		t.Error("overloaded without a refusal")
	}
	answer(refused, true)
	w.fast.refused = w.fast.refused.Add(time.Hour) // however slow the test is
	if !w.overloaded() {
		t.Error("not overloaded after a refusal")
	}
	answer(plainGet, true)
	if w.overloaded() {
		t.Error("overloaded after a hit")
	}
	answer("GET /other HTTP/1.1\r\nHost: h\r\n", false)
	if !w.overloaded() {
		t.Error("not overloaded soon after a refusal")
	}
	w.fast.refused = time.Now().Add(-overloadedFor)
	if w.overloaded() {
		t.Error("overloaded long after a refusal")
	}
	if many = true; !w.overloaded() {
		t.Error("not overloaded while many requests wait")
	}
	if answer(plainGet, true); w.overloaded() {
		t.Error("overloaded after a hit while many requests wait")
	}
}

// receive reads an answer.
func receive(t *testing.T, in *bufio.Reader) (status int, body string) {
	t.Helper()
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer res.Body.Close() //nolint:errcheck // of a test
	all, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return res.StatusCode, string(all)
}

// Hits and misses, requests with bodies and pipelined requests, from many clients at once: each receives its own
// answers.
func TestConcurrentClientsOfTheLoopReceiveTheirOwnAnswers(t *testing.T) {
	t.Parallel()
	requests := 150
	if proving.Long() {
		requests = 10_000
	}
	body := bytes.Repeat([]byte("0123456789"), 1000)
	w := newWatched(t, body, DefaultConfig().MaxIdle)
	hit := plainGet + "\r\n"
	var asked, hits atomic.Int64
	var clients sync.WaitGroup
	for r := range 24 {
		clients.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(r), 1))
			var c net.Conn
			var in *bufio.Reader
			for i := range requests {
				if c == nil {
					var err error
					if c, err = dial(t, w.p.addr.String(), ""); err != nil {
						t.Errorf("client %d, request %d: %v", r, i, err)
						return
					}
					in = bufio.NewReader(c)
				}
				var said string
				var want []string
				for range 1 + rnd.IntN(3)/2 { // sometimes two at once
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
				cut := rnd.IntN(4 * len(said)) // sometimes in two pieces
				cut = min(cut, len(said))
				if len(want) == 1 && want[0] == "" && cut == len(said) {
					hits.Add(1)
				}
				_, err := io.WriteString(c, said[:cut])
				if cut < len(said) && err == nil {
					_, err = io.WriteString(c, said[cut:])
				}
				if err != nil {
					t.Errorf("client %d, request %d: %v", r, i, err)
					return
				}
				for _, name := range want {
					res, err := http.ReadResponse(in, nil)
					if err != nil {
						t.Errorf("client %d, request %d: %v", r, i, err)
						return
					}
					got, err := io.ReadAll(res.Body)
					if err := errors.Join(err, res.Body.Close()); err != nil || name == "" && !bytes.Equal(got, body) ||
						!strings.Contains(string(got), name) {
						t.Errorf("client %d, request %d for %q: received %.80q, %v", r, i, name, got, err)
						return
					}
				}
				asked.Add(int64(len(want)))
				if rnd.IntN(40) == 0 { // and continues on another connection
					_ = c.Close()
					c = nil
				}
			}
		})
	}
	clients.Wait()
	// Once anything arrives in pieces or two at once, the connection stays with fasthttp, and so do its hits.
	if n := w.handled.Load(); n == 0 || n >= asked.Load() {
		t.Errorf("%d of %d requests reached fasthttp; %d were single, whole hits", n, asked.Load(), hits.Load())
	}
}

// A request that arrives while fasthttp answers another one is answered afterwards, although no event reports it again.
func TestARequestDuringAnotherOneIsAnswered(t *testing.T) {
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
			t.Errorf("received %q, %v; want %s", got, err, want)
		}
	}
	if n := w.handled.Load(); n != 1 {
		t.Errorf("%d requests reached fasthttp", n)
	}
}

// An event on a claimed connection is not lost: the goroutine that has claimed it looks again.
func TestAnEventOnAClaimedConnectionIsNotLost(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), plainGet+"\r\n")
	if err := answerOn(t, c); err != nil {
		t.Fatal(err)
	}
	s := w.p.slots[0].Load()
	soon(t, s.claim)
	if _, err := io.WriteString(c, plainGet+"\r\n"); err != nil {
		t.Fatal(err)
	}
	soon(t, func() bool { return s.state.Load() == again })
	if s.release() {
		t.Fatal("a connection with a request is left idle")
	}
	w.p.workers.Get().(*worker).attend(s, true)
	if err := answerOn(t, c); err != nil {
		t.Error(err)
	}
	if at := s.state.Load(); at != idle {
		t.Errorf("its state is %d, want idle", at)
	}
}

// An answer that is larger than what the kernel accepts at once arrives whole, however slowly it is read. The
// connection can be used again.
func TestALargeAnswerArrivesWholeHoweverSlowlyItIsRead(t *testing.T) {
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
		t.Errorf("%d requests reached fasthttp", n)
	}
}

// Idle connections are closed after a while. Connections that were just used, or wait for an answer, are not.
func TestTheLoopClosesIdleConnections(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	never, used, busy := dialTo(t, w.p.addr.String(), ""), dialTo(t, w.p.addr.String(), plainGet+"\r\n"),
		dialTo(t, w.p.addr.String(), slowHead)
	<-w.begun
	if err := answerOn(t, used); err != nil {
		t.Fatal(err)
	}
	h := w.p.workers.Get().(*worker)
	w.p.closeIdle(time.Now().Add(IdleTimeout/2), h)
	if _, err := io.WriteString(used, plainGet+"\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := answerOn(t, used); err != nil {
		t.Fatalf("the used connection: %v", err)
	}
	seen := make(chan struct{})
	var rounds sync.WaitGroup
	rounds.Go(func() { // a connection that is just accepted or answered does not count as idle
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
	if err := answerOn(t, busy); err != nil {
		t.Errorf("the connection that waits for an answer: %v", err)
	}
}

func TestIdleConnectionsOfTheLoopDoNotTakeTheSlotsOfOthers(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), 8)
	keepSlotsFree(t, w.p.addr.String(), w.p.conns, w.begun, w.release, plainGet+"\r\n", wholeHead)
}

// A loop that stops lets fasthttp finish, closes idle connections, and releases every descriptor and slot.
func TestTheLoopStops(t *testing.T) {
	two := newTwoWays(t, []byte("the answer"))
	before := descriptors(t)
	w := watch(t, two, DefaultConfig().MaxIdle)
	waits, asks := dialTo(t, w.p.addr.String(), plainGet+"\r\n"), dialTo(t, w.p.addr.String(), slowHead)
	if err := answerOn(t, waits); err != nil {
		t.Fatal(err)
	}
	<-w.begun
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		w.stop()
	}()
	if _, err := io.ReadAll(waits); err != nil {
		t.Errorf("the idle connection: %v", err)
	}
	w.release()
	if err := answerOn(t, asks); err != nil {
		t.Errorf("the connection that waits for an answer: %v", err)
	}
	<-stopped
	if c, err := net.Dial("tcp", w.p.addr.String()); err == nil {
		_ = c.Close()
		t.Error("the address still accepts connections")
	}
	_, _ = waits.Close(), asks.Close()
	soon(t, func() bool { // when the last goroutine of fasthttp has closed its connection
		w.p.mu.Lock()
		defer w.p.mu.Unlock()
		return len(w.p.free) == MaxConns && descriptors(t) <= before
	})
}

// soon waits until something holds.
func soon(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the condition is never met")
		}
	}
}

// Wait returns only once an answer was sent that is read slowly.
func TestStopDoesNotCutAnswers(t *testing.T) {
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
		t.Error("Wait returned while an answer was being sent")
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

// Without a free slot a connection is closed, and without a descriptor it waits. The next one is served.
func TestSlotsAndDescriptorsRunOut(t *testing.T) {
	t.Parallel()
	w := newWatched(t, []byte("the answer"), DefaultConfig().MaxIdle)
	w.p.mu.Lock()
	rest := w.p.free[2:]
	w.p.free = w.p.free[:2]
	w.p.mu.Unlock()
	ask := func() (net.Conn, error) {
		c := dialTo(t, w.p.addr.String(), plainGet+"\r\n")
		return c, answerOn(t, c)
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
	for range 1000 { // until the loop has noticed
		if _, err = ask(); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err != nil {
		t.Errorf("after one was closed: %v", err)
	}
	w.p.mu.Lock()
	w.p.free = append(w.p.free, rest...)
	w.p.mu.Unlock()
	w.p.pauseAccept(time.Hour, unix.EMFILE)
	if err := unix.EpollCtl(w.p.epoll, unix.EPOLL_CTL_DEL, w.p.ln, nil); !errors.Is(err, unix.ENOENT) {
		t.Errorf("the listening socket is still watched: %v", err)
	}
	w.p.resumeAcceptIn(0)
	if _, err := ask(); err != nil {
		t.Errorf("after descriptors had run out for a while: %v", err)
	}
}

// A client that is still sending an oversized head receives 431.
func TestAClientStillSendingAnOversizedHeadReceives431(t *testing.T) {
	t.Parallel()
	two := newTwoWays(t, nil)
	two.http.ErrorHandler = Malformed(two.responder.Error)
	w := watch(t, two, DefaultConfig().MaxIdle)
	c := dialTo(t, w.p.addr.String(), plainGet+"X-Long: "+strings.Repeat("x", 17_000))
	time.Sleep(30 * time.Millisecond) // it was found to be too large
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

func TestTheLoopDoesNotAllocate(t *testing.T) {
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
