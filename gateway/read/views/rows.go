package views

import (
	"context"
	"fmt"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// cards answers with the records of ids.
func cards(ctx context.Context, s *read.Snapshot, q *query.Query, ids, tags []string) (*read.Answer, error) {
	recs, err := s.ByID(ctx, q.View, ids)
	if err != nil {
		return nil, err
	}
	data, tags := read.AppendRecords(nil, tags, recs, nil)
	return ok(s, q, data, tags), nil
}

// one reads the first row of a statement. It reports false if there is none. The statement's $1 and $2 are the tenant
// and the time.
func one(ctx context.Context, s *read.Snapshot, into []any, sql string, args ...any) (bool, error) {
	rows, err := s.DB.Query(ctx, sql, append([]any{s.Tenant, s.Now}, args...)...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	if err := rows.Scan(into...); err != nil {
		return false, err
	}
	rows.Close()
	return true, rows.Err()
}

// rowsOf reads the rows of a statement as T, without those that cannot be shown. The statement's $1 and $2 are the
// tenant and the time.
func rowsOf[T any](ctx context.Context, s *read.Snapshot, row catalog.Row, sql string, args ...any) ([]*T, error) {
	rows, err := s.DB.Query(ctx, sql, append([]any{s.Tenant, s.Now}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	defer rows.Close()
	var out []*T
	for scanner := row.Scanner(rows, 0); rows.Next(); {
		v, lost, faults := scanner.Read()
		if len(faults) > 0 {
			id, _ := row.Deps(v)
			s.Note(row.Kind(), id, faults)
		}
		if catalog.Unreadable(faults) {
			continue
		}
		t, ok := v.(*T)
		if !ok {
			return nil, fmt.Errorf("read %s: got %T", row.Type.Name(), v)
		}
		s.Removed(lost)
		out = append(out, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	return out, nil
}

// notFound is the answer for a record that does not exist.
func notFound(s *read.Snapshot, q *query.Query, tags []string) *read.Answer {
	return &read.Answer{Tags: read.Tags(s.Tenant, q.View.Plan(), append(tags, s.Noted()...))}
}

// ok is the answer that shows data, as JSON.
func ok(s *read.Snapshot, q *query.Query, data []byte, tags []string) *read.Answer {
	body := append([]byte(api.Success), data...)
	return &read.Answer{Body: append(body, '}'), Tags: read.Tags(s.Tenant, q.View.Plan(), append(tags, s.Noted()...))}
}
