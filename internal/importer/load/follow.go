package load

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
)

// existing returns the ids of the batch's records that were there before, with their numbers.
func (a *attempt) existing() (ids []string, numbers map[string]int) {
	numbers = map[string]int{}
	for n, d := range a.batch {
		if !a.out[n] && a.fate[n] != inserted {
			ids = append(ids, d.id)
			numbers[d.id] = n
		}
	}
	return ids, numbers
}

// follow deletes the child rows that records no longer have. The stage holds those that they have.
func (a *attempt) follow(ctx context.Context, st *Stage) error {
	if a.p.Merge || !st.child || a.allNew() {
		return nil
	}
	ids, numbers := a.existing()
	stale, ownerColumn := st.staleSQL()
	sql, args := "DELETE FROM "+stale+" RETURNING "+ownerColumn, []any{pgx.QueryExecModeExec, a.p.Tenant, ids}
	if st.Late {
		owners, others := lateRows(a.batch, st)
		args = append(args, owners, others)
	}
	rows, err := a.tx.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	var owner string
	_, err = pgx.ForEachRow(rows, []any{&owner}, func() error {
		a.touch(numbers[owner], false)
		a.count(st.Table.Name).Deleted++
		return nil
	})
	return err
}

// staleSQL returns what follows FROM in a statement on the child rows t of the records $2 that are not staged, and the
// column that holds the ids of these records.
func (st *Stage) staleSQL() (stale, owner string) {
	owner = "t." + table.Quote(st.Columns[0].Name)
	kept := "SELECT FROM " + st.temp() + " s WHERE s.id = t.id"
	if st.Pair != nil {
		one, other := table.Quote(st.Pair[0]), table.Quote(st.Pair[1])
		from := st.temp() + " s"
		if st.Late {
			from = fmt.Sprintf("unnest($3::text[], $4::text[]) s (%s, %s)", one, other)
		}
		kept = fmt.Sprintf("SELECT FROM %s WHERE s.%[2]s = t.%[2]s AND s.%[3]s = t.%[3]s", from, one, other)
	}
	return fmt.Sprintf("%s t WHERE t.tenant_id = $1 AND %s = ANY($2) AND NOT EXISTS (%s)", st.Table.Quoted(), owner,
		kept), owner
}

// lateRows returns the pairs of a stage that the records of a batch get after all records are written.
func lateRows(batch []*Draft, st *Stage) (owners, others []string) {
	for _, d := range batch {
		for _, r := range d.late {
			if r.st == st {
				owners, others = append(owners, d.id), append(others, r.Cells[1].value())
			}
		}
	}
	return owners, others
}

// register records which rows imports wrote, and the keys that ids do not derive from.
func (a *attempt) register(ctx context.Context) error {
	s := a.p.series
	var plain, keyed, keys []string
	for n, d := range a.batch {
		switch {
		case a.out[n]:
		case d.key == "":
			plain = append(plain, d.id)
		default:
			keyed, keys = append(keyed, d.id), append(keys, d.key)
		}
	}
	if len(plain) > 0 {
		_, err := a.tx.Exec(ctx, "INSERT INTO import_row (tenant_id, kind, id, dataset) "+
			"SELECT $1, $2, m.id, $3 FROM unnest($4::text[]) m (id) ON CONFLICT (tenant_id, kind, id) DO NOTHING",
			s.Tenant, s.Kind, s.Dataset, plain)
		if err != nil {
			return err
		}
	}
	if len(keyed) == 0 {
		return nil
	}
	// A row that was given this key before, and has another now, must not keep it.
	_, err := a.tx.Exec(ctx, "UPDATE import_row r SET key = '#' || r.id FROM unnest($3::text[], $4::text[]) m (id, key) "+
		"WHERE r.tenant_id = $1 AND r.kind = $2 AND r.key = m.key AND r.id <> m.id", s.Tenant, s.Kind, keyed, keys)
	if err != nil {
		return err
	}
	_, err = a.tx.Exec(ctx, "INSERT INTO import_row (tenant_id, kind, id, dataset, key) "+
		"SELECT $1, $2, m.id, $3, m.key FROM unnest($4::text[], $5::text[]) m (id, key) "+
		"ON CONFLICT (tenant_id, kind, id) DO UPDATE SET key = excluded.key, dataset = excluded.dataset "+
		"WHERE (import_row.key, import_row.dataset) IS DISTINCT FROM (excluded.key, excluded.dataset)",
		s.Tenant, s.Kind, s.Dataset, keyed, keys)
	return err
}

// publish gives records their status back that --prune=draft took from them. It is not called if there are none.
func (a *attempt) publish(ctx context.Context) error {
	ids, numbers := a.existing()
	if len(ids) == 0 {
		return nil
	}
	s := a.p.series
	if a.p.Main.Place("status") < 0 { // otherwise the file has the status
		rows, err := a.tx.Query(ctx, fmt.Sprintf("UPDATE %s t SET status = r.drafted FROM import_row r "+
			"WHERE t.tenant_id = $1 AND t.id = ANY($3) AND t.status = 'DRAFT' "+
			"AND r.tenant_id = $1 AND r.kind = $2 AND r.id = t.id AND r.drafted IS NOT NULL RETURNING t.id",
			a.p.Main.Table.Quoted()), s.Tenant, s.Kind, ids)
		if err != nil {
			return err
		}
		var id string
		if _, err := pgx.ForEachRow(rows, []any{&id}, func() error {
			a.touch(numbers[id], false)
			return nil
		}); err != nil {
			return err
		}
	}
	_, err := a.tx.Exec(ctx, "UPDATE import_row SET drafted = NULL WHERE tenant_id = $1 AND kind = $2 AND id = ANY($3) "+
		"AND drafted IS NOT NULL", s.Tenant, s.Kind, ids)
	return err
}
