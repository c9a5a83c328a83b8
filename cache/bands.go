package cache

import (
	"strconv"
	"strings"
)

// A tag may have price bands. ^12:tag and ~12:tag are tags like others, which entries carry. A message names many
// bands at once: ^12-87:tag stands for all tags from ^12:tag to ^87:tag. No other tag begins with ^ or ~.

// maxBand is the bound that band numbers are below.
const maxBand = 1 << 10

// cutBand splits a tag into its sign and bands, which are empty if it has none, and the tag that they belong to.
func cutBand(tag string) (bands, of string) {
	if tag != "" && (tag[0] == '^' || tag[0] == '~') {
		if i := strings.IndexByte(tag, ':'); i >= 0 {
			return tag[:i], tag[i+1:]
		}
		return tag, ""
	}
	return "", tag
}

// raiseBands raises the versions of a range of bands. It reports false, and may have raised nothing, if the range is
// invalid.
func (vs *versions) raiseBands(bands, of string, seq uint64) bool {
	first, last, isRange := strings.Cut(bands[1:], "-")
	if !isRange {
		last = first
	}
	from, err := strconv.ParseUint(first, 10, 16)
	if err != nil {
		return false
	}
	to, err := strconv.ParseUint(last, 10, 16)
	if err != nil || to < from || to >= maxBand || of == "" {
		return false
	}
	s := vs.shardOf(of)
	s.mu.Lock()
	defer s.mu.Unlock()
	var room [128]byte
	tag := append(room[:0], bands[0])
	for n := from; n <= to; n++ {
		tag = append(append(strconv.AppendUint(tag[:1], n, 10), ':'), of...)
		s.raiseLocked(s.tags[string(tag)].Value(), seq) // the conversion in the index does not copy
	}
	return true
}
