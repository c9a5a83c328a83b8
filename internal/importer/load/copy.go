package load

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"vitrine/internal/importer/table"
)

// copy fills the temporary table of a stage. The mask has a bit for each column that some row does not fill.
func (a *attempt) copy(ctx context.Context, st *Stage) (mask uint64, err error) {
	var b bytes.Buffer
	a.p.mu.RLock()
	for n, d := range a.batch {
		if a.out[n] {
			continue
		}
		for _, r := range d.rows {
			if r.st == st {
				mask |= r.copyText(&b, n)
			}
		}
	}
	a.p.mu.RUnlock()
	if b.Len() > 0 {
		_, err = a.conn.PgConn().CopyFrom(ctx, &b, "COPY "+st.temp()+" FROM STDIN")
	}
	return mask, err
}

// copyDirect copies the rows of a stage into the table itself. All records of the batch must be new. If a row leaves a
// column to its default, copyDirect does nothing and returns false.
func (a *attempt) copyDirect(ctx context.Context, st *Stage) (bool, error) {
	var b bytes.Buffer
	var touched []int
	a.p.mu.RLock()
	for n, d := range a.batch {
		if a.out[n] {
			continue
		}
		before := b.Len()
		for _, r := range d.rows {
			if r.st != st {
				continue
			}
			b.WriteString(r.id)
			b.WriteByte('\t')
			escape(&b, a.p.Tenant)
			if r.cellsText(&b) != 0 {
				a.p.mu.RUnlock()
				return false, nil
			}
		}
		if b.Len() > before {
			touched = append(touched, n)
		}
	}
	a.p.mu.RUnlock()
	if len(touched) == 0 {
		return true, nil
	}
	columns := []string{"id", "tenant_id"}
	for _, c := range st.Columns {
		columns = append(columns, table.Quote(c.Name))
	}
	sql := fmt.Sprintf("COPY %s (%s) FROM STDIN", st.Table.Quoted(), strings.Join(columns, ", "))
	tag, err := a.conn.PgConn().CopyFrom(ctx, &b, sql)
	if err != nil {
		return false, err
	}
	a.count(st.Table.Name).Inserted += int(tag.RowsAffected())
	for _, n := range touched {
		a.touch(n, false)
	}
	return true, nil
}

// copyText writes the row for the temporary table. It returns what absent does.
func (r *Row) copyText(b *bytes.Buffer, n int) uint64 {
	b.WriteString(strconv.Itoa(n))
	b.WriteByte('\t')
	b.WriteString(strconv.FormatUint(r.absent(), 10))
	b.WriteByte('\t')
	b.WriteString(r.id)
	if r.st.slug {
		b.WriteByte('\t')
		escape(b, r.slug)
		b.WriteByte('\t')
		escape(b, r.spare)
	}
	return r.cellsText(b)
}

// absent returns a bit for each column that the row does not fill.
func (r *Row) absent() (mask uint64) {
	for i := range r.Cells {
		if r.Cells[i].IsAbsent() {
			mask |= 1 << i
		}
	}
	return mask
}

// cellsText writes the cells, each after a tab, and ends the line. It returns what absent does.
func (r *Row) cellsText(b *bytes.Buffer) uint64 {
	for i := range r.Cells {
		b.WriteByte('\t')
		if r.Cells[i].state == given {
			escape(b, r.Cells[i].value())
		} else {
			b.WriteString(`\N`)
		}
	}
	b.WriteByte('\n')
	return r.absent()
}

// escape writes a text in the form that COPY reads.
func escape(b *bytes.Buffer, s string) {
	last := 0
	for i := range len(s) {
		var e string
		switch s[i] {
		case '\\':
			e = `\\`
		case '\t':
			e = `\t`
		case '\n':
			e = `\n`
		case '\r':
			e = `\r`
		default:
			continue
		}
		b.WriteString(s[last:i])
		b.WriteString(e)
		last = i + 1
	}
	b.WriteString(s[last:])
}
