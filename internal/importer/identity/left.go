package identity

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
	"vitrine/internal/postgres"
)

// Left counts the rows of a series without a key.
type Left struct {
	Rows  int      // rows that have no key of the names that were asked for
	Lost  int      // of these, rows that a file without certain fields cannot name
	Names []string // joined names of the keys that the lost rows have
}

// Left counts the rows of the series that are not known by a key. available are the joined names of the keys that a
// file has for its records.
func (s Series) Left(ctx context.Context, db postgres.DB, t *table.Table, k Key, m Memory, available []string) (
	Left, error) {
	var l Left
	blank := ""
	if k.Column != "" { // the column names the row
		blank = " AND coalesce(btrim(t." + table.Quote(k.Column) + "::text), '') = ''"
	}
	rows, err := db.Query(ctx, fmt.Sprintf(`
		SELECT known.names, count(*) FROM %[1]s t
		LEFT JOIN import_row r ON r.tenant_id = $1 AND r.kind = $2 AND r.id = t.id
		CROSS JOIN LATERAL (SELECT array_remove(array_agg(x.names ORDER BY x.names), NULL) AS names FROM (
			SELECT CASE WHEN r.id IS NULL THEN $5 ELSE r.names END AS names
			UNION SELECT y.names FROM import_row_key y WHERE y.tenant_id = $1 AND y.kind = $2 AND y.id = t.id) x) known
		WHERE t.tenant_id = $1 AND (r.dataset = $3 OR r.id IS NULL AND $5::text IS NOT NULL) AND $4 <> ALL (known.names)%[2]s
		GROUP BY 1`, t.Quoted(), blank), s.Tenant, s.Kind, s.Dataset, Joined(k.Names), m.Inherited)
	if err != nil {
		return l, fmt.Errorf("count the rows without the key: %w", err)
	}
	var names []string
	var count int
	_, err = pgx.ForEachRow(rows, []any{&names, &count}, func() error {
		l.Rows += count
		if slices.ContainsFunc(names, func(n string) bool { return slices.Contains(available, n) }) {
			return nil
		}
		l.Lost += count
		for _, n := range names {
			if !slices.Contains(l.Names, n) {
				l.Names = append(l.Names, n)
			}
		}
		return nil
	})
	if err != nil {
		return l, fmt.Errorf("count the rows without the key: %w", err)
	}
	return l, nil
}
