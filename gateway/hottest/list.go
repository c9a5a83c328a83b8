package hottest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// listOf lists what a cache holds of the answers that were found last, those with the most requests first.
func listOf(c *cache.Cache) wire.Hottest {
	var all []*cache.Entry
	c.Hottest(func(e *cache.Entry) {
		// Names without a slash are posted, or records without an address. What visitors searched for is not passed on.
		if e.Requested() && e.Engine == "" && bytes.HasPrefix(e.Name(), []byte("/")) {
			all = append(all, e)
		}
	})
	slices.SortStableFunc(all, func(a, b *cache.Entry) int { return cmp.Compare(b.Requests(), a.Requests()) })
	list, size := wire.Hottest{}, 0
	for _, e := range all[:min(len(all), maxAnswers)] {
		one := wire.HotAnswer{Tenant: e.Tenant().ID, Path: string(e.Name())}
		if size += len(one.Tenant) + len(one.Path); size > maxBytes {
			break
		}
		list.Answers = append(list.Answers, one)
	}
	return list
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
	known := make(map[wire.HotAnswer]bool, len(list.Answers))
	for _, a := range list.Answers {
		known[a] = true
	}
	for _, a := range other.Answers {
		if !known[a] && len(list.Answers) < maxAnswers {
			list.Answers = append(list.Answers, a)
		}
	}
	return list
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
