package gateway

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cache/replica"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
	"vitrine/search/meili"
	"vitrine/search/memory"
	"vitrine/search/pg"
)

// indexed stands in for Meilisearch: documents of one tenant, and the few filters of searches without conditions.
type indexed struct {
	mu     sync.Mutex
	docs   map[string]document // by id
	during func()              // called with each plain search; nil: none
}

type document struct {
	name string
	v    uint64
}

var (
	leftOut = regexp.MustCompile(`NOT id IN \[([^\]]*)\]`)
	newer   = regexp.MustCompile(`(NOT )?v > (\d+)`)
)

func (x *indexed) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	type question struct{ Q, Filter string }
	var body struct {
		question
		Queries []question
	}
	if err := json.NewDecoder(rq.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	plain := body.Queries == nil
	if plain {
		body.Queries = []question{body.question}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	results := []map[string]any{}
	for _, q := range body.Queries {
		hits := []map[string]any{}
		for _, id := range slices.Sorted(maps.Keys(x.docs)) {
			d := x.docs[id]
			if out := leftOut.FindStringSubmatch(q.Filter); out != nil && strings.Contains(out[1], `"`+id+`"`) {
				continue
			}
			if v := newer.FindStringSubmatch(q.Filter); v != nil {
				if n, _ := strconv.ParseUint(v[2], 10, 64); (d.v > n) != (v[1] == "") {
					continue
				}
			}
			if strings.Contains(d.name, q.Q) {
				hits = append(hits, map[string]any{"id": id, "_rankingScore": 1.0})
			}
		}
		results = append(results, map[string]any{"hits": hits, "estimatedTotalHits": len(hits)})
	}
	if !plain {
		_ = json.NewEncoder(w).Encode(map[string]any{"results": results})
		return
	}
	if x.during != nil {
		x.during()
	}
	_ = json.NewEncoder(w).Encode(results[0])
}

// A meiliGateway is a gateway with lists in memory behind an index.
type meiliGateway struct {
	*recorder
	index *indexed
	limit int
}

func openMeili(t *testing.T, change func(*memory.Config)) *meiliGateway {
	t.Helper()
	g := &meiliGateway{index: &indexed{}, limit: 5}
	server := httptest.NewServer(g.index)
	t.Cleanup(server.Close)
	var tables *memory.Engine
	g.recorder = openHistory(t, connected, func(c *recorder, cfg *Config) {
		kind := heldProducts()
		kind.Names = []string{"p.name"}
		mc := memory.DefaultConfig()
		mc.Kinds, mc.Next, mc.Pool, mc.Log, mc.MinRows = []memory.Kind{kind}, pg.New(), c.db.Pool, cfg.Log, 1
		change(&mc)
		var err error
		if tables, err = memory.New(mc); err != nil {
			t.Fatal(err)
		}
		pool, err := pgxpool.New(t.Context(), c.db.URL) // the queries of the other are counted
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		ec := meili.DefaultConfig()
		ec.URL, ec.Pool, ec.Log, ec.Timeout = server.URL, pool, cfg.Log, testkit.Patience
		ec.Kinds = []meili.Kind{{Kind: kind, Order: kind.Order, Texts: []string{"name", "status", "brand_id"},
			Related: "brand"}}
		e, err := meili.New(ec)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Stop)
		cfg.Engine = e.Before(tables)
	})
	for _, slug := range []string{"lamp-a", "lamp-b"} {
		g.write("t", slug)
	}
	g.apply()
	if err := tables.Build(t.Context(), "t", "product"); err != nil {
		t.Fatal(err)
	}
	tables.Start()
	t.Cleanup(tables.Stop)
	return g
}

// indexAll puts all products into the index, which is complete then.
func (g *meiliGateway) indexAll() {
	g.t.Helper()
	docs := map[string]document{}
	rows, err := g.db.Pool.Query(g.t.Context(), "SELECT p.id, p.name, s.n FROM product p JOIN tenant_seq s "+
		"ON s.tenant_id = p.tenant_id WHERE p.tenant_id = 't' AND p.status <> 'DRAFT'")
	if err != nil {
		g.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var d document
		if err := rows.Scan(&id, &d.name, &d.v); err != nil {
			g.t.Fatal(err)
		}
		docs[id] = d
	}
	g.index.mu.Lock()
	g.index.docs = docs
	g.index.mu.Unlock()
	g.run("INSERT INTO search_cursor SELECT 'meili', tenant_id, epoch, n FROM tenant_seq " +
		"ON CONFLICT (engine, tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n")
}

// searches sends a search that is not cached. It returns what is found, the engine, how the answer was made, and how
// often a connection to Postgres was taken.
func (g *meiliGateway) searches() (found, engine, how string, connections int64) {
	g.t.Helper()
	g.limit++
	st := &g.s.reader.Stats
	before, held := g.db.Pool.Stat().AcquireCount(), st.Held.Load()
	path := fmt.Sprintf("/product?search=lamp&limit=%d", g.limit)
	res := g.send("t", path)
	connections = g.db.Pool.Stat().AcquireCount() - before
	if how = "in a snapshot"; st.Held.Load() > held {
		how = "from memory"
	}
	var list struct{ Data []struct{ Slug string } }
	if err := json.Unmarshal(res.Body(), &list); err != nil {
		g.t.Fatal(err)
	}
	var slugs []string
	for _, p := range list.Data {
		slugs = append(slugs, p.Slug)
	}
	slices.Sort(slugs)
	return strings.Join(slugs, " "), string(res.Header.Peek("X-Search-Engine")), how, connections
}

// becomes searches until it is answered from memory, and every time finds the same with Meilisearch.
func (g *meiliGateway) becomes(want string) {
	g.t.Helper()
	testkit.Until(g.t, "a search is answered from memory", func() bool {
		found, engine, how, _ := g.searches()
		if found != want || engine != "meilisearch" {
			g.t.Fatalf("%s finds %q %s, want %q", engine, found, how, want)
		}
		return how == "from memory"
	})
}

// With Meilisearch, a search makes no query while the table in memory is current. It shows what changed before the
// index does.
func TestASearchWithMeilisearchAsksPostgresNothing(t *testing.T) {
	t.Parallel()
	g := openMeili(t, func(*memory.Config) {})
	g.indexAll()
	g.becomes("lamp-a lamp-b") // reads the records as well
	if found, engine, how, n := g.searches(); found != "lamp-a lamp-b" || engine != "meilisearch" ||
		how != "from memory" || n != 0 {
		t.Errorf("%s finds %q %s, with %d connections to Postgres", engine, found, how, n)
	}
	g.run("UPDATE product SET status = 'DRAFT' WHERE slug = 'lamp-a'")
	g.write("t", "lamp-c")
	g.apply()
	g.becomes("lamp-b lamp-c")
	// Another try would find the index as far behind.
	if found, engine, how, n := g.searches(); found != "lamp-b lamp-c" || engine != "meilisearch" ||
		how != "from memory" || n != 0 {
		t.Errorf("with an index that is behind, %s finds %q %s, with %d connections to Postgres", engine, found, how, n)
	}
	g.indexAll()
	g.becomes("lamp-b lamp-c")
}

// Without a table in memory, or while it is behind, a search takes a snapshot.
func TestASearchWithMeilisearchWithoutATableTakesASnapshot(t *testing.T) {
	t.Parallel()
	g := openMeili(t, func(c *memory.Config) { c.MaxBytes = 1 })
	g.indexAll()
	for range 5 {
		if found, engine, how, _ := g.searches(); found != "lamp-a lamp-b" || engine != "meilisearch" ||
			how != "in a snapshot" {
			t.Errorf("%s finds %q %s", engine, found, how)
		}
	}
}

// A gateway that loses its lease while a search trusts the index gives the answer up: the leader waits for it no more.
func TestASearchThatTrustsTheIndexNeedsALeaseAfterwards(t *testing.T) {
	t.Parallel()
	g := openMeili(t, func(*memory.Config) {})
	bus := testkit.StartBus(t)
	testkit.Acknowledge(t, bus.Connect(), func(rep wire.Report) wire.Ack {
		return wire.Ack{Leader: "l", Number: rep.Number, Awaits: true}
	})
	var reporter *replica.Reporter
	reports := func() {
		t.Helper()
		reporter = replica.NewReporter(g.s.replica, bus.Connect(), g.s.log, wire.Report{Gateway: "g"}, nil)
		if err := reporter.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(reporter.Stop)
		testkit.Until(t, "the gateway is awaited", g.s.replica.Awaited)
	}
	reports()
	g.indexAll()
	g.becomes("lamp-a lamp-b")
	trusted := 0
	g.index.during = func() { trusted++ }
	testkit.Until(t, "a search trusts the index", func() bool {
		if found, _, how, _ := g.searches(); found != "lamp-a lamp-b" || how != "from memory" {
			t.Fatalf("found %q %s", found, how)
		}
		return trusted > 0
	})
	for _, what := range []string{"the lease ends", "a change is applied"} {
		if what != "the lease ends" {
			reports()
			g.indexAll()
			g.becomes("lamp-a lamp-b")
		}
		ended := false
		g.index.during = func() {
			if ended {
				return
			}
			if ended = true; what == "the lease ends" {
				reporter.Stop()
				return
			}
			g.run("UPDATE product SET stock = 7 WHERE tenant_id = 't'")
			g.apply()
		}
		testkit.Until(t, what, func() bool {
			found, engine, how, _ := g.searches()
			if found != "lamp-a lamp-b" || ended && how != "in a snapshot" {
				t.Fatalf("%s: %s finds %q %s", what, engine, found, how)
			}
			return ended
		})
	}
}
