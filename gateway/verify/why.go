package verify

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/clock"
)

// A Why explains what the cache holds for a URL.
type Why struct {
	Cache   *cache.Cache
	Replica *replica.Replica
	Lookup  *lookup.Lookup
	Router  *query.Router
	Clock   *clock.Clock
	Changes *Changes
	Render  func(ctx context.Context, tenantID, url string) (read.Rendering, error) // as of Verifier
	Timeout time.Duration                                                           // of reading Postgres
	Log     *slog.Logger
}

// An Explanation is what the cache knows of a URL.
type Explanation struct {
	Tenant  string               `json:"tenant"`
	URL     string               `json:"url"` // canonical
	Key     string               `json:"key"`
	State   string               `json:"state"`   // fresh, stale, expired or absent
	Applied uint64               `json:"applied"` // the tenant's last change that is applied here
	Epoch   string               `json:"epoch"`
	Trusts  bool                 `json:"trusts"` // the gateway is connected, and serves hits without a query to Postgres
	Status  int                  `json:"status,omitempty"`
	Stamp   uint64               `json:"stamp,omitempty"` // the change it is complete as of
	Made    *time.Time           `json:"made,omitempty"`
	Age     string               `json:"age,omitempty"`
	Until   *time.Time           `json:"validUntil,omitempty"`
	Cause   string               `json:"cause,omitempty"` // why it was read when it was read
	Tags    []string             `json:"tags,omitempty"`
	StaleBy []cache.Invalidation `json:"staleBy,omitempty"` // the invalidated tags, each with its last change
	Changes []Change             `json:"changes,omitempty"` // these changes, as far as they are kept

	Compared *Comparison `json:"compared,omitempty"` // if it was requested
}

// A Comparison is a cached answer beside the answer of Postgres.
type Comparison struct {
	Read   uint64      `json:"read"`   // the change that Postgres's answer is complete as of
	Status int         `json:"status"` // of Postgres's answer
	First  *Difference `json:"first,omitempty"`

	// Between lists the changes after the cached answer's stamp, up to Read, as far as they are kept. If the cached answer
	// is fresh and differs, they are the ones that should have made it stale.
	Between []Change `json:"between,omitempty"`
}

// ServeHTTP answers ?tenant=…&path=…&compare=true for the admin listener.
func (w *Why) ServeHTTP(rw http.ResponseWriter, rq *http.Request) {
	q := rq.URL.Query()
	x, err := w.Explain(q.Get("tenant"), q.Get("path"), q.Get("compare") == "true")
	var body []byte
	if err == nil {
		body, err = json.Marshal(x)
	}
	status := http.StatusOK
	if err != nil {
		e := api.Of(err)
		status, body = e.Status, e.Body("")
		if status >= 500 {
			w.Log.Error("request failed", "path", rq.URL.Path, "status", status, "err", err)
		}
	}
	rw.Header().Set("Content-Type", respond.JSONType)
	rw.WriteHeader(status)
	_, _ = rw.Write(append(body, '\n')) //nolint:gosec // JSON; the client may be gone
}

// Explain explains a URL of a tenant, such as /v1/product?limit=2. The /v1 may be missing. If compareToo is set, it
// reads the answer from Postgres as well, and compares a cached answer with it.
func (w *Why) Explain(tenantID, url string, compareToo bool) (*Explanation, error) {
	if rest, ok := strings.CutPrefix(url, "/t/"+tenantID+"/"); ok {
		url = "/" + rest
	}
	if !strings.HasPrefix(url, "/v1/") {
		url = "/v1" + url
	}
	t := w.Lookup.ByID(tenantID)
	if t == nil {
		return nil, api.UnknownTenant()
	}
	q, err := w.Router.ResolveURL(url)
	if errors.Is(err, query.ErrNotRead) {
		return nil, api.Errorf(400, api.InvalidRequest, "Only answers under /v1 are kept.")
	}
	if err != nil {
		return nil, err
	}
	cached, err := w.Lookup.Cached(t)
	if err != nil {
		return nil, err
	}
	where := q.AppendURL(nil)
	key := cache.AppendKey(nil, tenantID, where)
	e := w.Cache.Peek(key)
	var compared *Comparison
	if e != nil && compareToo {
		if compared, err = w.compare(cached, e, "/v1"+string(where)); err != nil {
			return nil, err
		}
	}
	at, now := cached.Snapshot(), w.Clock.Now()
	x := &Explanation{Tenant: tenantID, URL: "/v1" + string(where), Key: strings.ReplaceAll(string(key), "\x00", " "),
		State: "absent", Applied: at.Seq, Epoch: at.Epoch, Trusts: !w.Replica.Disconnected()}
	if e == nil {
		return x, nil
	}
	x.Compared = compared
	x.Status, x.Stamp, x.Made, x.Cause, x.Tags = 200, e.Stamp, &e.Made, e.Cause, e.AllTags()
	if e.Body == nil {
		x.Status = 404
	}
	x.Age = now.Sub(e.Made).Round(time.Millisecond).String()
	if !e.ValidUntil.IsZero() {
		x.Until = &e.ValidUntil
	}
	switch {
	case e.Fresh(now):
		x.State = "fresh"
	case e.Expired(now):
		x.State = "expired"
	default:
		x.State, x.StaleBy = "stale", e.Invalidations()
		seqs := make([]uint64, len(x.StaleBy))
		for i, t := range x.StaleBy {
			seqs[i] = t.Seq
		}
		x.Changes, err = w.Changes.Of(tenantID, seqs)
	}
	return x, err
}

// compare reads a URL from Postgres and compares the entry with it. What Postgres shows is applied here first, so that
// the entry's state afterwards says whether the gateway would still have served it.
func (w *Why) compare(t *replica.Tenant, e *cache.Entry, url string) (*Comparison, error) {
	ctx, cancel := context.WithTimeout(context.Background(), w.Timeout)
	defer cancel()
	r, err := w.Render(ctx, t.ID, url)
	if err != nil {
		var known *api.Error
		if !errors.As(err, &known) || known.Status >= 500 {
			return nil, err
		}
		r.Status, r.Body = known.Status, nil
	}
	if r.Read.Epoch != "" { // else nothing had to be read
		if err := t.CatchUp(ctx, r.Read.Epoch, r.Read.Seq); err != nil {
			return nil, err
		}
	}
	c := &Comparison{Read: r.Read.Seq, Status: r.Status, First: firstDifference(e.Body, r.Body)}
	if c.First != nil {
		c.Between, err = w.Changes.Between(t.ID, e.Stamp, r.Read.Seq)
		return c, err
	}
	return c, nil
}
