package cache

import (
	"strconv"
	"strings"
)

// Tags may have rungs: ^12:tag and ~12:tag are tags like others, which answers carry. A message says many at once: ^12-87:tag stands for all
// from ^12:tag to ^87:tag. Only tags of rungs begin with one of the two signs.

// mostRungs is below which number rungs are.
const mostRungs = 1 << 10

// cutRungs splits a tag into its sign and rungs, "" where it has none, and what they are of.
func cutRungs(tag string) (span, of string) {
	if tag != "" && (tag[0] == '^' || tag[0] == '~') {
		if i := strings.IndexByte(tag, ':'); i >= 0 {
			return tag[:i], tag[i+1:]
		}
		return tag, ""
	}
	return "", tag
}

// touchRungs touches all rungs of a tag from one to another. It reports false, and may have touched nothing, where the span is none.
func (cs *cells) touchRungs(span, of string, seq uint64) bool {
	least, most, more := strings.Cut(span[1:], "-")
	if !more {
		most = least
	}
	from, err := strconv.ParseUint(least, 10, 16)
	if err != nil {
		return false
	}
	to, err := strconv.ParseUint(most, 10, 16)
	if err != nil || to < from || to >= mostRungs || of == "" {
		return false
	}
	s := cs.shardOf(of)
	s.mu.Lock()
	defer s.mu.Unlock()
	var room [128]byte
	tag := append(room[:0], span[0])
	for n := from; n <= to; n++ {
		tag = append(append(strconv.AppendUint(tag[:1], n, 10), ':'), of...)
		s.touchLocked(s.tags[string(tag)].Value(), seq) // the compiler looks the bytes up without a copy
	}
	return true
}
