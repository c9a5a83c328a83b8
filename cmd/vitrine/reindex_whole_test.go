package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/search/meili/meilitest"
)

// A searched is a Vitrine with a Meilisearch behind a proxy, and products to search.
type searched struct {
	t        *testing.T
	app      *kit.App
	editor   *kit.Editor
	proxy    *meilitest.Proxy
	url, key string // of Meilisearch itself
	index    string // of products
	edits    int
	asked    int
}

func openSearched(t *testing.T) *searched {
	t.Helper()
	x := &searched{t: t}
	x.url, x.key = meilitest.Open(t)
	prefix := fmt.Sprintf("reindex_%d_", time.Now().UnixNano())
	x.index = prefix + "product"
	x.app = kit.Open(t, func(c *boot.Config) { // a search that is held back is answered from memory in time
		x.proxy = meilitest.NewProxy(t, x.url)
		c.MeiliURL, c.MeiliKey, c.MeiliPrefix, c.MeiliTimeout = x.proxy.URL, x.key, prefix, 3*time.Second
		c.ListingRows, c.Now = 1, time.Now
	})
	x.editor = x.app.NewEditor(t)
	x.editor.Exec(`INSERT INTO product (tenant_id, slug, name, status, amount)
SELECT 'demo', 'zebranthos-' || i, 'Zebranthos ' || md5(i::text), 'PUBLISHED', i FROM generate_series(1, 40) i`)
	x.app.WaitApplied(t, x.editor, "demo")
	x.whole("at first")
	return x
}

// right checks an answer that is not cached: the visible products, the cheapest first. It returns who answered.
func (x *searched) right(when string) (engine string) {
	x.t.Helper()
	x.asked++ // so that the answer is not in the cache
	limit := x.asked%100 + 1
	r := x.app.Get(x.t, "demo", fmt.Sprintf("/v1/product?search=zebranthos&sort=price&limit=%d&maxPrice=%d", limit,
		1000+x.asked))
	engine = r.Header.Get("X-Search-Engine")
	var slugs []string
	list, _ := r.At("data").([]any)
	for _, rec := range list {
		slugs = append(slugs, rec.(map[string]any)["slug"].(string))
	}
	got := fmt.Sprint(r.At("pagination", "totalRecords"), " ", strings.Join(slugs, " "))
	want := x.editor.One(fmt.Sprintf(`
SELECT count(*) || ' ' || array_to_string((array_agg(slug ORDER BY amount))[:%d], ' ')
FROM product WHERE tenant_id = 'demo' AND name LIKE 'Zebranthos %%' AND status = 'PUBLISHED'`, limit))
	if got != want {
		x.t.Errorf("%s, by %s: %s\nwant %s", when, engine, got, want)
	}
	return engine
}

// edit takes a product away and adds one. Both are seen at once.
func (x *searched) edit(when string) {
	x.t.Helper()
	x.edits++
	x.editor.Exec(fmt.Sprintf(`UPDATE product SET status = 'DRAFT' WHERE tenant_id = 'demo' AND slug = 'zebranthos-%d';
INSERT INTO product (tenant_id, slug, name, status, amount)
VALUES ('demo', 'new-%d', 'Zebranthos new', 'PUBLISHED', 0.01 * %d)`, x.edits, x.edits, x.edits))
	x.app.WaitApplied(x.t, x.editor, "demo")
	x.right(when)
}

// whole waits until Meilisearch answers and has indexed everything. All answers until then are right.
func (x *searched) whole(when string) {
	x.t.Helper()
	testkit.Until(x.t, when+": Meilisearch answers", func() bool {
		by := x.right(when)
		return by == "meilisearch" && x.editor.One(`SELECT count(*)::text FROM search_cursor c
JOIN tenant_seq s USING (tenant_id, epoch, n) WHERE tenant_id = 'demo'`) == "1"
	})
	row := 0
	testkit.Until(x.t, when+": Meilisearch answers 20 times in a row", func() bool {
		if row++; x.right(when) != "meilisearch" { // a request that fails may be answered by memory for a second
			row = 0
		}
		return row == 20
	})
}

// call changes Meilisearch behind Vitrine, and waits until that is done.
func (x *searched) call(method, path string, body, into any) {
	x.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		x.t.Fatal(err)
	}
	rq, err := http.NewRequestWithContext(x.t.Context(), method, x.url+path, bytes.NewReader(text))
	if err != nil {
		x.t.Fatal(err)
	}
	rq.Header.Set("Content-Type", "application/json")
	if x.key != "" {
		rq.Header.Set("Authorization", "Bearer "+x.key)
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		x.t.Fatal(err)
	}
	defer rs.Body.Close()
	text, err = io.ReadAll(rs.Body)
	if err != nil || rs.StatusCode >= 300 {
		x.t.Fatalf("%s %s: %s %s %v", method, path, rs.Status, text, err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	var task struct {
		UID int64 `json:"taskUid"`
	}
	if err := json.Unmarshal(text, &task); err != nil {
		x.t.Fatal(err)
	}
	testkit.Until(x.t, "Meilisearch has done "+path, func() bool {
		var is struct{ Status string }
		x.call(http.MethodGet, fmt.Sprint("/tasks/", task.UID), nil, &is)
		if is.Status == "failed" {
			x.t.Fatalf("%s %s failed", method, path)
		}
		return is.Status == "succeeded"
	})
}

// faults are what may happen to an index.
var faults = []struct {
	name string
	do   func(x *searched)
}{
	{"damaged", func(x *searched) { // every second document loses its text, and none its number
		var all struct {
			Results []map[string]any `json:"results"`
		}
		x.call(http.MethodGet, "/indexes/"+x.index+"/documents?fields=id,tenant,v&limit=10000", nil, &all)
		for i := range len(all.Results) / 2 {
			all.Results[i] = all.Results[2*i]
		}
		x.call(http.MethodPost, "/indexes/"+x.index+"/documents", all.Results[:len(all.Results)/2], nil)
	}},
	{"emptied", func(x *searched) { x.call(http.MethodDelete, "/indexes/"+x.index+"/documents", nil, nil) }},
	{"set up otherwise", func(x *searched) {
		x.call(http.MethodPatch, "/indexes/"+x.index+"/settings",
			map[string]any{"stopWords": []string{"zebranthos"}, "pagination": map[string]any{"maxTotalHits": 5}}, nil)
	}},
}

// vitrine reindex makes any index whole. From its beginning on, searches are right: without the index until it is
// complete, and then with it.
func TestReindexMakesAnIndexWholeWhileSearchesAreRight(t *testing.T) {
	t.Parallel()
	x := openSearched(t)
	c := terminal{t, map[string]string{"VITRINE_DATABASE_URL": x.app.DatabaseURL, "VITRINE_DATA_DIR": t.TempDir(),
		"VITRINE_MEILI_URL": x.proxy.URL}}
	for i, fault := range faults {
		commands := [][]string{{"reindex", "--wait", "2m"}, {"reindex", "--wait", "2m", "--tenant", "demo"}}
		if i > 0 {
			commands = commands[:1]
		}
		for _, args := range commands {
			when := fault.name + ", " + strings.Join(args, " ")
			x.proxy.Hold(meilitest.Writes) // so that the index is not complete before the test has looked at answers
			fault.do(x)
			done := make(chan error, 1)
			go func() {
				_, err := c.run(args...)
				done <- err
			}()
			testkit.Until(t, when+": the command has begun", func() bool {
				return x.editor.One("SELECT count(*)::text FROM search_cursor WHERE tenant_id = 'demo'") == "0"
			})
			for range 5 {
				if by := x.right(when); by == "meilisearch" {
					t.Errorf("%s: an index that is not complete is searched", when)
				}
				x.edit(when)
			}
			ended := false
			select {
			case err := <-done:
				ended = true
				t.Errorf("%s: the command ended before the index was complete: %v", when, err)
			default:
			}
			x.proxy.Release()
			for !ended {
				select {
				case err := <-done:
					if ended = true; err != nil {
						t.Errorf("%s: %v", when, err)
					}
				default:
				}
				x.right(when)
			}
			x.whole(when)
		}
	}
}

// An index with a fault is built beside and swapped, without a command. Searches are right meanwhile.
func TestAnIndexWithAFaultIsBuiltBeside(t *testing.T) {
	t.Parallel()
	x := openSearched(t)
	made := func() string {
		var is struct{ CreatedAt string }
		x.call(http.MethodGet, "/indexes/"+x.index, nil, &is)
		return is.CreatedAt
	}
	for _, fault := range faults[1:] { // a comparison of contents finds the other in its turn, and builds a tenant's part
		before := made()
		x.proxy.Hold(func(rq *http.Request) bool { // searches too: they are wrong until the fault is found
			return strings.Contains(rq.URL.Path, "-beside/documents") || strings.HasSuffix(rq.URL.Path, "/multi-search")
		})
		fault.do(x)
		testkit.Until(t, fault.name+": the cursors are deleted", func() bool {
			return x.editor.One("SELECT count(*)::text FROM search_cursor") == "0"
		})
		testkit.Until(t, fault.name+": the index is built beside", func() bool { return x.proxy.Waiting() > 0 })
		for range 5 {
			if by := x.right(fault.name); by == "meilisearch" {
				t.Errorf("%s: the index is searched", fault.name)
			}
			x.edit(fault.name)
		}
		if made() != before {
			t.Errorf("%s: the index was replaced before the new one was complete", fault.name)
		}
		x.proxy.Release()
		x.whole(fault.name)
		if made() == before {
			t.Errorf("%s: the index was not replaced", fault.name)
		}
	}
}
