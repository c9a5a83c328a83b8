package gateway

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/wire"
)

// A status is how this gateway fares, for operators. It names no tenant: whoever may read /metrics may read it.
type status struct {
	Gateway   string        `json:"gateway"`
	Ready     bool          `json:"ready"`
	Up        string        `json:"up"`
	Bus       string        `json:"bus"`   // connected, or what else
	Trust     string        `json:"trust"` // whether hits are served without asking Postgres
	Freshness []quantiles   `json:"freshness"`
	Lag       float64       `json:"lagSeconds"` // of the last change
	Hits      uint64        `json:"hits"`
	Misses    uint64        `json:"misses"`
	HitRatio  float64       `json:"hitRatio"`
	Bytes     int64         `json:"bytes"`
	Tenants   int           `json:"tenants"`
	Applied   uint64        `json:"applied"` // changes applied here, over all tenants
	Streams   int           `json:"streams"`
	Drift     driftStatus   `json:"drift"`
	Leader    *leaderStatus `json:"leader,omitempty"`
}

// quantiles are of one histogram since the gateway began.
type quantiles struct {
	What  string  `json:"what"`
	Count uint64  `json:"count"`
	P50   float64 `json:"p50Seconds"`
	P99   float64 `json:"p99Seconds"`
}

// driftStatus is what comparing with Postgres found. All but the first two must be 0.
type driftStatus struct {
	Compared         uint64 `json:"compared"`
	Rounds           uint64 `json:"rounds"`
	StaleHits        uint64 `json:"staleHits"`
	Differed         uint64 `json:"differed"`
	Mended           uint64 `json:"mended"`
	MissedBoundaries uint64 `json:"missedBoundaries"`
	ClockJumps       uint64 `json:"clockJumps"`
}

// leaderStatus is what the leading ingest worker said last.
type leaderStatus struct {
	wire.Members
	Heard string `json:"heard"` // how long ago
}

// status collects it.
func (s *Server) status() *status {
	st, c := &s.cache.Stats, &s.check
	x := &status{
		Gateway: hostAnd(s.listener), Ready: s.ready.Load(), Up: time.Since(s.clock.Start()).Round(time.Second).String(),
		Bus: s.cfg.NATS.Status().String(), Trust: "hits are served as they are",
		Freshness: []quantiles{quantilesOf("commit to applied", s.news.applied), quantilesOf("commit to searchable", s.news.searchable),
			quantilesOf("commit to signalled", s.news.signalled)},
		Lag:  time.Duration(s.replica.Stats.Lag.Load()).Seconds(),
		Hits: st.Hits.Load(), Misses: st.Misses.Load(), Tenants: s.lookup.Tenants(), Applied: s.replica.AppliedAll(), Bytes: s.cache.Bytes(), Streams: s.streams.Count(),
		Drift: driftStatus{Compared: c.compared.Load(), Rounds: c.rounds.Load(), StaleHits: c.stale.Load(), Differed: c.drift.Load(), Mended: c.mended.Load(),
			MissedBoundaries: s.lookup.Late.Load(), ClockJumps: c.jumps.Load()},
	}
	if s.replica.Disconnected() {
		x.Trust = "the bus is silent: Postgres is asked before every hit"
	}
	if all := x.Hits + x.Misses; all > 0 {
		x.HitRatio = float64(x.Hits) / float64(all)
	}
	if r := s.news.roster.Load(); r != nil {
		x.Leader = &leaderStatus{Members: r.Members, Heard: time.Since(r.at).Round(time.Millisecond).String()}
	}
	return x
}

// quantilesOf reads a histogram: each quantile is the upper bound of the bucket it is in.
func quantilesOf(what string, h prometheus.Histogram) quantiles {
	q := quantiles{What: what}
	var m dto.Metric
	if h.Write(&m) != nil || m.Histogram == nil {
		return q
	}
	q.Count = m.Histogram.GetSampleCount()
	at := func(share float64) float64 {
		for _, b := range m.Histogram.Bucket {
			if float64(b.GetCumulativeCount()) >= share*float64(q.Count) {
				return b.GetUpperBound()
			}
		}
		return 60
	}
	if q.Count > 0 {
		q.P50, q.P99 = at(.5), at(.99)
	}
	return q
}

//go:embed status.html
var statusHTML string

var statusPage = template.Must(template.New("status").Funcs(template.FuncMap{
	"ms":      func(s float64) float64 { return s * 1000 },
	"percent": func(r float64) float64 { return r * 100 },
	"mb":      func(n int64) int64 { return n >> 20 },
}).Parse(statusHTML))

// serveStatus answers /status: a page, or JSON for whoever accepts that.
func (s *Server) serveStatus(ctx *fasthttp.RequestCtx) {
	x := s.status()
	contentType := "text/html; charset=utf-8"
	var body bytes.Buffer
	var err error
	if accept := ctx.Request.Header.Peek("Accept"); bytes.Contains(accept, []byte("application/json")) && !bytes.Contains(accept, []byte("text/html")) {
		contentType = respond.JSONType
		err = json.NewEncoder(&body).Encode(x)
	} else {
		err = statusPage.Execute(&body, x)
	}
	if err != nil {
		s.responder.Error(ctx, err)
		return
	}
	respond.Plain(ctx, 200, contentType, body.Bytes())
	h := &ctx.Response.Header
	h.Set("Vary", "Accept")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("X-Frame-Options", "DENY")
	respond.SameOrigin(ctx)
}
