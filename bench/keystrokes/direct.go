package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

// direct is a Meilisearch with the index that Vitrine made.
type direct struct {
	addr string
	conn *rig.Conn
}

// startDirect starts Meilisearch, and has a Vitrine fill it.
func (b *bench) startDirect(ctx context.Context, binary string) (*direct, error) {
	addr, err := rig.FreeAddr()
	if err != nil {
		return nil, err //nolint:wrapcheck // it says what failed
	}
	dir := b.place.Path("index")
	engine := b.place.Program("meilisearch", binary, nil, "--http-addr", addr, "--db-path", dir, "--no-analytics",
		"--dump-dir", dir+"-dumps", "--snapshot-dir", dir+"-snapshots", "--log-level", "ERROR")
	if err := engine.Start(ctx); err != nil {
		return nil, err
	}
	if err := answers(ctx, "http://"+addr+"/health"); err != nil {
		return nil, err
	}
	filler, err := b.place.Vitrine("filler", b.o.vitrine, "serve", b.bus.URL, "VITRINE_MEILI_URL=http://"+addr)
	if err != nil {
		return nil, err
	}
	if err := filler.Start(ctx); err != nil {
		return nil, err
	}
	defer filler.Stop()
	if err := filler.Ready(ctx); err != nil {
		return nil, err
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var whole bool
		if err := b.pool.QueryRow(ctx, `SELECT coalesce(max(c.n) >= max(s.n), false) FROM search_cursor c, tenant_seq s
WHERE c.engine = 'meili' AND c.tenant_id = $1 AND s.tenant_id = $1`, pcparts.Tenant).Scan(&whole); err != nil {
			return nil, fmt.Errorf("read the search cursor: %w", err)
		}
		if whole {
			break
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("the index of %s was not filled within two minutes", pcparts.Tenant)
		}
	}
	conn, err := rig.Dial(addr)
	return &direct{addr, conn}, err //nolint:wrapcheck // it names the address
}

// answers waits until a URL answers.
func answers(ctx context.Context, url string) error {
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		rq, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", url, err)
		}
		res, err := http.DefaultClient.Do(rq)
		if err == nil {
			return res.Body.Close() //nolint:wrapcheck // nothing was read
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s: %w", url, err)
		}
	}
}

// visible is the filter of Vitrine's own searches: the products of the tenant that are shown now.
const visible = `tenant = "` + pcparts.Tenant + `" AND s <= 1e15`

// search searches for a text, for as many products as Vitrine returns.
func (d *direct) search(text string) (time.Duration, error) {
	body, err := json.Marshal(map[string]any{"q": text, "filter": visible, "limit": 20, "matchingStrategy": "all"})
	if err != nil {
		return 0, fmt.Errorf("write the search %q: %w", text, err)
	}
	var rq bytes.Buffer
	fmt.Fprintf(&rq, "POST /indexes/vitrine_product/search HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s", d.addr, len(body), body)
	began := time.Now()
	answer, err := d.conn.Ask(rq.Bytes())
	took := time.Since(began)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("%q: status %d: %.300s", text, answer.Status, answer.Body)
	}
	return took, err
}
