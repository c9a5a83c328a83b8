package freshness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cache"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/history"
	"vitrine/internal/testkit"
)

// A door is a gateway as readers know it, in this process or in another.
type door struct {
	name     string
	addr     string
	applied  func() (map[string]cache.Snapshot, error)
	reported time.Time // when applied last answered
	last     map[string]cache.Snapshot
}

// lease is for how long a gateway that reports nothing is waited for before changes are announced without it: longer than the silence of half
// a second after which a gateway no longer trusts what it holds.
const lease = 1500 * time.Millisecond

// announce says again and again, until ctx ends, up to where all gateways have applied that reported within the lease.
func (n *nemesis) announce(ctx context.Context) {
	told := map[string]uint64{}
	for ctx.Err() == nil {
		var counted []*door
		for _, d := range n.doors {
			asked := time.Now()
			if all, err := d.applied(); err == nil {
				d.last, d.reported = all, asked
			}
			if time.Since(d.reported) < lease {
				counted = append(counted, d)
			}
		}
		for _, tenant := range boot.DemoTenants {
			least := uint64(1 << 60)
			for _, d := range counted {
				least = min(least, d.last[tenant].Seq)
			}
			if len(counted) > 0 && least > told[tenant] {
				told[tenant] = least
				n.hist.Announce(tenant, least)
			}
		}
		pause(ctx, time.Millisecond)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// A writer commits versions of products of its own.
type writer struct {
	n      *nemesis
	r      *rand.Rand
	tenant string
	keys   []string // its products' slugs
	conn   *pgx.Conn
	at     map[string]uint64 // the version of each
}

// write commits until ctx ends. While Postgres is away it waits.
func (w *writer) write(ctx context.Context) error {
	defer func() {
		if w.conn != nil {
			_ = w.conn.Close(context.Background())
		}
	}()
	for ctx.Err() == nil {
		key := w.keys[w.r.IntN(len(w.keys))]
		if err := w.commit(ctx, key); err != nil {
			return err
		}
		n := []time.Duration{0, time.Millisecond, 5 * time.Millisecond, 40 * time.Millisecond}
		pause(ctx, n[w.r.IntN(len(n))])
	}
	return nil
}

// commit writes the next version of a product, which may be its first. What becomes of a commit whose answer was lost is asked afterwards.
func (w *writer) commit(ctx context.Context, key string) error {
	v := w.at[key] + 1
	w.at[key] = v
	sql := fmt.Sprintf("UPDATE product SET stock = %d, amount = %d WHERE tenant_id = '%s' AND slug = '%s'", v, v, w.tenant, key)
	switch {
	case v == 1:
		sql = fmt.Sprintf("INSERT INTO product (tenant_id, slug, name, status, brand_id, stock, amount) VALUES ('%[1]s', '%[2]s', 'Nemesis %[2]s', 'PUBLISHED', '%[3]s', 1, 1)",
			w.tenant, key, w.n.brands[w.tenant])
	case w.r.IntN(10) == 0:
		sql = fmt.Sprintf("UPDATE brand SET name = 'Nemesis %d' WHERE id = '%s';\n%s", v, w.n.brands[w.tenant], sql)
	}
	if w.r.IntN(40) == 0 {
		sql += "; SELECT pg_sleep(" + fmt.Sprint(0.2+w.r.Float64()) + ")" // a long transaction
	}
	xid := w.begin(ctx)
	if xid == "" {
		w.at[key] = v - 1
		return nil
	}
	sent := w.n.hist.Now()
	_, failed := w.conn.Exec(ctx, sql+"; COMMIT")
	if failed != nil {
		_ = w.conn.Close(context.Background()) // it may be in that transaction still: where ctx had ended, nothing was sent
	}
	seq, err := w.outcome(xid, failed == nil)
	switch {
	case err != nil:
		return fmt.Errorf("write %s/%s: %w", w.tenant, key, err)
	case seq == 0: // nothing was written
		if v == 1 {
			w.at[key] = 0
		}
	default:
		w.n.hist.Wrote(history.Write{Tenant: w.tenant, Key: key, Version: v, Seq: seq, Sent: sent})
		w.n.commits.Add(1)
	}
	return nil
}

// begin opens a transaction and says which; "" when ctx ended. While Postgres is away it waits.
func (w *writer) begin(ctx context.Context) (xid string) {
	for ctx.Err() == nil {
		var err error
		if w.conn == nil || w.conn.IsClosed() {
			w.conn, err = w.n.connect(ctx)
		}
		if err == nil {
			_, err = w.conn.Exec(ctx, "BEGIN")
		}
		if err == nil {
			err = w.conn.QueryRow(ctx, "SELECT pg_current_xact_id()::text").Scan(&xid)
		}
		if err == nil {
			return xid
		}
		pause(ctx, 20*time.Millisecond)
	}
	return ""
}

// outcome is the number that a transaction was sealed with, 0 if it was rolled back. One whose COMMIT was answered cannot have been.
func (w *writer) outcome(xid string, answered bool) (seq uint64, err error) {
	var status string
	for deadline := time.Now().Add(2 * testkit.Patience); time.Now().Before(deadline); {
		ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
		if err = nil; w.conn == nil || w.conn.IsClosed() {
			w.conn, err = w.n.connect(ctx)
		}
		if err == nil {
			err = w.conn.QueryRow(ctx, "SELECT pg_xact_status($1::xid8)", xid).Scan(&status)
		}
		if err == nil && status == "committed" {
			err = w.conn.QueryRow(ctx, "SELECT seq FROM change_tx WHERE xid = $1::xid8 AND tenant_id = $2", xid, w.tenant).Scan(&seq)
		}
		cancel()
		switch {
		case err != nil: // Postgres is away
		case status == "committed":
			return seq, nil
		case status == "aborted" && !answered:
			return 0, nil
		case status == "aborted":
			return 0, errors.New("a transaction whose COMMIT was answered is not there")
		}
		pause(context.Background(), 20*time.Millisecond)
	}
	return 0, fmt.Errorf("what became of transaction %s is not known: %q, %v", xid, status, err)
}

// A visitor reads at one gateway.
type visitor struct {
	n *nemesis
	r *rand.Rand
	d *door
}

// visit reads until ctx ends. Answers that say that they may be old, and errors, are no claim.
func (v *visitor) visit(ctx context.Context) error {
	for ctx.Err() == nil {
		tenant := boot.DemoTenants[v.r.IntN(len(boot.DemoTenants))]
		var err error
		if v.r.IntN(3) > 0 {
			keys := v.n.keys[tenant]
			err = v.one(ctx, tenant, keys[v.r.IntN(len(keys))])
		} else {
			err = v.list(ctx, tenant)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Get asks the gateway; nil where its answer is no claim.
func (v *visitor) get(ctx context.Context, tenant, path string) (r *kit.Answer, start, end history.Time, err error) {
	// Impatient, so that a gateway which was stopped finds requests that came after others announced changes without it.
	ctx, cancel := context.WithTimeout(ctx, 400*time.Millisecond)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+v.d.addr+path, nil)
	if err != nil {
		return nil, 0, 0, err
	}
	rq.Header.Set("x-service-client", tenant)
	start = v.n.hist.Now()
	r, err = kit.Do(rq)
	end = v.n.hist.Now()
	switch {
	case err != nil: // the gateway is stopped
		v.n.unanswered.Add(1)
		return nil, 0, 0, nil
	case r.Status >= http.StatusInternalServerError || r.Header.Get("X-Stale") != "":
		v.n.unsure.Add(1)
		return nil, 0, 0, nil
	case r.Status != http.StatusOK && r.Status != http.StatusNotFound:
		return nil, 0, 0, fmt.Errorf("%s %s: %d %s", tenant, path, r.Status, kit.Excerpt(r.Body))
	}
	if strings.HasPrefix(r.Header.Get("Cache-Status"), "vitrine; hit") {
		v.n.hits.Add(1)
	}
	r.JSON = kit.Decode(r.Body)
	return r, start, end, nil
}

// one reads a product's page, there or not.
func (v *visitor) one(ctx context.Context, tenant, key string) error {
	r, start, end, err := v.get(ctx, tenant, "/v1/product/"+key)
	if r == nil || err != nil {
		return err
	}
	read := history.Read{Gateway: v.d.name, Tenant: tenant, Key: key, Start: start, End: end}
	if r.Status == http.StatusOK {
		read.Of = tenant + "/" + fmt.Sprint(r.At("data", "slug"))
		if read.Version, err = strconv.ParseUint(fmt.Sprint(r.At("data", "stock", "amount")), 10, 64); err != nil {
			return fmt.Errorf("%s: %w: %s", key, err, kit.Excerpt(r.Body))
		}
	}
	v.n.hist.Saw(read)
	return nil
}

// Lists are those that show every product of the brand; a product that is not among them is not there.
var nemesisLists = []string{"", "&sort=price", "&sort=price&order=desc", "&sort=name", "&minPrice=0", "&search=nemesis"}

// list reads a list, which says something of every product of its tenant.
func (v *visitor) list(ctx context.Context, tenant string) error {
	r, start, end, err := v.get(ctx, tenant, "/v1/product?limit=100&brand="+v.n.brands[tenant]+nemesisLists[v.r.IntN(len(nemesisLists))])
	if r == nil || err != nil {
		return err
	}
	rows, ok := r.At("data").([]any)
	if !ok {
		return fmt.Errorf("no list: %d %s", r.Status, kit.Excerpt(r.Body))
	}
	versions := map[string]uint64{}
	for _, row := range rows {
		m, _ := row.(map[string]any)
		version, err := strconv.ParseUint(fmt.Sprint(m["stockAmount"]), 10, 64)
		if err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
		versions[fmt.Sprint(m["slug"])] = version
	}
	for _, key := range v.n.keys[tenant] {
		v.n.hist.Saw(history.Read{Gateway: v.d.name, Tenant: tenant, Key: key, Start: start, End: end, Version: versions[key]})
	}
	return nil
}

// counters of what a nemesis met.
type counters struct {
	commits, hits      atomic.Int64
	unsure, unanswered atomic.Int64 // answers that were no claim; requests without one
}
