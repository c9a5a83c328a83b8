package importer

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
)

// copy fills the temporary table of a stage. The mask has a bit for each column that some row says nothing about.
func (a *attempt) copy(ctx context.Context, st *stage) (mask uint64, err error) {
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

// straight reports whether the rows of the stage can go into their table without a stop in the temporary one, if their records are new: there is
// nothing to look up for them.
func (st *stage) straight() bool {
	return st.hangs && st.pair == nil && !st.slug && len(st.checked) == 0 && len(st.fresh) == 0
}

// copyStraight writes the rows of a stage whose records are all new. It reports false, having done nothing, where some row leaves a column to
// its default.
func (a *attempt) copyStraight(ctx context.Context, st *stage) (bool, error) {
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
			escape(&b, a.p.tenant)
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
	for _, c := range st.columns {
		columns = append(columns, quote(c.Name))
	}
	tag, err := a.conn.PgConn().CopyFrom(ctx, &b, fmt.Sprintf("COPY %s (%s) FROM STDIN", st.table.quoted(), strings.Join(columns, ", ")))
	if err != nil {
		return false, err
	}
	a.count(st.table.Name).Inserted += int(tag.RowsAffected())
	for _, n := range touched {
		a.touch(n, false)
	}
	return true, nil
}

func (r *row) copyText(b *bytes.Buffer, n int) uint64 {
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

// absent has a bit for each column that the row says nothing about.
func (r *row) absent() (mask uint64) {
	for i := range r.cells {
		if r.cells[i].state == absent {
			mask |= 1 << i
		}
	}
	return mask
}

// cellsText writes the cells, each after a tab, and ends the line. It returns what absent does.
func (r *row) cellsText(b *bytes.Buffer) uint64 {
	for i := range r.cells {
		b.WriteByte('\t')
		if r.cells[i].state == given {
			escape(b, r.cells[i].value())
		} else {
			b.WriteString(`\N`)
		}
	}
	b.WriteByte('\n')
	return r.absent()
}

// escape writes a text as COPY reads it.
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
