package importer

import (
	"context"
	"fmt"
	"strings"
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
	if err := r.p.Series().Remember(ctx, r.pool, r.choice.memory); err != nil {
		return err
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
	case !complete || !r.choice.several || r.o.DryRun:
		return nil
	case r.choice.rekey && r.report.Rejected > 0:
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

// replaceKey remembers the new key. Rows that the file does not have keep the keys that they have: later imports find
// them by those, until each row has the new key.
func (r *run) replaceKey(ctx context.Context) error {
	s, m, key := r.p.Series(), r.choice.memory, r.choice.key
	m.Names = key.Names
	left, err := s.Left(ctx, r.pool, r.p.Main.Table, key, m, nil)
	switch {
	case err != nil:
		return err
	case left.Rows == 0 || r.p.ByName(key):
		m.Older, m.Inherited, m.Settled = nil, nil, false
	default:
		m.Settled = m.Settled || r.o.TakeAsNew && r.report.Rejected == 0
		r.report.Notes = append(r.report.Notes, fmt.Sprintf("%s rows of %s are known by %s, not by %s. A file that has both "+
			"finds them", comma(left.Rows), r.p.Main.Table.Name, namesOf(left.Names), key))
	}
	return s.Remember(ctx, r.pool, m)
}
