package parent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/api"
	"vitrine/internal/clock"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// MostRequests is how many requests of other gateways are in progress at once.
const MostRequests = 512

// Gateway is what a Handler needs of its gateway.
type Gateway struct {
	Cache  *cache.Cache
	Lookup *lookup.Lookup
	Router *query.Router
	Reader *read.Reader
	Clock  *clock.Clock

	// Reach returns once a change is applied.
	Reach func(t *replica.Tenant, epoch string, seq uint64) error

	// Build is the commit of this gateway. Requests of another build are declined.
	Build string

	// IsChild says that the gateway has a parent itself. Then it gives no answers, so that two gateways cannot wait for
	// each other.
	IsChild bool
}

// Handler returns what answers GET wire.AnswerPath, with the parameters of a wire.Wanted. It gives an answer from the
// cache, or makes it as for a reader. The status is 409 for what it cannot answer, and 429 or 503 with Retry-After if
// it has too much to do.
func (g *Gateway) Handler() http.Handler {
	compressed, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(1)) // the distance is long, and time counts
	if err != nil {
		panic(err) // the option is valid
	}
	return compressed(http.HandlerFunc(g.serve))
}

func (g *Gateway) serve(w http.ResponseWriter, rq *http.Request) {
	if g.IsChild {
		refuse(w, errChild)
		return
	}
	wanted, err := wire.ParseWanted(rq.URL.Query())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a, err := g.answer(rq.Context(), wanted)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_ = a.Encode(w) // the other gateway may be gone
}

// refuse answers with an error: 409 if this gateway works and cannot give the answer. The other gateway logs the text,
// so it does not contain the request.
func refuse(w http.ResponseWriter, err error) {
	e := api.Of(err)
	status, text := e.Status, string(e.Code)
	switch {
	case errors.Is(err, errDeclined):
		status, text = http.StatusConflict, err.Error()
	case overload(status):
		if e.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(e.RetryAfter))
		}
	case status < http.StatusInternalServerError:
		status = http.StatusConflict
	}
	http.Error(w, text, status)
}

// Why a gateway that works declines a request. The other gateway reads from Postgres.
var (
	errChild  = fmt.Errorf("%w: this gateway has a parent itself", errDeclined)
	errEpochs = fmt.Errorf("%w: a new epoch began meanwhile", errDeclined)
	errBuild  = fmt.Errorf("%w: this gateway is of another build", errDeclined)
	errPath   = fmt.Errorf("%w: the path is not in its canonical form", errDeclined)
)

// errSlow is the cause of a refusal. The fill goes on, so that a repeated request finds the answer.
var errSlow = errors.New("the answer takes too long")

// answerLimit is how long a request waits for its answer here. It is less than the time that the other gateway waits:
// a gateway without an answer would read from Postgres, which makes the answer late.
const answerLimit = 1500 * time.Millisecond

func (g *Gateway) answer(ctx context.Context, w wire.Wanted) (a wire.Answer, err error) {
	if w.Build != g.Build {
		return a, errBuild
	}
	if !g.Lookup.Connected(g.Clock.Machine()) {
		if err := g.Lookup.Verify(); err != nil {
			return a, api.Busy(err) // nothing that is not certain leaves this gateway
		}
	}
	if !g.Lookup.Serves(w.Tenant) {
		return a, api.UnknownTenant()
	}
	t, err := g.Lookup.Cached(g.Lookup.ByID(w.Tenant))
	if err != nil {
		return a, err
	}
	q, err := g.Router.ResolveURL("/v1" + w.Path)
	if err != nil {
		return a, err //nolint:wrapcheck // an api.Error
	}
	if string(q.AppendURL(nil)) != w.Path { // the other gateway keeps the answer under its own path
		return a, errPath
	}
	if err := g.Reach(t, w.Epoch, w.Seq); err != nil {
		return a, api.Busy(err)
	}
	arrived, now := t.Snapshot(), g.Clock.Now()
	key := cache.AppendKey(nil, w.Tenant, q.AppendURL(nil))
	e := g.Cache.Get(key, now)
	valid := arrived.Seq // a fresh entry is valid at all changes from its stamp to what was applied
	if e == nil {
		if w.Kept && q.Text != "" {
			g.Reader.Expect(key)
		}
		if e, err = g.fill(ctx, t, arrived, now, q, key); err != nil {
			return a, err
		}
		valid = e.Stamp
	}
	if e.Read.Epoch != arrived.Epoch {
		return a, errEpochs
	}
	a = wire.Answer{Epoch: e.Read.Epoch, Read: e.Read.Seq, Valid: max(valid, e.Stamp), Engine: e.Engine,
		Tags: e.AllTags(), Missing: e.Body == nil, Body: e.Body}
	if !e.ValidUntil.IsZero() {
		a.Until = &e.ValidUntil
	}
	return a, nil
}

// fill makes an answer. After answerLimit it returns a refusal with Retry-After.
func (g *Gateway) fill(ctx context.Context, t *replica.Tenant, arrived cache.Snapshot, now time.Time, q *query.Query,
	key []byte) (*cache.Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	client := func() admit.Presence {
		if ctx.Err() != nil {
			return admit.Gone
		}
		return admit.There
	}
	type result struct {
		e   *cache.Entry
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.err = run.Safely(func() (err error) {
			r.e, err = g.Reader.Fill(t, arrived, now, q, key, client)
			return err
		})
		done <- r
	}()
	select {
	case r := <-done:
		return r.e, r.err
	case <-ctx.Done():
		return nil, &api.Error{Status: http.StatusServiceUnavailable, Code: api.Unavailable, RetryAfter: 1,
			Message: "The server is busy. Try again in a moment.", Cause: errSlow}
	}
}
