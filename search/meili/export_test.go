package meili

import (
	"context"

	"vitrine/search"
)

// Candidates are the ids that Meilisearch itself finds, before Postgres judges them.
func (e *Engine) Candidates(ctx context.Context, q search.Query) (ids []string, why string) {
	h, why := e.candidates(ctx, &q)
	return h.ids, why
}

var (
	Key         = key
	Unkey       = unkey
	TenantKey   = tenantKey
	NewDocument = newDocument
)

type Document = document
