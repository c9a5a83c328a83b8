package hottest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"vitrine/cache"
	"vitrine/internal/wire"
)

// Limits of a list.
const (
	maxAnswers = 2000
	maxBytes   = 512 << 10 // of its URLs; a message of NATS may have 1 MB by default
)

// listOf lists the answers that are requested most: those found most recently, and then others of all that are kept.
// The cache has one place for all recent entries with the same hash, so that some of them are only among the others.
func listOf(c *cache.Cache, kept iter.Seq[*cache.Entry]) wire.Hottest {
	var recent []*cache.Entry
	c.Hottest(func(e *cache.Entry) {
		if passed(e) {
			recent = append(recent, e)
		}
	})
	slices.SortStableFunc(recent, func(a, b *cache.Entry) int { return cmp.Compare(b.Popularity(), a.Popularity()) })
	if len(recent) < maxAnswers {
		recent = append(recent, popular(kept)...)
	}
	var l collection
	for _, e := range recent {
		if !l.add(wire.HotAnswer{Tenant: e.Tenant().ID, Path: string(e.Name())}) {
			break
		}
	}
	return l.Hottest
}

// popular lists kept entries, the most popular first, and of each popularity as many as a list may have.
func popular(kept iter.Seq[*cache.Entry]) (list []*cache.Entry) {
	of := map[uint32][]*cache.Entry{} // by their popularity, which has few values
	for e := range kept {
		if n := e.Popularity(); passed(e) && len(of[n]) < maxAnswers {
			of[n] = append(of[n], e)
		}
	}
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(of))) {
		list = append(list, of[n]...)
	}
	return list
}

// passed reports whether an entry is passed on to other gateways. Names without a slash are posted, or records without
// an address. What visitors searched for is not passed on.
func passed(e *cache.Entry) bool {
	return e.Popularity() > 0 && e.Engine == "" && bytes.HasPrefix(e.Name(), []byte("/"))
}

// A collection grows until it is full.
type collection struct {
	wire.Hottest
	size  int
	known map[wire.HotAnswer]bool
}

// add adds an answer, unless it is known, and reports whether there was room for it.
func (l *collection) add(a wire.HotAnswer) bool {
	if l.known[a] {
		return true
	}
	if l.size += len(a.Tenant) + len(a.Path); l.size > maxBytes || len(l.Answers) == maxAnswers {
		return false
	}
	if l.known == nil {
		l.known = map[wire.HotAnswer]bool{}
	}
	l.known[a] = true
	l.Answers = append(l.Answers, a)
	return true
}

// decode reads a list that another gateway sent or that was saved. Longer ones than this gateway would make are cut.
func decode(text []byte) (list wire.Hottest, err error) {
	if err := json.Unmarshal(text, &list); err != nil {
		return list, fmt.Errorf("a list of answers: %w", err)
	}
	list.Answers = list.Answers[:min(len(list.Answers), maxAnswers)]
	return list, nil
}

// merge returns the answers of a list, and after them those of another one that it lacks.
func merge(list, other wire.Hottest) wire.Hottest {
	var l collection
	for _, a := range slices.Concat(list.Answers, other.Answers) {
		if !l.add(a) {
			break
		}
	}
	return l.Hottest
}

// save writes a list so that a reader of the file never sees a part of it.
func save(file string, list wire.Hottest) error {
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*") // readable by its owner only
	if err != nil {
		return err
	}
	_, err = next.Write(text)
	if err = errors.Join(err, next.Close()); err == nil {
		err = os.Rename(next.Name(), file)
	}
	if err != nil {
		_ = os.Remove(next.Name())
	}
	return err
}

// saved reads the list of a file. There is none before the first one was saved.
func saved(file string) (list wire.Hottest, err error) {
	f, err := os.Open(file) //nolint:gosec // the operator's data folder
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return list, err
	}
	defer f.Close()                                           //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(f, 4*maxBytes+64)) // with the syntax of JSON
	if err != nil {
		return list, err
	}
	return decode(text)
}
