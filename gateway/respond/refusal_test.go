package respond

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

// AppendError sends what Error sends, also for an answer that it copies. Each has an id of its own.
func TestACopiedErrorIsTheOneThatErrorSends(t *testing.T) {
	t.Parallel()
	busy := api.Error{Status: 503, Code: api.Unavailable, Message: "The server is busy.", RetryAfter: 2,
		Cause: errors.New("full")}
	with := func(change func(*api.Error)) error {
		e := busy
		change(&e)
		return &e
	}
	r := New(slog.New(slog.DiscardHandler), "test")
	id := regexp.MustCompile(fmt.Sprintf("%x-[0-9]+", r.started))
	seen := map[string]bool{}
	tidy := func(answer []byte) string {
		t.Helper()
		ids := id.FindAllString(string(answer), -1)
		if len(ids) != 2 || ids[0] != ids[1] || seen[ids[0]] {
			t.Errorf("the ids of an answer are %v", ids)
		}
		seen[ids[0]] = true
		head, body, _ := bytes.Cut(answer, []byte("\r\n\r\n"))
		if length := fmt.Sprintf("Content-Length: %d\r\n", len(body)); !bytes.Contains(head, []byte(length)) {
			t.Errorf("the body has %d bytes: %s", len(body), head)
		}
		answer = regexp.MustCompile(`Date: .*|Content-Length: .*`).ReplaceAll(answer, nil) // it depends on the id
		return string(id.ReplaceAll(answer, []byte("ID")))
	}
	var room [2 << 10]byte
	for range 20 { // ids of two lengths
		for _, err := range []error{
			&busy, &busy,
			with(func(e *api.Error) { e.Message = "Another message." }),
			with(func(e *api.Error) { e.RetryAfter = 1 }),
			with(func(e *api.Error) { e.RetryAfter = 0 }),
			with(func(e *api.Error) { e.RetryAfter = maxKept }),
			with(func(e *api.Error) { e.RetryAfter = -1 }),
			with(func(e *api.Error) { e.Status, e.Code, e.Limit = 429, api.TooManyRequests, 32 }),
			with(func(e *api.Error) { e.Status, e.Code, e.Limit = 429, api.TooManyRequests, 64 }),
			with(func(e *api.Error) { e.Fields = []api.Field{{Field: "page", Code: "INVALID", Message: "no number"}} }),
			errors.New("a query is wrong"),
			&busy,
		} {
			var ctx fasthttp.RequestCtx
			ctx.Request.SetRequestURI("/v1/product")
			r.Error(&ctx, err)
			var out bytes.Buffer
			w := bufio.NewWriter(&out)
			if err := ctx.Response.Write(w); err != nil {
				t.Fatal(err)
			}
			_ = w.Flush() // of memory
			want, got := tidy(out.Bytes()), tidy(r.AppendError(room[:0], []byte("/v1/product"), err))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v: AppendError differs from Error:\n%s", err, diff)
			}
		}
	}
}

func TestACopiedErrorAllocatesOnce(t *testing.T) {
	r := New(slog.New(slog.DiscardHandler), "test")
	busy := &api.Error{Status: 503, Code: api.Unavailable, Message: "The server is busy.", RetryAfter: 2}
	var room [2 << 10]byte
	n := testing.AllocsPerRun(1000, func() { r.AppendError(room[:0], nil, busy) })
	if n > 1 {
		t.Errorf("a copied answer allocates %v times", n)
	}
}
