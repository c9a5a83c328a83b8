package gateway

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/wire"
)

// A look at all candidates that one tenant may have, after a change that dropped one or two of them: what a change costs beyond what it makes read again.
func BenchmarkLookAhead(b *testing.B) {
	s := benched(b)
	s.ahead.begin(false)
	member := s.replica.Tenant("demo")
	a := &query.Query{View: &catalog.View{Shape: catalog.Page}}
	r := rand.New(rand.NewPCG(1, 1))
	const products = 66_778
	var lists []*cache.Entry // a look holds them weakly
	for i := range mostAheadEach {
		tags := []string{"product"}
		for range 10 {
			id := r.IntN(products)
			tags = append(tags, fmt.Sprint("product:", id), fmt.Sprint("brand:", id%900), fmt.Sprint("merchant:", id%40), fmt.Sprint("category:", id%4000))
		}
		e := &cache.Entry{Key: cache.AppendKey(nil, "demo", fmt.Append(nil, "/list?page=", i)), Status: 200, Tags: tags}
		if !s.cache.Keep(member.Tenant, cache.Snapshot{Epoch: "e"}, e) {
			b.Fatal("a list is not kept")
		}
		s.noteAhead(member, a, e.Key, "", e)
		lists = append(lists, e)
	}
	m := wire.Message{Epoch: "e", Tenant: "demo"}
	b.ReportAllocs()
	for b.Loop() {
		m.Prev, m.Seq = m.Seq, m.Seq+1
		m.Tags = []string{fmt.Sprint("product:", r.IntN(products))}
		if err := member.Apply(b.Context(), m); err != nil {
			b.Fatal(err)
		}
		s.fallen()
	}
	b.ReportMetric(float64(s.ahead.n), "left")
	if len(lists) < s.ahead.n {
		b.Fatal("there are more candidates than lists")
	}
}

// benched is a server with one tenant and an empty cache.
func benched(b *testing.B) *Server {
	b.Helper()
	s := &Server{clock: clock.New(nil, nil)}
	var err error
	if s.cache, err = cache.New(cache.DefaultConfig()); err != nil {
		b.Fatal(err)
	}
	if s.replica, err = replica.New(s.cache, replica.Config{Source: noSource{}, HeartbeatTimeout: time.Hour}); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.cache.Close)
	s.replica.Join(wire.Head{Tenant: "demo", Epoch: "e"})
	return s
}

type noSource struct{ replica.Source }
