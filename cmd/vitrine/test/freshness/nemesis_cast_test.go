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

// A gatewayEndpoint is a gateway as readers reach it, in this process or in another.
type gatewayEndpoint struct {
	name     string
	addr     string
	applied  func() (map[string]cache.Snapshot, error)
	reported time.Time // time of the last report
	last     map[string]cache.Snapshot
}

// lease is the time without reports after which changes are announced without a gateway. It is longer than the half
// second after which a disconnected gateway verifies its hits.
const lease = 1500 * time.Millisecond

// announce records, until ctx ends, the change number that all gateways with a lease have applied.
func (n *nemesis) announce(ctx context.Context) {
	announced := map[string]uint64{}
	for ctx.Err() == nil {
		var counted []*gatewayEndpoint
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
			if len(counted) > 0 && least > announced[tenant] {
				announced[tenant] = least
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
	keys   []string // slugs of its products
	conn   *pgx.Conn
	at     map[string]uint64 // the version of each
}

// write commits until ctx ends. During an outage of Postgres it waits.
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

// commit writes the next version of a product, possibly its first. If the answer to a commit is lost, it reads the
// outcome afterwards.
func (w *writer) commit(ctx context.Context, key string) error {
	v := w.at[key] + 1
	w.at[key] = v
	sql := fmt.Sprintf("UPDATE product SET stock = %d, amount = %d WHERE tenant_id = '%s' AND slug = '%s'", v, v, w.tenant,
		key)
	switch {
	case v == 1:
		sql = fmt.Sprintf(
			"INSERT INTO product (tenant_id, slug, name, status, brand_id, stock, amount) VALUES ('%[1]s', '%[2]s', 'Nemesis "+
				"%[2]s', 'PUBLISHED', '%[3]s', 1, 1)",
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
		_ = w.conn.Close(context.Background()) // it may be in that transaction still; if ctx had ended, nothing was sent
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

// begin opens a transaction and returns its id, "" when ctx ended. During an outage of Postgres it waits.
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

// outcome returns the change number of a transaction, 0 if it was rolled back. A transaction whose COMMIT was answered
// was not rolled back.
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
			err = w.conn.QueryRow(ctx, "SELECT seq FROM change_tx WHERE xid = $1::xid8 AND tenant_id = $2", xid,
				w.tenant).Scan(&seq)
		}
		cancel()
		switch {
		case err != nil: // an outage of Postgres
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

// A reader reads at one gateway.
type reader struct {
	n *nemesis
	r *rand.Rand
	d *gatewayEndpoint
}

// visit reads until ctx ends. Errors and answers marked stale are not recorded.
func (v *reader) visit(ctx context.Context) error {
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

// get requests a path. It returns nil for an answer that is not to be recorded.
func (v *reader) get(ctx context.Context, tenant, path string) (r *kit.Answer, start, end history.Time, err error) {
	// With a short timeout, so that a stopped gateway receives requests after changes were announced without it.
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
	v.n.answers.Add(1)
	if strings.HasPrefix(r.CacheStatus(), "hit") {
		v.n.hits.Add(1)
	}
	r.JSON = kit.Decode(r.Body)
	return r, start, end, nil
}

// one reads a product's page, whether it exists or not.
func (v *reader) one(ctx context.Context, tenant, key string) error {
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

// Lists with every product of the brand. A product that is missing from them does not exist.
var nemesisLists = []string{"", "&sort=price", "&sort=price&order=desc", "&sort=name", "&minPrice=0", "&search=nemesis"}

// list reads a list, which is evidence about every product of its tenant.
func (v *reader) list(ctx context.Context, tenant string) error {
	r, start, end, err := v.get(ctx, tenant, "/v1/product?limit=100&brand="+v.n.brands[tenant]+
		nemesisLists[v.r.IntN(len(nemesisLists))])
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
		v.n.hist.Saw(history.Read{Gateway: v.d.name, Tenant: tenant, Key: key, Start: start, End: end,
			Version: versions[key]})
	}
	return nil
}

// counters of one run
type counters struct {
	commits            atomic.Int64
	answers, hits      atomic.Int64 // recorded; those from the cache
	unsure, unanswered atomic.Int64 // answers not recorded; requests without an answer
}
