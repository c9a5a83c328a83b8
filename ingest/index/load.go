package index

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/search"
)

// snapshot is one view of the database, so that texts and fields of a document belong together.
var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// load reads the current documents of records of a kind. gone lists the records that do not exist or may not be found.
func load(ctx context.Context, pool *pgxpool.Pool, kind string, d Documents, refs []search.Ref) (
	docs []search.Doc, gone []search.Ref, err error,
) {
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		docs, gone, err = loadIn(ctx, tx, kind, d, refs)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("load documents of %s: %w", kind, err)
	}
	return docs, gone, nil
}

func loadIn(ctx context.Context, tx pgx.Tx, kind string, d Documents, refs []search.Ref) (
	docs []search.Doc, gone []search.Ref, err error,
) {
	tenants, ids := make([]string, len(refs)), make([]string, len(refs))
	for i, r := range refs {
		tenants[i], ids[i] = r.Tenant, r.ID
	}
	rows, err := tx.Query(ctx, `
SELECT w.tenant_id, w.id, coalesce(s.n, 0), t.text
FROM unnest($1::text[], $2::text[]) AS w(tenant_id, id)
LEFT JOIN tenant_seq s ON s.tenant_id = w.tenant_id
LEFT JOIN LATERAL (
  SELECT `+d.columns()+` AS text FROM `+pgx.Identifier{kind}.Sanitize()+` t
  WHERE t.tenant_id = w.tenant_id AND t.id = w.id AND `+d.live()+`
) t ON true`, tenants, ids)
	if err != nil {
		return nil, nil, err //nolint:wrapcheck // load adds context
	}
	var doc search.Doc
	_, err = pgx.ForEachRow(rows, []any{&doc.Tenant, &doc.ID, &doc.Seq, &doc.Text}, func() error {
		if doc.Text == nil {
			gone = append(gone, search.Ref{Tenant: doc.Tenant, ID: doc.ID})
		} else {
			docs = append(docs, doc)
		}
		doc.Text = nil
		return nil
	})
	if err != nil {
		return nil, nil, err //nolint:wrapcheck // load adds context
	}
	return docs, gone, d.addFields(ctx, tx, docs)
}

// addFields reads the fields of documents, tenant by tenant.
func (d Documents) addFields(ctx context.Context, tx pgx.Tx, docs []search.Doc) error {
	if d.Kind == nil {
		return nil
	}
	ids := map[string][]string{}
	for i := range docs {
		ids[docs[i].Tenant] = append(ids[docs[i].Tenant], docs[i].ID)
	}
	for tenant, some := range ids {
		fields, err := d.Kind.Fields(ctx, tx, tenant, some)
		if err != nil {
			return err //nolint:wrapcheck // load adds context
		}
		for i := range docs {
			if docs[i].Tenant == tenant {
				docs[i].Fields = fields[docs[i].ID]
			}
		}
	}
	return nil
}

// page reads the documents of a kind of one tenant in the order of their ids, after an id. last is "" on the last page.
func page(ctx context.Context, pool *pgxpool.Pool, of kindOf, d Documents, after string, limit int) (
	docs []search.Doc, gone []search.Ref, last string, err error,
) {
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		docs, gone, last, err = pageIn(ctx, tx, of, d, after, limit)
		return err
	})
	if err != nil {
		return nil, nil, "", fmt.Errorf("load all %s of %s: %w", of.kind, of.tenant, err)
	}
	return docs, gone, last, nil
}

func pageIn(ctx context.Context, tx pgx.Tx, of kindOf, d Documents, after string, limit int) (
	docs []search.Doc, gone []search.Ref, last string, err error,
) {
	rows, err := tx.Query(ctx, `
SELECT t.id, s.n, CASE WHEN `+d.live()+` THEN `+d.columns()+` END
FROM `+pgx.Identifier{of.kind}.Sanitize()+` t
JOIN tenant_seq s ON s.tenant_id = t.tenant_id
WHERE t.tenant_id = $1 AND t.id > $2
ORDER BY t.id
LIMIT $3`, of.tenant, after, limit)
	if err != nil {
		return nil, nil, "", err //nolint:wrapcheck // page adds context
	}
	doc := search.Doc{Tenant: of.tenant}
	_, err = pgx.ForEachRow(rows, []any{&doc.ID, &doc.Seq, &doc.Text}, func() error {
		if doc.Text == nil {
			gone = append(gone, search.Ref{Tenant: of.tenant, ID: doc.ID})
		} else {
			docs = append(docs, doc)
		}
		doc.Text = nil
		return nil
	})
	if err != nil {
		return nil, nil, "", err //nolint:wrapcheck // page adds context
	}
	if len(docs)+len(gone) == limit {
		last = doc.ID
	}
	return docs, gone, last, d.addFields(ctx, tx, docs)
}
