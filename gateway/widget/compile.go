package widget

import (
	"context"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// compiled are the conditions of a query in terms of a search.
type compiled struct {
	conds []search.Cond
	used  []catalog.Used // the catalogue's filters among them, for the tags
	raw   bool           // a condition is in no form that tags are derived from: the answer depends on every record
}

// A compiler turns filters into conditions, in one snapshot.
type compiler struct {
	names *resolver // nil: the compiler only tells which filters are raw
	index *Index
}

// never keeps no row. It names a column because conditions do.
func (c *compiler) never() (string, []any) { return c.id() + " IS NULL", nil }

// id is the id of a listed row in SQL.
func (c *compiler) id() string { return c.index.View.Plan().Resource.As + ".id" }

// compile turns filters that must all hold into conditions, without those of one group.
func (c *compiler) compile(ctx context.Context, parts []Filter, without string) (out compiled, err error) {
	for _, f := range parts {
		group := c.groupOf(f)
		if without != "" && group == without {
			continue
		}
		if done, err := c.plain(ctx, f, group, &out); err != nil || done {
			if err != nil {
				return out, err
			}
			continue
		}
		sql, args, err := c.sql(ctx, f)
		if err != nil {
			return out, err
		}
		out.raw = true
		if group == "" {
			group = "filter"
		}
		out.conds = append(out.conds,
			search.Cond{Name: group, Cond: &filter.Cond{Op: filter.Raw, Text: "(" + sql + ") IS TRUE"}, Args: args})
	}
	return out, nil
}

// groupOf is the group that every attribute of a filter belongs to, "" if they are of several.
func (c *compiler) groupOf(f Filter) string {
	group := ""
	for _, name := range f.Attributes() {
		a := c.index.module.attribute(name)
		if a == nil || group != "" && a.group != group {
			return ""
		}
		group = a.group
	}
	return group
}

// raw reports whether a filter is no condition of the catalogue, so that only Postgres answers it.
func (c *compiler) raw(f Filter) bool {
	done, err := c.plain(context.Background(), f, "", &compiled{})
	return err == nil && !done
}

// plain compiles a filter that is one condition of the catalogue. Those are answered from memory.
func (c *compiler) plain(ctx context.Context, f Filter, group string, out *compiled) (bool, error) {
	a := c.index.module.attribute(f.Attribute)
	if f.Op == Box {
		a = c.index.module.attribute("_geoloc")
	}
	if a == nil {
		return false, nil
	}
	add := func(by *catalog.Filter, used []string, args ...any) (bool, error) {
		out.conds = append(out.conds, search.Cond{Name: group, Cond: &by.Cond, Args: args})
		out.used = append(out.used, catalog.Used{Filter: by, Values: used})
		return true, nil
	}
	switch {
	case f.Op == Is && (a.form == named || a.form == tree || a.form == path):
		if c.names == nil {
			return true, nil
		}
		ids, err := c.names.ids(ctx, a, f.Values)
		if err != nil {
			return false, err
		}
		if a.form == named {
			return add(a.filter, ids, ids)
		}
		return add(a.filter, ids, ids, ids)
	case f.Op == Is && a.form == pair:
		return add(a.filter, []string{catalog.PairName(a.pair)}, a.pair, f.Values)
	case f.Op == Is && a.form == text && len(f.Values) == 1:
		return add(a.filter, f.Values, f.Values[0])
	case f.Op == Is && a.form == number && len(f.Values) == 1 && a.least == nil:
		if year, ok := whole(f.Values[0]); ok {
			return add(a.filter, []string{year}, year)
		}
	case f.Op == Compare && a.form == number && f.Sign == ">=" && a.least != nil && f.Number[0] != '-':
		return add(a.least, []string{f.Number}, f.Number)
	case f.Op == Compare && a.form == number && f.Sign == "<=" && a.most != nil && f.Number[0] != '-':
		return add(a.most, []string{f.Number}, f.Number)
	case f.Op == Compare && a.form == number && f.Sign == "=" && a.least == nil:
		if year, ok := whole(f.Number); ok {
			return add(a.filter, []string{year}, year)
		}
	case f.Op == Box:
		args := make([]any, len(f.Place))
		for i, x := range f.Place {
			args[i] = x
		}
		out.conds = append(out.conds, search.Cond{Name: "_geoloc", Cond: &a.filter.Cond, Args: args})
		out.used = append(out.used, catalog.Used{Filter: a.filter})
		return true, nil
	}
	return false, nil
}

// whole reads a whole number that fits into a column.
func whole(s string) (string, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
	return strconv.FormatInt(n, 10), err == nil
}

// sql compiles any filter into SQL with a ? for each of args.
func (c *compiler) sql(ctx context.Context, f Filter) (sql string, args []any, err error) {
	switch f.Op {
	case All, Any:
		var parts []string
		for _, p := range f.Of {
			s, a, err := c.sql(ctx, p)
			if err != nil {
				return "", nil, err
			}
			parts, args = append(parts, "("+s+")"), append(args, a...)
		}
		if f.Op == All {
			return strings.Join(parts, " AND "), args, nil
		}
		return strings.Join(parts, " OR "), args, nil
	case Not:
		s, a, err := c.sql(ctx, f.Of[0])
		return "(" + s + ") IS NOT TRUE", a, err
	case Near:
		return c.near(f)
	case Box:
		a := c.index.module.attribute("_geoloc")
		if a == nil {
			return "", nil, c.noPlace()
		}
		for _, x := range f.Place {
			args = append(args, x)
		}
		return a.filter.Cond.SQL(), args, nil
	}
	a := c.index.module.attribute(f.Attribute)
	if a == nil {
		return "", nil, c.unknown(f.Attribute)
	}
	switch f.Op {
	case Exists:
		sql, args = c.exists(a)
		return sql, args, nil
	case Compare:
		if a.form != number {
			return "", nil, api.Errorf(400, api.InvalidParameter, "%s has no order: compare it with = only.", f.Attribute)
		}
		return a.filter.Cond.Column.String() + " " + f.Sign + " ?::text::numeric", []any{f.Number}, nil
	}
	return c.is(ctx, a, f.Values)
}

// is compiles the values of an attribute.
func (c *compiler) is(ctx context.Context, a *attribute, values []string) (string, []any, error) {
	switch a.form {
	case named, tree, path:
		ids, err := c.names.ids(ctx, a, values)
		if err != nil {
			return "", nil, err
		}
		args := []any{ids}
		if a.form != named {
			args = append(args, ids)
		}
		return a.filter.Cond.SQL(), args, nil
	case pair:
		return a.filter.Cond.SQL(), []any{a.pair, values}, nil
	case number:
		var numbers []string
		for _, v := range values {
			if n, ok := Decimal(v); ok {
				numbers = append(numbers, n)
			}
		}
		return a.filter.Cond.Column.String() + " = ANY(?::text[]::numeric[])", []any{numbers}, nil
	case text:
		return a.filter.Cond.Column.String() + " = ANY(?)", []any{values}, nil
	}
	sql, args := c.never()
	return sql, args, nil
}

// exists compiles whether a record has an attribute.
func (c *compiler) exists(a *attribute) (string, []any) {
	link := a.filter.Cond.Link
	switch a.form {
	case tree, path:
		return c.id() + " IN (SELECT pc." + link.Owner + " FROM " + link.Table + " pc WHERE pc.tenant_id = $1)", nil
	case pair:
		return c.id() + " IN (SELECT a." + link.Owner + " FROM " + link.Table +
			" a WHERE a.tenant_id = $1 AND a.name = ?)", []any{a.pair}
	}
	return a.filter.Cond.Column.String() + " IS NOT NULL", nil
}

// earth is the mean radius of the earth in metres.
const earth = "6371008.8"

// near compiles a circle on the map by the haversine formula.
func (c *compiler) near(f Filter) (string, []any, error) {
	a := c.index.module.attribute("_geoloc")
	if a == nil {
		return "", nil, c.noPlace()
	}
	lng, lat := a.filter.Cond.Column.String(), a.filter.Cond.Lat.String()
	return "2 * " + earth + " * asin(sqrt(least(1, sin(radians(" + lat + " - ?::float8) / 2) ^ 2 + cos(radians(" + lat +
			")) * cos(radians(?::float8)) * sin(radians(" + lng + " - ?::float8) / 2) ^ 2))) <= ?::float8",
		[]any{f.Place[0], f.Place[0], f.Place[1], f.Place[2]}, nil
}

func (c *compiler) noPlace() error {
	return api.Errorf(400, api.InvalidParameter, "The records of %s have no place on the map.", c.index.Name)
}

func (c *compiler) unknown(attribute string) error { return c.index.Unknown(attribute) }

// Unknown is the error for an attribute by which an index cannot be filtered.
func (x *Index) Unknown(attribute string) error {
	if r := []rune(attribute); len(r) > 60 {
		attribute = string(r[:60]) + "…"
	}
	return api.Errorf(400, api.InvalidParameter, "Attribute %q is not one by which %s can be filtered. Those are %s.",
		attribute, x.Name, strings.Join(x.Attributes(), ", "))
}
