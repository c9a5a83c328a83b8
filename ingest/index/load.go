package index

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/wire"
	"vitrine/search"
)

// snapshot is one view of the database, so that texts and fields of a document belong together.
var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// loaded is what one snapshot shows of some records.
type loaded struct {
	docs  []search.Doc
	gone  []search.Ref // the records that do not exist or may not be found
	heads heads        // of the tenants
}

// load reads the current documents of records of a kind.
func load(ctx context.Context, pool *pgxpool.Pool, kind string, d Documents, refs []search.Ref) (
	got loaded, err error,
) {
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		got, err = loadIn(ctx, tx, kind, d, refs)
		return err
	})
	if err != nil {
		return loaded{}, fmt.Errorf("load documents of %s: %w", kind, err)
	}
	return got, nil
}

func loadIn(ctx context.Context, tx pgx.Tx, kind string, d Documents, refs []search.Ref) (loaded, error) {
	got := loaded{heads: heads{}}
	tenants, ids := make([]string, len(refs)), make([]string, len(refs))
	for i, r := range refs {
		tenants[i], ids[i] = r.Tenant, r.ID
	}
	rows, err := tx.Query(ctx, `
SELECT w.tenant_id, w.id, coalesce(s.epoch::text, ''), coalesce(s.n, 0), t.text
FROM unnest($1::text[], $2::text[]) AS w(tenant_id, id)
LEFT JOIN tenant_seq s ON s.tenant_id = w.tenant_id
LEFT JOIN LATERAL (
  SELECT `+d.columns()+` AS text FROM `+pgx.Identifier{kind}.Sanitize()+` t
  WHERE t.tenant_id = w.tenant_id AND t.id = w.id AND `+d.live()+`
) t ON true`, tenants, ids)
	if err != nil {
		return got, err //nolint:wrapcheck // load adds context
	}
	var doc search.Doc
	var epoch string
	_, err = pgx.ForEachRow(rows, []any{&doc.Tenant, &doc.ID, &epoch, &doc.Seq, &doc.Text}, func() error {
		if epoch != "" { // else the tenant was deleted
			got.heads.add(wire.Head{Tenant: doc.Tenant, Epoch: epoch, Seq: doc.Seq})
		}
		got.put(doc)
		doc.Text = nil
		return nil
	})
	if err != nil {
		return got, err //nolint:wrapcheck // load adds context
	}
	return got, d.addFields(ctx, tx, got.docs)
}

// put adds a document. Without a text the record may not be found.
func (l *loaded) put(doc search.Doc) {
	if doc.Text == nil {
		l.gone = append(l.gone, search.Ref{Tenant: doc.Tenant, ID: doc.ID})
	} else {
		l.docs = append(l.docs, doc)
	}
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
	got loaded, last string, err error,
) {
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		got, last, err = pageIn(ctx, tx, of, d, after, limit)
		return err
	})
	if err != nil {
		return loaded{}, "", fmt.Errorf("load all %s of %s: %w", of.kind, of.tenant, err)
	}
	return got, last, nil
}

func pageIn(ctx context.Context, tx pgx.Tx, of kindOf, d Documents, after string, limit int) (
	got loaded, last string, err error,
) {
	got.heads = heads{}
	rows, err := tx.Query(ctx, `
SELECT t.id, s.epoch::text, s.n, CASE WHEN `+d.live()+` THEN `+d.columns()+` END
FROM `+pgx.Identifier{of.kind}.Sanitize()+` t
JOIN tenant_seq s ON s.tenant_id = t.tenant_id
WHERE t.tenant_id = $1 AND t.id > $2
ORDER BY t.id
LIMIT $3`, of.tenant, after, limit)
	if err != nil {
		return got, "", err //nolint:wrapcheck // page adds context
	}
	doc := search.Doc{Tenant: of.tenant}
	var epoch string
	_, err = pgx.ForEachRow(rows, []any{&doc.ID, &epoch, &doc.Seq, &doc.Text}, func() error {
		got.heads.add(wire.Head{Tenant: of.tenant, Epoch: epoch, Seq: doc.Seq})
		got.put(doc)
		doc.Text = nil
		return nil
	})
	if err != nil {
		return got, "", err //nolint:wrapcheck // page adds context
	}
	if len(got.docs)+len(got.gone) == limit {
		last = doc.ID
	}
	return got, last, d.addFields(ctx, tx, got.docs)
}
