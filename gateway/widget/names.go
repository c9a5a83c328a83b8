package widget

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/gateway/read"
	"vitrine/internal/catalog"
)

// separator stands between the names of a path, as in the hierarchical menus of all clients.
const separator = " > "

// A resolver finds the records that widgets name, in one snapshot. Names are not unique: a name stands for all records
// that have it.
type resolver struct {
	s     *read.Snapshot
	known map[string][]string // ids, by kind, what names them, and name
	trees map[string]node     // categories that were read, by id
}

type node struct{ name, parent string }

func newResolver(s *read.Snapshot) *resolver {
	return &resolver{s: s, known: map[string][]string{}, trees: map[string]node{}}
}

// ids are the ids of the visible records that any of some values names.
func (r *resolver) ids(ctx context.Context, a *attribute, values []string) ([]string, error) {
	if a.by == byID {
		return values, nil
	}
	kind, column := a.filter.Of, "name"
	if a.form != named {
		kind = "category"
	}
	if a.by == bySlug {
		column = "slug"
	}
	if a.form == path {
		return r.paths(ctx, a, values)
	}
	var ids, missing []string
	key := func(value string) string { return kind + "\x00" + column + "\x00" + value }
	for _, v := range values {
		if _, ok := r.known[key(v)]; !ok {
			missing = append(missing, v)
			r.known[key(v)] = nil
		}
	}
	if len(missing) > 0 {
		res := catalog.Named(kind)
		var id, value string
		rows, err := r.s.DB.Query(ctx, "SELECT "+res.As+".id, "+res.As+"."+column+visible(res)+
			" AND "+res.As+"."+column+" = ANY($3) ORDER BY 1", r.s.Tenant, r.s.Now, missing)
		if err == nil {
			_, err = pgx.ForEachRow(rows, []any{&id, &value}, func() error {
				r.known[key(value)] = append(r.known[key(value)], id)
				return nil
			})
		}
		if err != nil {
			return nil, fmt.Errorf("read the ids of %s: %w", kind, err)
		}
	}
	for _, v := range values {
		ids = append(ids, r.known[key(v)]...)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// visible selects the visible records of a module; $2 is used whether the module depends on the time or not.
func visible(res *catalog.Resource) string {
	return " FROM " + res.From + " WHERE " + res.As + ".tenant_id = $1 AND (" + res.Live +
		") AND $2::timestamptz IS NOT NULL"
}

// paths are the ids of the categories at some paths.
func (r *resolver) paths(ctx context.Context, a *attribute, values []string) ([]string, error) {
	var names []string
	for _, v := range values {
		names = append(names, strings.Split(v, separator)...)
	}
	if err := r.readTree(ctx, "name", names); err != nil {
		return nil, err
	}
	var ids []string
	for id := range r.trees {
		if at, ok := r.path(id); ok && strings.Count(at, separator) == a.level && slices.Contains(values, at) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// readTree reads the visible categories that have any of some ids or names, with their visible parents.
func (r *resolver) readTree(ctx context.Context, column string, values []string) error {
	if len(values) == 0 {
		return nil
	}
	res := catalog.Named("category")
	rows, err := r.s.DB.Query(ctx, "SELECT c.id, c.name, coalesce(u.id, '')"+visible(res)+" AND c."+column+" = ANY($3)",
		r.s.Tenant, r.s.Now, values)
	if err == nil {
		var id string
		var n node
		_, err = pgx.ForEachRow(rows, []any{&id, &n.name, &n.parent}, func() error {
			r.trees[id] = n
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("read categories: %w", err)
	}
	return nil
}

// path is the path of a category, "" and false if one of those above it was not read, or if it is its own ancestor.
func (r *resolver) path(id string) (string, bool) {
	var all []string
	for id != "" {
		n, ok := r.trees[id]
		if !ok || len(all) == 2*levels {
			return "", false
		}
		all = append(all, n.name)
		id = n.parent
	}
	slices.Reverse(all)
	return strings.Join(all, separator), len(all) > 0
}
