package meili

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"vitrine/search"
)

// digestPage is the number of documents fetched at once.
const digestPage = 1000

// Sum returns the contribution of a document to a digest: a hash of what Meilisearch stores of it, except its change
// number.
func (e *Engine) Sum(d search.Doc) uint64 {
	doc := newDocument(d)
	text, _ := doc.MarshalJSON() // never an error
	sum, _ := sum(text)          // it is JSON
	return sum
}

// sum hashes the attributes of a document in the order of their names.
func sum(text []byte) (uint64, error) {
	attrs := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &attrs); err != nil {
		return 0, err //nolint:wrapcheck // callers add context
	}
	h := fnv.New64a()
	var compact bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		if name == "v" {
			continue
		}
		var value any
		d := json.NewDecoder(bytes.NewReader(attrs[name]))
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			return 0, err //nolint:wrapcheck // callers add context
		}
		compact.Reset()
		if err := json.NewEncoder(&compact).Encode(value); err != nil {
			return 0, err //nolint:wrapcheck // callers add context
		}
		h.Write([]byte(name))
		h.Write(compact.Bytes())
	}
	return h.Sum64(), nil
}

// Digest counts the documents of a tenant's kind and adds up their sums. Documents added or deleted meanwhile may count
// or not.
func (e *Engine) Digest(ctx context.Context, kind, tenant string) (n int, total uint64, err error) {
	for offset := int64(0); ; offset += digestPage {
		var page struct {
			Results []json.RawMessage `json:"results"`
		}
		err := e.post(ctx, "/indexes/"+e.index(kind)+"/documents/fetch", map[string]any{
			"offset": offset, "limit": digestPage, "filter": "tenant = " + quote(tenant)}, &page)
		if err != nil {
			return 0, 0, fmt.Errorf("fetch documents of %s: %w", kind, explainError(err))
		}
		for _, text := range page.Results {
			one, err := sum(text)
			if err != nil {
				return 0, 0, fmt.Errorf("read a document of %s: %w", kind, err)
			}
			n, total = n+1, total^one
		}
		if len(page.Results) < digestPage {
			return n, total, nil
		}
	}
}
