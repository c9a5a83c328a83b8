package load

import (
	"context"
	"fmt"
	"maps"
	"slices"

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
	_, numbers := a.existing()
	stale, ownerColumn, args := a.stale(st)
	rows, err := a.tx.Query(ctx, "DELETE FROM "+stale+" RETURNING "+ownerColumn,
		append([]any{pgx.QueryExecModeExec}, args...)...)
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

// stale returns what follows FROM in a statement on the child rows t that records of the batch no longer have, the
// column that holds the ids of these records, and the arguments of the statement.
func (a *attempt) stale(st *Stage) (stale, owner string, args []any) {
	owner = "t." + table.Quote(st.Columns[0].Name)
	kept := "SELECT FROM " + st.temp() + " s WHERE s.id = t.id"
	ids, numbers := a.existing()
	ids = slices.DeleteFunc(ids, func(id string) bool {
		return slices.ContainsFunc(a.batch[numbers[id]].parts, func(k part) bool { return k.st == st && k.column == "" })
	})
	args = []any{a.p.Tenant, ids}
	if st.Pair != nil {
		one, other := table.Quote(st.Pair[0]), table.Quote(st.Pair[1])
		from := st.temp() + " s"
		if st.Late && a.preview == nil {
			from = fmt.Sprintf("unnest($3::text[], $4::text[]) s (%s, %s)", one, other)
			owners, others := lateRows(a.batch, st)
			args = append(args, owners, others)
		}
		kept = fmt.Sprintf("SELECT FROM %s WHERE s.%[2]s = t.%[2]s AND s.%[3]s = t.%[3]s", from, one, other)
	}
	stale = fmt.Sprintf("%s t WHERE t.tenant_id = $1 AND %s = ANY($2) AND NOT EXISTS (%s)", st.Table.Quoted(), owner, kept)
	owners, texts := map[string][]string{}, map[string][]string{} // by column
	for _, d := range a.batch {
		for _, k := range d.parts {
			if k.st == st && k.column != "" {
				owners[k.column], texts[k.column] = append(owners[k.column], d.id), append(texts[k.column], k.text)
			}
		}
	}
	for _, column := range slices.Sorted(maps.Keys(owners)) {
		n := len(args)
		args = append(args, owners[column], texts[column])
		stale += fmt.Sprintf(" AND NOT EXISTS (SELECT FROM unnest($%d::text[], $%d::text[]) k (owner, text) "+
			"WHERE k.owner = %s AND k.text = t.%s)", n+1, n+2, owner, table.Quote(column))
	}
	return stale, owner, args
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
	var plain, adopted []string
	var by []*string
	var current, older [3][]string // ids, names and values
	for n, d := range a.batch {
		if a.out[n] {
			continue
		}
		if d.owner.by != nil && *d.owner.by == a.p.joinedKey && d.owner.keys == nil {
			plain = append(plain, d.id)
			continue
		}
		adopted, by = append(adopted, d.id), append(by, d.owner.by)
		for _, k := range d.owner.keys {
			to := &older
			if k.current {
				to = &current
			}
			to[0], to[1], to[2] = append(to[0], d.id), append(to[1], k.names), append(to[2], k.value)
		}
	}
	if len(plain) > 0 {
		_, err := a.tx.Exec(ctx, "INSERT INTO import_row (tenant_id, kind, id, dataset, names) "+
			"SELECT $1, $2, m.id, $3, $5 FROM unnest($4::text[]) m (id) ON CONFLICT (tenant_id, kind, id) DO UPDATE "+
			"SET dataset = excluded.dataset WHERE $6 AND import_row.dataset <> excluded.dataset",
			s.Tenant, s.Kind, s.Dataset, plain, a.p.joinedKey, a.p.takes)
		if err != nil {
			return err
		}
	}
	if len(adopted) == 0 {
		return nil
	}
	_, err := a.tx.Exec(ctx, "INSERT INTO import_row (tenant_id, kind, id, dataset, names) "+
		"SELECT $1, $2, m.id, $3, m.names FROM unnest($4::text[], $5::text[]) m (id, names) "+
		"ON CONFLICT (tenant_id, kind, id) DO UPDATE SET dataset = excluded.dataset "+
		"WHERE import_row.dataset <> excluded.dataset", s.Tenant, s.Kind, s.Dataset, adopted, by)
	if err != nil {
		return err
	}
	if err := a.storeKeys(ctx, current); err != nil || len(older[0]) == 0 {
		return err
	}
	// An older key of two records stays with the first.
	_, err = a.tx.Exec(ctx, "INSERT INTO import_row_key (tenant_id, kind, id, names, value) "+
		"SELECT $1, $2, m.* FROM unnest($3::text[], $4::text[], $5::text[]) m ON CONFLICT DO NOTHING",
		s.Tenant, s.Kind, older[0], older[1], older[2])
	return err
}

// storeKeys stores keys of the plan beside rows. A row that had such a key before, and has another now, loses it.
func (a *attempt) storeKeys(ctx context.Context, keys [3][]string) error {
	if len(keys[0]) == 0 {
		return nil
	}
	s := a.p.series
	args := []any{s.Tenant, s.Kind, keys[0], keys[1], keys[2]}
	_, err := a.tx.Exec(ctx, "DELETE FROM import_row_key k USING unnest($3::text[], $4::text[], $5::text[]) "+
		"m (id, names, value) WHERE k.tenant_id = $1 AND k.kind = $2 AND k.names = m.names AND k.value = m.value "+
		"AND k.id <> m.id", args...)
	if err != nil {
		return err
	}
	_, err = a.tx.Exec(ctx, "INSERT INTO import_row_key AS k (tenant_id, kind, id, names, value) "+
		"SELECT $1, $2, m.* FROM unnest($3::text[], $4::text[], $5::text[]) m "+
		"ON CONFLICT (tenant_id, kind, id, names) DO UPDATE SET value = excluded.value WHERE k.value <> excluded.value",
		args...)
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
