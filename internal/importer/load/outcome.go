package load

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// An Outcome counts the results of a batch.
type Outcome struct {
	Inserted, Updated, Unchanged int               // records
	Skipped                      int               // records of another kind
	Tables                       map[string]*Count // rows, by table
	Rejects                      []Reject
	Waiting                      []*Draft // records whose parent does not exist yet
}

// A Count counts the rows of one table. Deleted are child rows that their records no longer have.
type Count struct{ Inserted, Updated, Unchanged, Deleted int }

// Add adds another count.
func (c *Count) Add(d Count) {
	c.Inserted += d.Inserted
	c.Updated += d.Updated
	c.Unchanged += d.Unchanged
	c.Deleted += d.Deleted
}

// A Reject is a record that was not imported.
type Reject struct {
	Record source.Record
	Reason string
}

func (o *Outcome) count(table string) *Count {
	if o.Tables == nil {
		o.Tables = map[string]*Count{}
	}
	if o.Tables[table] == nil {
		o.Tables[table] = &Count{}
	}
	return o.Tables[table]
}

func (o *Outcome) add(p Outcome) {
	o.Inserted += p.Inserted
	o.Updated += p.Updated
	o.Unchanged += p.Unchanged
	o.Rejects = append(o.Rejects, p.Rejects...)
	o.Waiting = append(o.Waiting, p.Waiting...)
	for name, c := range p.Tables {
		o.count(name).Add(*c)
	}
}

// slugTaken finds the staged rows whose slug another row of the tenant has.
const slugTaken = `
	SELECT s._n FROM %s s
	WHERE EXISTS (SELECT FROM %s x WHERE x.tenant_id = (SELECT $1) AND x.slug = s.slug AND x.id <> s.id OFFSET 0)`

// check removes records that reference a missing row, and records whose slug another row has. A record that references
// a row of its own table may only be early: it waits for that row.
func (a *attempt) check(ctx context.Context) error {
	for _, st := range a.p.stages {
		for _, i := range st.checked {
			if err := a.checkReference(ctx, st, i); err != nil {
				return err
			}
		}
	}
	main := a.p.Main
	slug := main.Place("slug")
	if slug < 0 {
		return nil
	}
	taken, err := a.numbers(ctx, fmt.Sprintf(slugTaken, main.temp(), main.Table.Quoted()), a.p.Tenant)
	if err != nil {
		return err
	}
	for _, n := range taken {
		reason := fmt.Sprintf("slug: %q is taken by another %s", a.batch[n].Main.Cells[slug].text, main.Table.Name)
		a.Rejects = append(a.Rejects, Reject{a.batch[n].Record, reason})
	}
	return a.remove(ctx, taken)
}

// checkReference checks one foreign key. If a record waits for its parent, its own children must wait too. A table that
// references itself is therefore checked until no more records are removed.
func (a *attempt) checkReference(ctx context.Context, st *Stage, i int) error {
	c := st.Columns[i]
	self := st == a.p.Main && c.Target == st.Table.Name
	if self && a.preview != nil {
		return nil // an earlier batch would have written the parent
	}
	among := ""
	if self {
		among = fmt.Sprintf("AND NOT EXISTS (SELECT FROM %s o WHERE o.id = s.%s)", st.temp(), table.Quote(c.Name))
	}
	for {
		missing, err := a.numbers(ctx, fmt.Sprintf(`
			SELECT DISTINCT s._n FROM %s s WHERE s.%[2]s IS NOT NULL %[3]s
			AND NOT EXISTS (SELECT FROM %[4]s x WHERE x.tenant_id = (SELECT $1) AND x.id = s.%[2]s OFFSET 0)`,
			st.temp(), table.Quote(c.Name), among, table.Quote(c.Target)), a.p.Tenant)
		if err != nil || len(missing) == 0 {
			return err
		}
		for _, n := range missing {
			if self {
				a.Waiting = append(a.Waiting, a.batch[n])
			} else {
				a.Rejects = append(a.Rejects, Reject{a.batch[n].Record, a.p.unknownReference(a.batch[n], st, i)})
			}
		}
		if err := a.remove(ctx, missing); err != nil || !self {
			return err
		}
	}
}

// remove removes records from the batch, with all their rows.
func (a *attempt) remove(ctx context.Context, numbers []int32) error {
	if len(numbers) == 0 {
		return nil
	}
	for _, n := range numbers {
		a.out[n] = true
	}
	for _, st := range a.p.stages {
		if _, err := a.tx.Exec(ctx, "DELETE FROM "+st.temp()+" WHERE _n = ANY($1)", numbers); err != nil {
			return err
		}
	}
	return nil
}

// numbers runs a query that returns numbers of records.
func (a *attempt) numbers(ctx context.Context, sql string, args ...any) (all []int32, err error) {
	var n int32
	err = a.probe(ctx, sql, args, []any{&n}, func() error {
		all = append(all, n)
		return nil
	})
	return all, err
}

// probe runs a query that looks up each staged row in a table. Such a query contains OFFSET 0, which forces a lookup by
// index. The planner has no statistics of a temporary table, and may otherwise scan the other table for each batch or
// row.
func (a *attempt) probe(ctx context.Context, sql string, args, into []any, each func() error) error {
	rows, err := a.tx.Query(ctx, sql, append([]any{pgx.QueryExecModeExec}, args...)...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, each)
	return err
}

// explain translates the error with which Postgres refused a row.
func (p *Plan) explain(err *pgconn.PgError) string {
	switch err.Code {
	case "23505":
		if columns, values, ok := keyOf(err.Detail); ok {
			return fmt.Sprintf("%s: another %s has %s", columns, err.TableName, values)
		}
	case "23503":
		if columns, _, ok := keyOf(err.Detail); ok {
			return columns + ": references a row that does not exist"
		}
	case "23502":
		return err.ColumnName + " is missing"
	case "23514":
		rule := ""
		if t := p.Tables[err.TableName]; t != nil {
			rule = t.Rule(err.ConstraintName)
			if text := p.explainRule(t, rule); text != "" {
				return text
			}
		}
		return fmt.Sprintf("violates the constraint %s of %s: %s", err.ConstraintName, err.TableName, rule)
	}
	text := err.Message
	if err.ColumnName != "" {
		text = err.ColumnName + ": " + text
	}
	return fmt.Sprintf("%s (Postgres %s)", text, err.Code)
}

var (
	orderRule = regexp.MustCompile(`^(\w+) (>=?) (\w+)$`)
	rangeRule = regexp.MustCompile(`^\((\w+) >= (\S+)\) AND \((\w+) <= (\S+)\)$`)
)

// explainRule says what a row does that a CHECK of its table forbids, if the CHECK is an order or a range of columns.
func (p *Plan) explainRule(t *table.Table, rule string) string {
	if m := rangeRule.FindStringSubmatch(rule); m != nil && m[1] == m[3] {
		return fmt.Sprintf("%s: expected a number from %s to %s", p.fieldOf(t, m[1]), m[2], m[4])
	}
	m := orderRule.FindStringSubmatch(rule)
	if m == nil || t.Column(m[1]) == nil || t.Column(m[3]) == nil {
		return ""
	}
	last, first := p.fieldOf(t, m[1]), p.fieldOf(t, m[3])
	time := strings.HasPrefix(t.Column(m[1]).Type, "timestamp")
	relation := map[bool]map[string]string{
		true: {">=": "before", ">": "not after"}, false: {">=": "less than", ">": "not more than"},
	}[time][m[2]]
	if t.Column(m[1]).IsEnd() {
		return fmt.Sprintf("the end is %s the start (%s, %s)", relation, last, first)
	}
	return fmt.Sprintf("%s is %s %s", last, relation, first)
}

// fieldOf returns the field that fills a column, or else the column's name.
func (p *Plan) fieldOf(t *table.Table, column string) string {
	for _, field := range slices.Sorted(maps.Keys(p.columns)) {
		if t == p.Main.Table && p.columns[field] == column {
			return field
		}
	}
	return column
}

// keyOf reads "Key (tenant_id, slug)=(real, x) already exists." and drops the tenant.
func keyOf(detail string) (columns, values string, ok bool) {
	detail, ok = strings.CutPrefix(detail, "Key (")
	if !ok {
		return "", "", false
	}
	columns, rest, _ := strings.Cut(detail, ")=(")
	end := strings.LastIndex(rest, ")")
	if end < 0 {
		return "", "", false
	}
	values = rest[:end]
	if after, had := strings.CutPrefix(columns, "tenant_id, "); had {
		columns = after
		_, values, _ = strings.Cut(values, ", ")
	}
	return columns, values, true
}

// unknownReference is the reason for a record that references a missing row of another table.
func (p *Plan) unknownReference(d *Draft, st *Stage, i int) string {
	c := st.Columns[i]
	for _, r := range d.rows {
		if r.st == st && r.Cells[i].ref != nil {
			return fmt.Sprintf("%s: %q matches no %s of tenant %s, by id or by the key of its import",
				c.Name, r.Cells[i].ref.key, c.Target, p.Tenant)
		}
	}
	return fmt.Sprintf("%s matches no %s of tenant %s", c.Name, c.Target, p.Tenant)
}

// Orphan is the reason for a record that still waits for its parent when all records are written.
func (p *Plan) Orphan(d *Draft) string {
	for _, i := range p.Main.checked {
		if c := p.Main.Columns[i]; c.Target == p.Main.Table.Name && d.Main.Cells[i].ref != nil {
			return fmt.Sprintf("%s: %q matches no %s of tenant %s or of the file, or the rows reference each other in a circle",
				c.Name, d.Main.Cells[i].ref.key, c.Target, p.Tenant)
		}
	}
	return "the parent row does not exist"
}
