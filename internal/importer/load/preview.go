package load

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A Difference is what an import would change about a record that is there already.
type Difference struct {
	Line    int
	Name    string
	Changes []string // such as "amount: 5.00 → 6.00" and "product_attribute: + Colour Black"
}

// Preview compares a batch with the database, in a transaction that cannot write. It returns what Write would return,
// but does not see what only Postgres refuses, and what changes about the first records. It leaves out rows that
// reference other records of the file.
func (w *Writer) Preview(ctx context.Context, batch []*Draft, most int) (Outcome, []Difference, error) {
	tx, err := w.conn.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return Outcome{}, nil, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it wrote nothing
	a := w.newAttempt(batch)
	a.tx, a.preview = tx, &preview{most: most, changes: map[int][]string{}}
	masks := make([]uint64, len(w.p.stages))
	for i, st := range w.p.stages {
		if masks[i], err = a.copy(ctx, st); err != nil {
			return Outcome{}, nil, err
		}
	}
	if err := a.check(ctx); err != nil {
		return Outcome{}, nil, err
	}
	a.countEntries()
	for i, st := range w.p.stages {
		if st.Late {
			continue
		}
		if err := a.previewStage(ctx, st, masks[i]); err != nil {
			return Outcome{}, nil, err
		}
	}
	a.tally()
	return a.Outcome, a.preview.differences(a), nil
}

// A preview collects what an attempt would change, by the number of the record.
type preview struct {
	most    int
	changes map[int][]string
}

// wants reports whether the changes of a record are collected.
func (v *preview) wants(n int) bool { return len(v.changes) < v.most || v.changes[n] != nil }

func (v *preview) add(n int, format string, args ...any) {
	if v.wants(n) {
		v.changes[n] = append(v.changes[n], fmt.Sprintf(format, args...))
	}
}

func (v *preview) differences(a *attempt) (all []Difference) {
	for n, d := range a.batch {
		if changes := v.changes[n]; len(changes) > 0 && a.fate[n] != inserted {
			all = append(all, Difference{d.Record.Line, d.label(), changes})
		}
	}
	return all
}

// label returns the name of the record, or else its slug or id.
func (d *Draft) label() string {
	for _, name := range []string{d.Main.st.Table.Label, "slug"} {
		if i := d.Main.st.Place(name); i >= 0 && d.Main.Cells[i].text != "" {
			return d.Main.Cells[i].text
		}
	}
	return d.id
}

// countEntries counts the referenced rows of other tables that the batch would create.
func (a *attempt) countEntries() {
	for n, d := range a.batch {
		for _, e := range d.needed {
			if !a.out[n] && e.table != a.p.Main.Table.Name && !e.stored.Load() && e.created.CompareAndSwap(false, true) {
				a.count(e.table).Inserted++
			}
		}
	}
}

func (a *attempt) previewStage(ctx context.Context, st *Stage, mask uint64) error {
	rows, total := a.rows(st)
	existing, changed, err := a.compare(ctx, st, mask, rows)
	if err != nil {
		return err
	}
	c := a.count(st.Table.Name)
	c.Updated += len(changed)
	c.Unchanged += len(existing) - len(changed)
	c.Inserted += total - len(existing)
	a.touchNew(st, rows)
	if st == a.p.Main {
		return a.previewColumns(ctx, st, mask, changed)
	}
	if err := a.previewStale(ctx, st); err != nil {
		return err
	}
	there, differs := map[string]bool{}, map[string]bool{}
	for _, id := range existing {
		there[id] = true
	}
	for _, id := range changed {
		differs[id] = true
	}
	position := st.Place("position")
	for n, d := range a.batch {
		for _, r := range d.rows {
			if r.st != st || a.out[n] || a.fate[n] == inserted {
				continue
			}
			switch place, _ := strconv.Atoi(r.at(position)); {
			case !there[r.id]:
				a.preview.add(n, "%s: + %s", st.Table.Name, r.shown())
			case differs[r.id] && position >= 0:
				a.preview.add(n, "%s: now at place %d: %s", st.Table.Name, place+1, r.shown())
			case differs[r.id]:
				a.preview.add(n, "%s: now %s", st.Table.Name, r.shown())
			}
		}
	}
	return nil
}

// at returns the text of a cell, empty for -1.
func (r *Row) at(i int) string {
	if i < 0 {
		return ""
	}
	return r.Cells[i].text
}

// previewColumns collects the columns that differ.
func (a *attempt) previewColumns(ctx context.Context, st *Stage, mask uint64, changed []string) error {
	if len(changed) == 0 || len(a.preview.changes) >= a.preview.most {
		return nil
	}
	var old, now []string
	for i, value := range st.values(mask, "t", nil) {
		old = append(old, "t."+table.Quote(st.Columns[i].Name)+"::text")
		now = append(now, "("+value+")::text")
	}
	var n int
	var before, after []*string
	return a.probe(ctx, fmt.Sprintf("SELECT s._n, ARRAY[%s], ARRAY[%s] FROM %s s JOIN %s t ON t.tenant_id = $1 "+
		"AND t.id = s.id WHERE s.id = ANY($2) ORDER BY s._n LIMIT $3", strings.Join(old, ", "), strings.Join(now, ", "),
		st.temp(), st.Table.Quoted()), []any{a.p.Tenant, changed, a.preview.most}, []any{&n, &before, &after}, func() error {
		for i := range before {
			if was, is := shownChange(before[i], after[i]); was != is {
				a.preview.add(n, "%s: %s → %s", st.Columns[i].Name, was, is)
			}
		}
		return nil
	})
}

// previewStale collects the child rows that records no longer have.
func (a *attempt) previewStale(ctx context.Context, st *Stage) error {
	if a.p.Merge || !st.child {
		return nil
	}
	_, numbers := a.existing()
	var owner, shown string
	stale, ownerColumn, args := a.stale(st)
	sql := fmt.Sprintf("SELECT %s, %s FROM %s ORDER BY 1, t.id", ownerColumn, st.shownSQL(a.p.Tables), stale)
	return a.probe(ctx, sql, args, []any{&owner, &shown}, func() error {
		n := numbers[owner]
		a.touch(n, false)
		a.count(st.Table.Name).Deleted++
		a.preview.add(n, "%s: - %s", st.Table.Name, source.Clip(shown, shownLength))
		return nil
	})
}

const shownLength = 60 // characters of a value in a difference

// shownChange returns two values as a difference shows them. Of long texts that begin alike, it shows where they
// differ.
func shownChange(before, after *string) (was, is string) {
	if was, is = shownValue(before), shownValue(after); was != is || before == nil || after == nil || *before == *after {
		return was, is
	}
	old, now := []rune(*before), []rune(*after)
	at := 0
	for at < len(old) && at < len(now) && old[at] == now[at] {
		at++
	}
	at = max(0, at-shownLength/3)
	return "…" + source.Clip(string(old[at:]), shownLength), "…" + source.Clip(string(now[at:]), shownLength)
}

func shownValue(s *string) string {
	if s == nil {
		return "(none)"
	}
	return source.Clip(*s, shownLength)
}

// hidden are columns that say nothing about a child row to a person.
var hidden = []string{"position", "type"}

// shown returns the values of a child row.
func (r *Row) shown() string {
	var parts []string
	for i, c := range r.st.Columns {
		switch cell := &r.Cells[i]; {
		case i == 0 && r.st.child, slices.Contains(hidden, c.Name), cell.state != given:
		case cell.ref != nil && cell.ref.name != "":
			parts = append(parts, cell.ref.name)
		default:
			parts = append(parts, cell.value())
		}
	}
	return source.Clip(strings.Join(parts, " "), shownLength)
}

// shownSQL returns the expression for the values of a child row, in the form of shown.
func (st *Stage) shownSQL(tables map[string]*table.Table) string {
	var parts []string
	for i, c := range st.Columns {
		if i == 0 || slices.Contains(hidden, c.Name) {
			continue
		}
		value := "t." + table.Quote(c.Name) + "::text"
		if target := tables[c.Target]; target != nil && target.Label != "" {
			value = fmt.Sprintf("(SELECT x.%s FROM %s x WHERE x.tenant_id = $1 AND x.id = %s)",
				table.Quote(target.Label), target.Quoted(), "t."+table.Quote(c.Name))
		}
		parts = append(parts, value)
	}
	return "concat_ws(' ', " + strings.Join(append(parts, "NULL"), ", ") + ")"
}
