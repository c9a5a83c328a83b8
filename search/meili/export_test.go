package meili

import (
	"context"

	"vitrine/search"
)

// Candidates returns the ids that Meilisearch finds, before Postgres filters them.
func (e *Engine) Candidates(ctx context.Context, q search.Query) (ids []string, reason string) {
	h, err := e.candidates(ctx, &q)
	if err != nil {
		return nil, why(err)
	}
	return h.ids, ""
}

var (
	Key         = key
	Unkey       = unkey
	TenantKey   = tenantKey
	Encode      = encode
	Decode      = decode
	NewDocument = newDocument
)

type Document = document

// KnowsCursor reports whether the cursor of a tenant was read.
func (e *Engine) KnowsCursor(tenant, epoch string) bool {
	_, ok := e.cursors.of(tenant, epoch)
	return ok
}

// ReadCursors reads the cursors of all tenants that are searched.
func (e *Engine) ReadCursors(ctx context.Context) error {
	return e.cursors.readAll(ctx, e.cursors.inUse())
}

// TrustFor is how long an index that was found whole is trusted.
const TrustFor = trustFor
