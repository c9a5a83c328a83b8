package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
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
	Pool    *pgxpool.Pool // the log of changes
	Timeout time.Duration // of a query to Postgres
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
	StaleBy []cache.Invalidation `json:"staleBy,omitempty"` // the tags that were invalidated since, each with its last change
	Changes []Change             `json:"changes,omitempty"` // these changes, as far as they are kept
}

// A Change is a change as the log has it.
type Change struct {
	Seq  uint64    `json:"seq"`
	At   time.Time `json:"at"`
	Rows []string  `json:"rows"`
}

// Explain explains a URL of a tenant, such as /v1/product?limit=2. The /v1 may be missing.
func (w *Why) Explain(tenantID, url string) (*Explanation, error) {
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
	at, now := cached.Snapshot(), w.Clock.Now()
	x := &Explanation{Tenant: tenantID, URL: "/v1" + string(where), Key: strings.ReplaceAll(string(key), "\x00", " "),
		State: "absent", Applied: at.Seq, Epoch: at.Epoch, Trusts: !w.Replica.Disconnected()}
	e := w.Cache.Peek(key)
	if e == nil {
		return x, nil
	}
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
		x.Changes, err = w.changes(tenantID, x.StaleBy)
	}
	return x, err
}

const (
	maxChanges = 3  // that an explanation shows
	maxRows    = 20 // of each of them
)

// changes reads the changes that invalidated an answer, the newest first.
func (w *Why) changes(tenantID string, touches []cache.Invalidation) ([]Change, error) {
	ctx, cancel := context.WithTimeout(context.Background(), w.Timeout)
	defer cancel()
	seqs := map[uint64]bool{}
	for _, t := range touches {
		seqs[t.Seq] = true
	}
	list := make([]int64, 0, len(seqs))
	for seq := range seqs {
		if seq < 1<<62 {
			list = append(list, int64(seq))
		}
	}
	rows, err := w.Pool.Query(ctx, `
SELECT x.seq, x.at,
  array(SELECT r.op::text || ' ' || r.kind || ' ' || r.id || coalesce(': ' || array_to_string(r.changed, ', '), '')
        FROM change_row r WHERE r.tenant_id = $1 AND r.xid = x.xid LIMIT $3)
FROM change_tx x WHERE x.tenant_id = $1 AND x.seq = ANY ($2) ORDER BY x.seq DESC LIMIT $4`,
		tenantID, list, maxRows, maxChanges)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Change])
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	return all, nil
}
