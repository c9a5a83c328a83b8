package refresh

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/wire"
)

type noSource struct{ replica.Source }

// BenchmarkLook measures a look at all candidates that one tenant may have, after a change that made one or two of them
// stale. That is the cost of a change besides the refills that it causes.
func BenchmarkLook(b *testing.B) {
	c, err := cache.New(cache.DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(c.Close)
	rep, err := replica.New(c, replica.Config{Source: noSource{}, HeartbeatTimeout: time.Hour})
	if err != nil {
		b.Fatal(err)
	}
	cfg := DefaultConfig()
	cfg.Cache, cfg.Replica, cfg.Clock = c, rep, clock.New(nil, nil)
	r := &Refresher{cfg: cfg}
	r.all = newCandidates(cfg.MaxCandidates, cfg.MaxPerTenant, func() {})
	t := rep.Join(wire.Head{Tenant: "demo", Epoch: "e"})
	q := &query.Query{View: &catalog.View{Shape: catalog.Page}}
	rnd := rand.New(rand.NewPCG(1, 1))
	const products = 66_778
	var lists []*cache.Entry // candidates hold them weakly
	for i := range cfg.MaxPerTenant {
		tags := []string{"product"}
		for range 10 {
			id := rnd.IntN(products)
			tags = append(tags, fmt.Sprint("product:", id), fmt.Sprint("brand:", id%900), fmt.Sprint("merchant:", id%40),
				fmt.Sprint("category:", id%4000))
		}
		key := cache.AppendKey(nil, "demo", fmt.Append(nil, "/list?page=", i))
		e := &cache.Entry{Key: key, Body: []byte("{}"), Tags: tags}
		if !c.Keep(t.Tenant, cache.Snapshot{Epoch: "e"}, e) {
			b.Fatal("a list is not kept")
		}
		r.note(read.Kept{Tenant: t, Query: q, Key: key, Entry: e})
		lists = append(lists, e)
	}
	m := wire.Message{Epoch: "e", Tenant: "demo"}
	b.ReportAllocs()
	for b.Loop() {
		m.Prev, m.Seq = m.Seq, m.Seq+1
		m.Tags = []string{fmt.Sprint("product:", rnd.IntN(products))}
		if err := t.Apply(b.Context(), m); err != nil {
			b.Fatal(err)
		}
		r.stale()
	}
	b.ReportMetric(float64(r.Count()), "left")
	if len(lists) < r.Count() {
		b.Fatal("there are more candidates than lists")
	}
}
