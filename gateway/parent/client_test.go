package parent_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/gateway/parent"
	"vitrine/internal/api"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

var wanted = wire.Wanted{Head: wire.Head{Tenant: "demo", Epoch: "now", Seq: 7}, Path: "/faq"}

// ask starts a parent that answers in one way, and asks it.
func ask(t *testing.T, timeout time.Duration, serve http.HandlerFunc) (*parent.Client, wire.Answer, error) {
	t.Helper()
	s := httptest.NewServer(serve)
	t.Cleanup(s.Close)
	c, err := parent.New(parent.Config{URL: s.URL + "/", Token: "secret", Timeout: timeout, Log: testkit.NoLog})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	a, err := c.Answer(t.Context(), wanted)
	return c, a, err
}

func TestTheParentIsAskedWithTheTokenAndTheLastChange(t *testing.T) {
	t.Parallel()
	_, a, err := ask(t, 0, func(w http.ResponseWriter, rq *http.Request) {
		got, err := wire.ParseWanted(rq.URL.Query())
		if err != nil || got != wanted || rq.URL.Path != "/answer" || rq.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s %v: %v, %v", rq.URL, rq.Header, got, err)
		}
		_ = (&wire.Answer{Epoch: "now", Read: 3, Valid: 7, Tags: []string{"faq|*"}, Body: []byte("body")}).Encode(w)
	})
	if err != nil || string(a.Body) != "body" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestWhatIsNoAnswerIsReadFromPostgres(t *testing.T) {
	t.Parallel()
	answer := func(a wire.Answer) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _ = a.Encode(w) }
	}
	status := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", n) }
	}
	for what, serve := range map[string]http.HandlerFunc{
		"older than what is applied": answer(wire.Answer{Epoch: "now", Read: 3, Valid: 6}),
		"of another epoch":           answer(wire.Answer{Epoch: "before", Read: 30, Valid: 60}),
		"no answer":                  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) },
		"declined":                   status(http.StatusConflict),
		"a wrong token":              status(http.StatusUnauthorized),
		"a failure":                  status(http.StatusInternalServerError),
		"unable to be certain":       status(http.StatusServiceUnavailable),
		"a redirect": func(w http.ResponseWriter, rq *http.Request) {
			http.Redirect(w, rq, "/elsewhere", http.StatusFound)
		},
		"a hanging parent": func(_ http.ResponseWriter, rq *http.Request) { <-rq.Context().Done() },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			if c, a, err := ask(t, 50*time.Millisecond, serve); !errors.Is(err, parent.ErrNoAnswer) || c.Failed.Load() != 1 {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// The head of a request may have 16 KB. A path that does not fit is no fault of the parent's.
func TestALongPathIsNotAskedFor(t *testing.T) {
	t.Parallel()
	c, _, err := ask(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		_ = (&wire.Answer{Epoch: "now", Read: 7, Valid: 7}).Encode(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	long := wanted
	for n, want := range map[int]error{8 << 10: nil, 8<<10 + 1: parent.ErrNoAnswer} {
		long.Path = strings.Repeat("%", n)
		if _, err := c.Answer(t.Context(), long); !errors.Is(err, want) || c.Failed.Load() != 0 {
			t.Errorf("%d bytes: %v, %d failures", n, err, c.Failed.Load())
		}
	}
}

func TestARefusalOfABusyParentIsForTheClient(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		_, _, err := ask(t, 0, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3")
			w.WriteHeader(status)
		})
		if known := new(api.Error); !errors.As(err, &known) || known.Status != status || known.RetryAfter != 3 {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// What visitors search for is not logged.
func TestQuestionsAreNotLogged(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close() // nobody listens
	var out testkit.Buffer
	c, err := parent.New(parent.Config{URL: s.URL, Token: "secret", Log: slog.New(slog.NewTextHandler(&out, nil))})
	if err != nil {
		t.Fatal(err)
	}
	w := wanted
	w.Path = "/product?search=verysecretword"
	if _, err := c.Answer(t.Context(), w); !errors.Is(err, parent.ErrNoAnswer) {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "demo") || strings.Contains(text, "verysecretword") ||
		strings.Contains(text, "secret") {
		t.Errorf("logged: %s", text)
	}
}

// Three failures in a row, and the parent is asked once a second only.
func TestAParentThatFailsIsAskedLessOften(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	var well atomic.Bool
	c, _, _ := ask(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if !well.Load() {
			http.Error(w, "no", http.StatusBadGateway)
			return
		}
		_ = (&wire.Answer{Epoch: "now", Read: 7, Valid: 7}).Encode(w)
	})
	again := func() error {
		_, err := c.Answer(context.Background(), wanted)
		return err
	}
	for range 50 {
		if err := again(); !errors.Is(err, parent.ErrNoAnswer) {
			t.Fatal(err)
		}
	}
	if n := asked.Load(); n > 4 {
		t.Errorf("it was asked %d times", n)
	}
	well.Store(true)
	testkit.Until(t, "it is asked again", func() bool { return again() == nil })
	for range 5 {
		if err := again(); err != nil {
			t.Error(err)
		}
	}
}
