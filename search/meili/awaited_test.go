package meili_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/ingest"
	"vitrine/ingest/capture"
	"vitrine/ingest/index"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
	"vitrine/search"
	"vitrine/search/meili"
)

// once searches as for an answer that is not kept.
func (s *heldStore) once(text string) (search.Result, error) {
	s.t.Helper()
	q := s.plain(text)
	q.Once, q.Awaited = true, true
	s.read(&q, func(pgx.Tx) {})
	return s.held(q)
}

// A search that is sent once leaves it to another one, a moment before, to count the documents of the index, unless
// rows changed since the index was complete.
func TestASearchThatIsSentOnceTrustsAnIndexThatWasWholeJustNow(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 30)
	s.known()
	first := func() {
		t.Helper()
		time.Sleep(meili.TrustFor + 10*time.Millisecond)
		if res, err := s.once("lantern"); err != nil || res.Leased || res.Engine != "meilisearch" {
			t.Fatalf("the first search: %+v, %v", res, err)
		}
	}
	var want search.Result
	testkit.Until(t, "the second search trusts the index", func() (trusts bool) { // unless the first one took long
		first()
		var err error
		if want, err = s.once("lantern"); err != nil || len(want.IDs) == 0 {
			t.Fatalf("the second search: %+v, %v", want, err)
		}
		return want.Leased
	})
	q := s.plain("lantern")
	s.read(&q, func(pgx.Tx) {})
	if res, err := s.held(q); err != nil || res.Leased || !slices.Equal(res.IDs, want.IDs) || res.Total != want.Total {
		t.Errorf("a search for an answer that is kept: %+v, %v; want %+v", res, err, want)
	}

	s.exec("UPDATE product SET amount = 3 WHERE tenant_id = 'acme' AND id = '" + want.IDs[0] + "'")
	s.follow()
	s.reread()
	if res, err := s.once("lantern"); err != nil || res.Leased {
		t.Errorf("a search after an edit that is not indexed: %+v, %v", res, err)
	}
	s.index()
	s.reread()

	// Memory answers once it is noticed that the index has lost a document, and always when the index is empty.
	first()
	lost := search.Ref{Tenant: "acme", ID: want.IDs[0]}
	if err := s.engine.Index(s.ctx, "product", nil, []search.Ref{lost}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		time.Sleep(meili.TrustFor + 10*time.Millisecond)
		res, err := s.once("lantern")
		if err != nil || res.Engine != "memory" || res.Total != want.Total {
			t.Errorf("an index without a document answers %+v, %v", res, err)
		}
		q := s.plain("lantern")
		s.read(&q, func(tx pgx.Tx) {
			if res, err := s.both.Search(s.ctx, tx, q); err != nil || res.Engine != "memory" || res.Total != want.Total {
				t.Errorf("in a snapshot, an index without a document answers %+v, %v", res, err)
			}
		})
	}
	s.index()
	s.reread()
	first()
	if err := s.engine.Sweep(s.ctx, "product", "acme", 1, 0); err != nil {
		t.Fatal(err)
	}
	if res, err := s.once("lantrn"); !errors.Is(err, search.ErrNotHeld) && (err != nil || res.Total != want.Total) {
		t.Errorf("a mistyped search of an empty index: %+v, %v, want %+v", res, err, want)
	}
	res, err := s.once("lantern")
	if errors.Is(err, search.ErrNotHeld) { // it took longer than the index is trusted
		return
	}
	if err != nil || res.Engine != "memory" || res.Total != want.Total {
		t.Errorf("an empty index answers %+v, %v, want %+v", res, err, want)
	}
}

// A slowGateway applies changes long after they were published, and keeps its lease.
type slowGateway struct {
	replica *replica.Replica
	tenant  *replica.Tenant
}

// behind is how much later than others it applies a change: longer than the worker takes to index it.
const behind = 250 * time.Millisecond

func newSlowGateway(t *testing.T, s *heldStore, bus func() *nats.Conn) *slowGateway {
	t.Helper()
	c, err := cache.New(cache.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	source := capture.Source{DB: s.db.Pool}
	g := &slowGateway{}
	if g.replica, err = replica.New(c, replica.Config{Source: source}); err != nil {
		t.Fatal(err)
	}
	heads, err := source.Heads(s.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		if joined := g.replica.Join(h); h.Tenant == "acme" {
			g.tenant = joined
		}
	}
	conn := bus()
	if _, err := conn.Subscribe(wire.AllChanges, func(msg *nats.Msg) {
		m, err := wire.Decode(msg.Data)
		if err != nil {
			t.Error(err)
			return
		}
		time.AfterFunc(behind, func() { _, _ = g.replica.Apply(context.WithoutCancel(t.Context()), m) })
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Subscribe(wire.BeatSubject, func(*nats.Msg) { g.replica.RenewLease() }); err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	reporter := replica.NewReporter(g.replica, bus(), slog.New(slog.DiscardHandler), wire.Report{Gateway: "slow"}, nil)
	if err := reporter.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(reporter.Stop)
	return g
}

// works starts a worker that indexes products.
func (s *heldStore) works(bus *testkit.Bus) *ingest.Worker {
	s.t.Helper()
	worker, err := ingest.New(ingest.Config{Pool: s.db.Pool, NATS: bus.Connect(), Engine: s.engine,
		Log: slog.New(slog.DiscardHandler), Documents: map[string]index.Documents{"product": {
			Words: []string{"name", "description"}, Live: "t.status NOT IN ('DRAFT', 'ARCHIVED')", Kind: &s.kind.Kind,
			Joined: []index.Joined{{Kind: "brand", Key: "brand_id"}}}}})
	if err != nil {
		s.t.Fatal(err)
	}
	if err := worker.Start(s.ctx); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(worker.Stop)
	return worker
}

// allIndexed reports whether everything of the tenant is indexed.
func (s *heldStore) allIndexed() (all bool) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(s.ctx, `
SELECT EXISTS (SELECT FROM search_cursor c JOIN tenant_seq s USING (tenant_id, epoch, n)
  WHERE c.tenant_id = 'acme' AND c.engine = 'meili')`).Scan(&all); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// A standby that lacks the last commits is promoted. Its numbers are lower than those of documents that are indexed.
// They leave the index, whatever their numbers.
func TestDocumentsOfAnEpochThatEndedLeaveTheIndex(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 20)
	bus := testkit.StartBus(t)
	documents := func(what string, want int64) {
		t.Helper()
		testkit.Until(t, what, s.allIndexed)
		if n, err := s.engine.Documents(s.ctx, "product"); err != nil || n != want {
			t.Errorf("%s: %d documents, %v, want %d", what, n, err, want)
		}
	}
	before, err := s.engine.Documents(s.ctx, "product")
	if err != nil {
		t.Fatal(err)
	}
	s.exec("INSERT INTO product (tenant_id, id, slug, name, status) VALUES ('acme', $1, 'ghost', 'Lantern', 'PUBLISHED')",
		oid(900))
	worker := s.works(bus)
	documents("at first", before+1)
	worker.Stop()
	s.exec("DELETE FROM product WHERE id = '" + oid(900) + "'")
	s.exec("UPDATE tenant_seq SET n = n - 4 WHERE tenant_id = 'acme'")
	s.exec("SELECT new_epoch()")
	s.works(bus)
	documents("in the next epoch", before)
}

// No index is ahead of a gateway that trusts it. An edit changes what a search finds. Until the slow gateway has
// applied the edit, its searches find what they found before, although they do not ask the index how new it is.
func TestNoIndexIsAheadOfAGatewayThatTrustsIt(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 40)
	bus := testkit.StartBus(t)
	s.works(bus)
	g := newSlowGateway(t, s, bus.Connect)
	q := s.plain("lantern")
	q.Once, q.Awaited, q.Limit = true, true, 100
	s.exec("UPDATE product SET status = 'PUBLISHED', publish_at = NULL, unpublish_at = NULL, name = 'Lantern' " +
		"WHERE tenant_id = 'acme' AND id = '" + oid(3) + "'")
	trusted := 0
	for round := range 8 {
		s.caughtUp(g)
		before := q
		before.Once = false
		at := g.tenant.Snapshot()
		before.Epoch, before.Seq = at.Epoch, at.Seq
		want, err := s.held(before)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		s.exec("UPDATE product SET status = $1 WHERE tenant_id = 'acme' AND id = $2",
			[]string{"DRAFT", "PUBLISHED"}[round%2], oid(3))
		for g.tenant.Snapshot() == at {
			now := q
			now.Epoch, now.Seq, now.CanRetry = at.Epoch, at.Seq, true
			got, err := s.both.Search(s.ctx, search.Held{}, now)
			switch {
			case errors.Is(err, search.ErrNotHeld), errors.Is(err, search.ErrStaleSnapshot):
				continue
			case err != nil:
				t.Fatal(err)
			case got.Leased && (!g.tenant.Awaited() || g.tenant.Snapshot() != at):
				continue // as a gateway gives it up
			case got.Leased:
				trusted++
			}
			if got.Total != want.Total || !slices.Equal(got.IDs, want.IDs) {
				t.Fatalf("round %d: the index is ahead of change %d: %d found, leased %v; want %d", round, at.Seq, got.Total,
					got.Leased, want.Total)
			}
		}
	}
	t.Logf("%d searches trusted the index", trusted)
	if trusted < 100 {
		t.Errorf("%d searches trusted the index", trusted)
	}
}

// caughtUp waits until the gateway has applied everything, and everything is indexed.
func (s *heldStore) caughtUp(g *slowGateway) {
	s.t.Helper()
	testkit.Until(s.t, "the gateway and the index have caught up", func() bool {
		return s.allIndexed() && g.tenant.Snapshot().Seq == s.seq() && g.tenant.Awaited()
	})
	s.follow()
	s.known()
	s.reread()
}

var awaitMutations = []history.Mutation{
	{Name: "an index outside Postgres: the worker does not wait for the gateways", Changes: []string{
		"../../ingest/index/follow.go", "late := x.late(ctx, got.heads, shortWait)", "var late heads"}},
	{Name: "an index outside Postgres: the worker does not wait for a gateway that is behind", Changes: []string{
		"../../ingest/announce/members.go", "at.Epoch != h.Epoch || at.Seq < h.Seq", "at.Epoch != h.Epoch"}},
}

func TestProveAnIndexIsAheadWithoutEachGuard(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it builds the package once for each guard")
	}
	for _, m := range awaitMutations {
		t.Run(m.Name, func(t *testing.T) { m.TryBy(t, "^TestNoIndexIsAhead", "the index is ahead of change") })
	}
}

func TestEveryMutationOfTheIndexApplies(t *testing.T) {
	for _, m := range awaitMutations {
		t.Run(m.Name, m.Applies)
	}
}

// An index that somebody gives other settings is not asked, with a snapshot or without one, until it has its own again.
func TestAnIndexWithOtherSettingsIsNotAsked(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 40)
	s.known()
	settings := func(json string) {
		t.Helper()
		send(t, http.MethodPatch, s.cfg.URL+"/indexes/"+s.cfg.Prefix+"product/settings", s.cfg.Key, json)
	}
	ask := func(held bool) (res search.Result) {
		t.Helper()
		q := s.plain("lantern")
		q.Once, q.Awaited, q.CanRetry = true, true, true
		s.read(&q, func(tx pgx.Tx) {
			var db search.DB = tx
			if held {
				db = search.Held{}
			}
			var err error
			if res, err = s.both.Search(s.ctx, db, q); err != nil && !errors.Is(err, search.ErrNotHeld) {
				t.Fatal(err)
			}
		})
		return res
	}
	for _, held := range []bool{true, false} {
		testkit.Until(t, "Meilisearch answers", func() bool { return ask(held).Engine == "meilisearch" })
		want := ask(held)
		settings(`{"distinctAttribute":"c0","stopWords":["copper"]}`)
		testkit.Until(t, "another engine answers", func() bool { return ask(held).Engine == "memory" })
		for began := time.Now(); time.Since(began) < 3*meili.TrustFor; {
			if res := ask(held); res.Engine != "memory" || res.Total != want.Total {
				t.Fatalf("%s finds %d, want %d by memory", res.Engine, res.Total, want.Total)
			}
		}
		settings(`{"distinctAttribute":null,"stopWords":[]}`)
		testkit.Until(t, "Meilisearch answers again", func() bool { return ask(held).Engine == "meilisearch" })
	}
}
