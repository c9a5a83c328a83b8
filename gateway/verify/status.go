package verify

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/edges"
	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/gateway/stream"
	"vitrine/internal/alarm"
	"vitrine/internal/clock"
	"vitrine/internal/wire"
)

// A Status shows operators how a gateway fares. It names no tenant, so it is as public as /metrics.
type Status struct {
	Name      func() string // of the gateway, for people
	Ready     func() bool
	Bus       func() string // the state of the connection to NATS
	Cache     *cache.Cache
	Replica   *replica.Replica
	Lookup    *lookup.Lookup
	Streams   *stream.Streams
	Verifier  *Verifier
	Freshness *Freshness
	Edges     func() edges.Summary
	Load      func() admit.Load
	Clock     *clock.Clock
	Responder *respond.Responder
	samples   samples
}

// status is the content of /status.
type status struct {
	Gateway   string        `json:"gateway"`
	Ready     bool          `json:"ready"`
	Up        string        `json:"up"`
	Bus       string        `json:"bus"`   // connected, or another state
	Trust     string        `json:"trust"` // whether hits are served without a query to Postgres
	Freshness []quantiles   `json:"freshness"`
	Lag       float64       `json:"lagSeconds"` // of the last change
	Hits      uint64        `json:"hits"`
	Misses    uint64        `json:"misses"`
	HitRatio  float64       `json:"hitRatio"`
	Bytes     int64         `json:"bytes"`
	Tenants   int           `json:"tenants"`
	Applied   uint64        `json:"applied"` // changes applied here, over all tenants
	Streams   int           `json:"streams"`
	Edges     edges.Summary `json:"edges"`
	Load      admit.Load    `json:"admission"`
	Drift     driftStatus   `json:"drift"`
	Leader    *leaderStatus `json:"leader,omitempty"`
	Alarms    []alarm.Alarm `json:"alarms,omitempty"`   // only for the admin listener, because they may name tenants
	Webhooks  []Webhook     `json:"webhooks,omitempty"` // as Alarms
	Operator  bool          `json:"-"`                  // the page is for the admin listener
	Refresh   bool          `json:"-"`                  // the reader chose a page that loads itself again
	Charts    []chart       `json:"-"`
}

// Headline says in a sentence how the gateways fare.
func (x *status) Headline() string {
	switch l := x.Leader; {
	case !x.Ready:
		return "This gateway is not ready."
	case l == nil:
		return "No report of an ingest worker has arrived."
	default:
		behind, most := 0, uint64(0)
		for _, g := range l.Gateways {
			most = max(most, g.Applied)
			if g.Behind > 0 || g.Stuck {
				behind++
			}
		}
		all := len(l.Gateways) + l.Others
		switch {
		case behind == wire.MaxListed && l.Others > 0:
			return fmt.Sprintf("At least %d of %d gateways are behind.", behind, all)
		case behind > 0:
			return fmt.Sprintf("%d of %d gateways are behind.", behind, all)
		case all == 1:
			return fmt.Sprintf("The gateway has applied all %d changes.", most)
		}
		return fmt.Sprintf("All %d gateways have applied all %d changes.", all, most)
	}
}

// quantiles are those of one histogram since the gateway started.
type quantiles struct {
	What  string  `json:"what"`
	Count uint64  `json:"count"`
	P50   float64 `json:"p50Seconds"`
	P99   float64 `json:"p99Seconds"`
}

// driftStatus is what the verifier found. All but the first two must be 0.
type driftStatus struct {
	Compared         uint64 `json:"compared"`
	Rounds           uint64 `json:"rounds"`
	StaleHits        uint64 `json:"staleHits"`
	Differed         uint64 `json:"differed"`
	Mended           uint64 `json:"mended"`
	MissedBoundaries uint64 `json:"missedBoundaries"`
	ClockJumps       uint64 `json:"clockJumps"`
}

// leaderStatus is the last report of the leading worker.
type leaderStatus struct {
	wire.Members
	Heard string `json:"heard"` // how long ago it arrived
}

//go:embed status.html
var statusHTML string

var statusPage = template.Must(template.New("status").Funcs(template.FuncMap{
	"ms":      func(s float64) float64 { return s * 1000 },
	"percent": func(r float64) float64 { return r * 100 },
	"mb":      func(n int64) int64 { return n >> 20 },
}).Parse(statusHTML))

// Serve answers /status: with a page, or with JSON if Accept prefers that.
func (s *Status) Serve(ctx *fasthttp.RequestCtx) {
	x := s.collect()
	x.Charts, x.Refresh = s.samples.charts(), ctx.QueryArgs().Has("refresh")
	contentType, body, err := x.render(string(ctx.Request.Header.Peek("Accept")))
	if err != nil {
		s.Responder.Error(ctx, err)
		return
	}
	respond.Plain(ctx, 200, contentType, body)
	h := &ctx.Response.Header
	h.Set("Vary", "Accept")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("X-Frame-Options", "DENY")
	respond.SameOrigin(ctx)
}

// ForOperators returns the same page with the active alarms and the webhooks, for the admin listener. webhooks may be
// nil.
func (s *Status) ForOperators(alarms func() []alarm.Alarm,
	webhooks func(context.Context) ([]Webhook, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		x := s.collect()
		x.Alarms, x.Operator, x.Charts = alarms(), true, s.samples.charts()
		x.Refresh = rq.URL.Query().Has("refresh")
		if webhooks != nil {
			all, err := webhooks(rq.Context())
			if err != nil {
				x.Alarms = append(x.Alarms, alarm.Alarm{Name: "status", Message: "The webhooks cannot be read."})
			}
			x.Webhooks = all
		}
		contentType, body, err := x.render(rq.Header.Get("Accept"))
		if err != nil {
			http.Error(w, "Internal error.", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Vary", "Accept")
		_, _ = w.Write(body) // the client may be gone
	})
}

// render writes a status as a page, or as JSON if Accept prefers that.
func (x *status) render(accept string) (contentType string, body []byte, err error) {
	var b bytes.Buffer
	if strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html") {
		err = json.NewEncoder(&b).Encode(x)
		return respond.JSONType, b.Bytes(), err
	}
	err = statusPage.Execute(&b, x)
	return "text/html; charset=utf-8", b.Bytes(), err
}

func (s *Status) collect() *status {
	st, vs, f := &s.Cache.Stats, &s.Verifier.Stats, s.Freshness
	x := &status{
		Gateway: s.Name(), Ready: s.Ready(), Up: time.Since(s.Clock.Start()).Round(time.Second).String(),
		Bus: s.Bus(), Trust: "hits are served without a query to Postgres",
		Freshness: []quantiles{quantilesOf("commit to applied", f.applied),
			quantilesOf("commit to searchable", f.searchable), quantilesOf("commit to announced", f.announced)},
		Lag:  time.Duration(s.Replica.Stats.Lag.Load()).Seconds(),
		Hits: st.Hits.Load(), Misses: st.Misses.Load(), Bytes: s.Cache.Bytes(),
		Load: s.Load(), Edges: s.Edges(), Tenants: s.Lookup.Tenants(), Applied: s.Replica.AppliedAll(),
		Streams: s.Streams.Count(),
		Drift: driftStatus{Compared: vs.Compared.Load(), Rounds: vs.Rounds.Load(), StaleHits: vs.StaleHits.Load(),
			Differed: vs.Drift.Load(), Mended: vs.Mended.Load(), MissedBoundaries: s.Lookup.Late.Load(),
			ClockJumps: vs.Jumps.Load()},
	}
	if s.Replica.Disconnected() {
		x.Trust = "the gateway is disconnected: each hit is verified in Postgres"
	}
	if all := x.Hits + x.Misses; all > 0 {
		x.HitRatio = float64(x.Hits) / float64(all)
	}
	if m := f.members.Load(); m != nil {
		x.Leader = &leaderStatus{Members: m.Members, Heard: time.Since(m.at).Round(time.Millisecond).String()}
	}
	return x
}

// quantilesOf reads a histogram. Each quantile is the upper bound of the bucket that it is in.
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
