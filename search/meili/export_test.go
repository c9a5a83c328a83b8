package meili

import (
	"context"

	"vitrine/search"
)

// Candidates returns the ids that Meilisearch finds, before Postgres filters them.
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
