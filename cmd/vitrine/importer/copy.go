package importer

import (
	"bytes"
	"context"
	"strconv"
)

// copy fills the temporary table of a stage. The mask has a bit for each column that some row says nothing about.
func (w *writer) copy(ctx context.Context, st *stage, batch []*draft) (mask uint64, err error) {
	var b bytes.Buffer
	w.p.mu.RLock()
	for n, d := range batch {
		for _, r := range d.rows {
			if r.st == st {
				mask |= r.copyText(&b, n)
			}
		}
	}
	w.p.mu.RUnlock()
	if b.Len() > 0 {
		_, err = w.conn.PgConn().CopyFrom(ctx, &b, "COPY "+st.temp()+" FROM STDIN")
	}
	return mask, err
}

func (r *row) copyText(b *bytes.Buffer, n int) (mask uint64) {
	for i := range r.cells {
		if r.cells[i].state == absent {
			mask |= 1 << i
		}
	}
	b.WriteString(strconv.Itoa(n))
	b.WriteByte('\t')
	b.WriteString(strconv.FormatUint(mask, 10))
	b.WriteByte('\t')
	b.WriteString(r.id)
	if r.st.slug {
		b.WriteByte('\t')
		escape(b, r.slug)
		b.WriteByte('\t')
		escape(b, r.spare)
	}
	for i := range r.cells {
		b.WriteByte('\t')
		if r.cells[i].state == given {
			escape(b, r.cells[i].value())
		} else {
			b.WriteString(`\N`)
		}
	}
	b.WriteByte('\n')
	return mask
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
