package index_test

import (
	"context"
	"hash/fnv"
	"slices"
	"testing"
	"time"

	"vitrine/ingest"
	"vitrine/ingest/index"
	"vitrine/search"
)

// digesting is an engine with a digest.
type digesting struct{ *engine }

var _ index.Digester = digesting{}

func (digesting) Sum(d search.Doc) uint64 {
	h := fnv.New64a()
	for _, s := range append([]string{d.ID}, d.Text...) {
		h.Write([]byte(s + "\x00"))
	}
	return h.Sum64()
}

func (x digesting) Digest(_ context.Context, kind, tenant string) (n int, sum uint64, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for r, d := range x.docs[kind] {
		if r.Tenant == tenant {
			n, sum = n+1, sum^x.Sum(d)
		}
	}
	return n, sum, nil
}

// The index lacks a document, has one too many, or has another text.
func TestADifferingIndexIsFoundAndRebuilt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	x := digesting{newEngine()}
	w.Tenant("a")
	for _, slug := range []string{"one", "two", "three"} {
		w.Product("a", slug)
	}
	wk := w.Start(func(c *ingest.Config) { c.Engine, c.Entropy = x, time.Millisecond })
	whole := func() bool {
		names := x.names("product", "a")
		slices.Sort(names)
		return slices.Equal(names, []string{"one", "three", "two"})
	}
	w.Eventually("every product is indexed", whole)
	w.Eventually("the index was compared", func() bool { return wk.Stats.Index.Compared.Load() > 2 })
	if n := wk.Stats.Index.Drift.Load(); n > 0 {
		t.Fatalf("%d differences found in a correct index", n)
	}
	for what, spoil := range map[string]func(docs map[search.Ref]search.Doc, r search.Ref){
		"one is lost": func(docs map[search.Ref]search.Doc, r search.Ref) { delete(docs, r) },
		"one is too many": func(docs map[search.Ref]search.Doc, r search.Ref) {
			d := docs[r]
			d.ID, d.Seq = "x", 0 // older than its deletion
			docs[search.Ref{Tenant: "a", ID: "x"}] = d
		},
		"one has another text": func(docs map[search.Ref]search.Doc, r search.Ref) {
			d := docs[r]
			d.Text = slices.Clone(d.Text)
			d.Text[0] = "other"
			docs[r] = d
		},
	} {
		mended := wk.Stats.Index.Mended.Load()
		x.mu.Lock()
		for r := range x.docs["product"] {
			spoil(x.docs["product"], r)
			break
		}
		x.mu.Unlock()
		w.Eventually(what+": the difference is found", func() bool { return wk.Stats.Index.Mended.Load() > mended })
		w.Eventually(what+": the index is rebuilt", whole)
		w.indexed("a") // and swept
	}
}
