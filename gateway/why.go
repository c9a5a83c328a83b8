package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/gateway/query"
	"vitrine/gateway/respond"
	"vitrine/internal/api"
)

// An explanation is what the cache knows of a URL.
type explanation struct {
	Tenant  string        `json:"tenant"`
	URL     string        `json:"url"` // in its one form
	Key     string        `json:"key"`
	State   string        `json:"state"`   // fresh, stale, expired or absent
	Applied uint64        `json:"applied"` // the tenant's last change that is applied here
	Epoch   string        `json:"epoch"`
	Trusts  bool          `json:"trusts"` // the gateway trusts what it holds, and does not ask Postgres first
	Status  int           `json:"status,omitempty"`
	Stamp   uint64        `json:"stamp,omitempty"` // the change it is complete as of
	Made    *time.Time    `json:"made,omitempty"`
	Age     string        `json:"age,omitempty"`
	Until   *time.Time    `json:"validUntil,omitempty"`
	Cause   string        `json:"cause,omitempty"` // why it was read when it was read
	Tags    []string      `json:"tags,omitempty"`
	StaleBy []cache.Touch `json:"staleBy,omitempty"` // the tags that were touched since, and the last change that did
	Changes []cause       `json:"changes,omitempty"` // these changes, as far as they are kept
}

// A cause is a change as it is kept.
type cause struct {
	Seq  uint64    `json:"seq"`
	At   time.Time `json:"at"`
	Rows []string  `json:"rows"`
}

const (
	whyChanges = 3
	whyRows    = 20
)

// serveWhy answers /admin/why?tenant=…&path=…: for people at this machine.
func (s *Server) serveWhy(ctx *fasthttp.RequestCtx) {
	if !s.local(ctx) {
		s.responder.Error(ctx, api.Errorf(404, api.NotFound, "There is nothing at this address."))
		return
	}
	args := ctx.QueryArgs()
	e, err := s.why(string(args.Peek("tenant")), string(args.Peek("path")))
	var body []byte
	if err == nil {
		body, err = json.Marshal(e)
	}
	if err != nil {
		s.responder.Error(ctx, err)
		return
	}
	respond.Plain(ctx, 200, respond.JSONType, append(body, '\n'))
	respond.SameOrigin(ctx)
}

// why explains a URL such as /v1/product?limit=2 of a tenant.
func (s *Server) why(tenantID, url string) (*explanation, error) {
	if rest, ok := strings.CutPrefix(url, "/t/"+tenantID+"/"); ok {
		url = "/" + rest
	}
	if !strings.HasPrefix(url, "/v1/") {
		url = "/v1" + url
	}
	t := s.lookup.ByID(tenantID)
	if t == nil {
		return nil, api.UnknownTenant()
	}
	q, err := s.router.ResolveURL(url)
	if errors.Is(err, query.ErrNotRead) {
		return nil, api.Errorf(400, api.InvalidRequest, "Only answers under /v1 are kept.")
	}
	if err != nil {
		return nil, err
	}
	member, err := s.lookup.Cached(t)
	if err != nil {
		return nil, err
	}
	where := q.AppendURL(nil)
	key := cache.AppendKey(nil, tenantID, where)
	now := s.clock.Now()
	at := member.Snapshot()
	x := &explanation{Tenant: tenantID, URL: "/v1" + string(where), Key: strings.ReplaceAll(string(key), "\x00", " "), State: "absent", Applied: at.Seq, Epoch: at.Epoch,
		Trusts: !s.replica.Disconnected()}
	e := s.cache.Peek(key)
	if e == nil {
		return x, nil
	}
	x.Status, x.Stamp, x.Made, x.Age, x.Cause, x.Tags = e.Status, e.Stamp, &e.Made, now.Sub(e.Made).Round(time.Millisecond).String(), e.Cause, e.Carries()
	if !e.ValidUntil.IsZero() {
		x.Until = &e.ValidUntil
	}
	switch {
	case e.Fresh(now):
		x.State = "fresh"
	case !e.Lasts(now):
		x.State = "expired"
	default:
		x.State, x.StaleBy = "stale", e.Touches()
		x.Changes, err = s.causes(tenantID, x.StaleBy)
	}
	return x, err
}

// causes reads the changes that touched an answer, the newest first.
func (s *Server) causes(tenantID string, touches []cache.Touch) ([]cause, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.FillTimeout)
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
	rows, err := s.cfg.Pool.Query(ctx, `
SELECT x.seq, x.at, array(SELECT r.op::text || ' ' || r.kind || ' ' || r.id || coalesce(': ' || array_to_string(r.changed, ', '), '')
                          FROM change_row r WHERE r.tenant_id = $1 AND r.xid = x.xid LIMIT $3)
FROM change_tx x WHERE x.tenant_id = $1 AND x.seq = ANY ($2) ORDER BY x.seq DESC LIMIT $4`, tenantID, list, whyRows, whyChanges)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[cause])
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	return all, nil
}
