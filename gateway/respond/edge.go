package respond

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/edge"
)

// cachingLines are the lines of an entry's answer about caching, and whether its stamp follows them. For the edges of a
// policy they are made once and kept with the entry. They are made anew for another policy, or when the lifetime in
// them has become too long. The stamp rises from answer to answer, so it is not among them.
func cachingLines(e *cache.Entry, p *edge.Policy, now time.Time) (lines []byte, stamped bool) {
	switch {
	case e.Digest == nil:
		return uncacheable, false
	case p == nil:
		return browsersOnly, false
	}
	kept := edgeLines(e, p, now)
	return kept[linesText:], p.Stamps && kept[linesKept] != 0
}

// Kept lines begin with the number of their policy, the Unix time up to which they may be sent, and whether they let an
// edge keep the answer.
const (
	linesUntil = 8
	linesKept  = 16
	linesText  = 17
)

// edgeLines are the lines of an entry's answer for the edges of a policy, with what they begin with.
func edgeLines(e *cache.Entry, p *edge.Policy, now time.Time) []byte {
	kept := e.Slot(slotEdge)
	if kept != nil && binary.LittleEndian.Uint64(kept) == p.Number &&
		now.Unix() < int64(binary.LittleEndian.Uint64(kept[linesUntil:])) { //nolint:gosec // it was an int64
		return kept
	}
	made := makeLines(e, p, now)
	e.Replace(slotEdge, made)
	return made
}

func makeLines(e *cache.Entry, p *edge.Policy, now time.Time) []byte {
	head := make([]byte, linesText, 1<<10)
	binary.LittleEndian.PutUint64(head, p.Number)
	head[linesKept] = 1
	var usable time.Duration
	ok := e.Tenant() != nil // otherwise its tags are unknown
	made := head
	if ok {
		made, usable, ok = p.AppendFields(head, answerOf(e, now))
	}
	until := int64(math.MaxInt64)
	switch {
	case !ok:
		head[linesKept] = 0
		made = append(head, browsersOnly...)
	case usable > 0:
		until = now.Add(usable).Unix()
	}
	binary.LittleEndian.PutUint64(made[linesUntil:], uint64(until)) //nolint:gosec // read as an int64
	return bytes.Clone(made)
}

// appendStamp appends the line with an entry's stamp. The entry was found fresh for this answer.
func appendStamp(dst []byte, e *cache.Entry) []byte {
	return edge.AppendStamp(dst, e.Tenant().ID, e.Read.Epoch, e.ValidAt())
}

// answerOf is what a policy needs of an entry.
func answerOf(e *cache.Entry, now time.Time) edge.Answer {
	a := edge.Answer{Tenant: e.Tenant().ID, Tags: e.EachTag(), Missing: e.Body == nil}
	if !e.ValidUntil.IsZero() {
		a.Ends, a.Remaining = true, e.ValidUntil.Sub(now)
	}
	return a
}

// Missing lets the edges of a policy keep the answer about a record that does not exist, which was written already.
func Missing(ctx *fasthttp.RequestCtx, e *cache.Entry, p *edge.Policy, now time.Time) {
	if e.Tenant() == nil {
		return
	}
	lines, _, ok := p.AppendFields(nil, answerOf(e, now))
	if !ok {
		return
	}
	h := &ctx.Response.Header
	for _, name := range []string{"Cache-Control", "CDN-Cache-Control", "Vary"} {
		h.Del(name) // so that all lines follow in their order, which matters to nginx
	}
	if p.Stamps {
		lines = appendStamp(lines, e)
	}
	setLines(h, lines)
	h.Set("Vary", varyMissing)
}

// setLines sets header fields that are given as lines.
func setLines(h *fasthttp.ResponseHeader, lines []byte) {
	for len(lines) > 0 {
		name := bytes.IndexByte(lines, ':')
		end := name + bytes.IndexByte(lines[name:], '\r')
		h.SetCanonical(lines[:name], lines[name+len(": "):end])
		lines = lines[end+len(lineEnd):]
	}
}
