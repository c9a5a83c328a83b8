package importer

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// begin prepares the first write: it creates the tenant and remembers the key. Until then an import leaves no trace.
func (r *run) begin(ctx context.Context) error {
	r.start.Lock()
	defer r.start.Unlock()
	if r.begun {
		return nil
	}
	if !r.exists {
		const create = "INSERT INTO tenant (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING"
		tag, err := r.pool.Exec(ctx, create, r.p.Tenant)
		if err != nil {
			return fmt.Errorf("create the tenant %s: %w", r.p.Tenant, err)
		}
		r.created = tag.RowsAffected() > 0
	}
	if !r.choice.rekey { // an import that is broken off needs the old key again
		if err := r.p.Series().Remember(ctx, r.pool, r.choice.key); err != nil {
			return err
		}
	}
	r.begun = true
	return nil
}

// end completes an import. If all rows were rejected, it removes the tenant that begin created.
func (r *run) end(ctx context.Context, complete bool) error {
	if r.created && r.report.in() > 0 {
		r.report.Notes = append(r.report.Notes, fmt.Sprintf("tenant %s was created", r.p.Tenant))
	}
	switch {
	case r.created && complete && r.report.in() == 0:
		return r.removeTenant(ctx)
	case !complete || !r.choice.rekey || r.o.DryRun:
		return nil
	case r.report.Rejected > 0:
		r.report.Notes = append(r.report.Notes, "the key of later imports was not replaced, because rows were rejected; "+
			"correct them and repeat the command")
		return nil
	}
	return r.replaceKey(ctx)
}

// removeTenant removes the tenant, unless somebody else has added rows.
func (r *run) removeTenant(ctx context.Context) error {
	empty := make([]string, 0, len(r.tables))
	for _, t := range r.tables {
		empty = append(empty, "NOT EXISTS (SELECT FROM "+t.Quoted()+" WHERE tenant_id = $1)")
	}
	_, err := r.pool.Exec(ctx, "DELETE FROM tenant WHERE id = $1 AND "+strings.Join(empty, " AND "), r.p.Tenant)
	if err != nil {
		return fmt.Errorf("remove the empty tenant %s: %w", r.p.Tenant, err)
	}
	return nil
}

// replaceKey remembers the new key. The ids of rows that the file does not have derive from the old key; no new key may
// lead to them.
func (r *run) replaceKey(ctx context.Context) error {
	s := r.p.Series()
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE import_row SET key = '#' || id WHERE tenant_id = $1 AND kind = $2 AND dataset = $3 "+
			"AND key IS NULL", s.Tenant, s.Kind, s.Dataset)
		if err != nil {
			return err
		}
		return s.Remember(ctx, tx, r.choice.key)
	})
	if err != nil {
		return fmt.Errorf("replace the key: %w", err)
	}
	return nil
}
