package meili

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search"
)

// digestPage is the number of documents fetched at once.
const digestPage = 500

// Sum returns the contribution of a document to a digest: a hash of its id and texts, as Meilisearch stores them.
func (e *Engine) Sum(d search.Doc) uint64 {
	doc := newDocument(d)
	return doc.sum()
}

func (d *document) sum() uint64 {
	h := fnv.New64a()
	for _, s := range []string{d.ID, d.T0, d.T1, d.T2, d.T3, d.T4, d.T5, d.T6, d.T7} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Digest counts the documents of a tenant's kind and adds up their sums. Documents added or deleted meanwhile may count
// or not.
func (e *Engine) Digest(ctx context.Context, kind, tenant string) (n int, sum uint64, err error) {
	for offset := int64(0); ; offset += digestPage {
		var page meilisearch.DocumentsResult
		err := e.client.Index(e.index(kind)).GetDocumentsWithContext(ctx, &meilisearch.DocumentsQuery{
			Offset: offset, Limit: digestPage, Filter: "tenant = " + quote(tenant),
			Fields: append([]string{"id"}, searchable...)}, &page)
		if err != nil {
			return 0, 0, fmt.Errorf("fetch documents of %s: %w", kind, explainError(err))
		}
		for _, hit := range page.Results {
			var doc document
			text, err := json.Marshal(hit)
			if err == nil {
				err = json.Unmarshal(text, &doc)
			}
			if err != nil {
				return 0, 0, fmt.Errorf("read a document of %s: %w", kind, err)
			}
			n, sum = n+1, sum^doc.sum()
		}
		if len(page.Results) < digestPage {
			return n, sum, nil
		}
	}
}
