package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

// ErrUnknownTenant is returned for a tenant that does not exist.
var ErrUnknownTenant = errors.New("the tenant does not exist")

// Beginner is the database of Change.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Change changes the settings of a tenant. It locks the tenant's row, so that two operators do not overwrite each
// other's changes. The change is captured like an edit of content. Settings that an SQL statement made invalid are not
// changed; an error says so.
func Change(ctx context.Context, db Beginner, tenant string, change func(pgx.Tx, *search.Settings) error) error {
	return locked(ctx, db, tenant, func(tx pgx.Tx) error {
		text, err := stored(ctx, tx, tenant)
		if err != nil {
			return err
		}
		s := &search.Settings{}
		if len(text) > 0 {
			if s, err = Decode(text); err != nil {
				return fmt.Errorf("the stored settings do not count, because they are invalid: %w; an import replaces them", err)
			}
		}
		if err := change(tx, s); err != nil {
			return err
		}
		return write(ctx, tx, tenant, s)
	})
}

// Replace replaces the settings of a tenant, after a last check in the transaction.
func Replace(ctx context.Context, db Beginner, tenant string, s *search.Settings, last func(pgx.Tx) error) error {
	return locked(ctx, db, tenant, func(tx pgx.Tx) error {
		if err := last(tx); err != nil {
			return err
		}
		return write(ctx, tx, tenant, s)
	})
}

func locked(ctx context.Context, db Beginner, tenant string, f func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		var known bool
		err := tx.QueryRow(ctx, "SELECT true FROM tenant WHERE id = $1 FOR NO KEY UPDATE", tenant).Scan(&known)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrUnknownTenant
		}
		if err != nil {
			return fmt.Errorf("lock the tenant: %w", err)
		}
		return f(tx)
	})
}

func write(ctx context.Context, tx pgx.Tx, tenant string, s *search.Settings) error {
	if err := Check(s); err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	if len(text) > MaxBytes {
		return fmt.Errorf("the settings would have %d bytes; the most is %d", len(text), MaxBytes)
	}
	if string(text) == "{}" {
		_, err = tx.Exec(ctx, "DELETE FROM tenant_search WHERE tenant_id = $1", tenant)
	} else {
		_, err = tx.Exec(ctx, `
INSERT INTO tenant_search (tenant_id, settings) VALUES ($1, $2)
ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings`, tenant, text)
	}
	if err != nil {
		return fmt.Errorf("save the settings: %w", err)
	}
	return nil
}

// AddSynonym adds a synonym. Those in one direction from the same text become one.
func AddSynonym(s *search.Settings, y search.Synonym) error {
	if err := checkSynonym(&y); err != nil {
		return err
	}
	for i := range s.Synonyms {
		o := &s.Synonyms[i]
		switch {
		case y.From != "" && search.Normal(o.From) == search.Normal(y.From):
			o.To = union(o.To, y.To)
			return nil
		case y.From == "" && len(o.Words) == len(y.Words) && len(without(o.Words, y.Words)) == 0:
			return nil
		}
	}
	s.Synonyms = append(s.Synonyms, y)
	return nil
}

// RemoveSynonyms removes every synonym that has all of the texts, and returns their number.
func RemoveSynonyms(s *search.Settings, texts []string) int {
	before := len(s.Synonyms)
	s.Synonyms = slices.DeleteFunc(slices.Clone(s.Synonyms), func(y search.Synonym) bool {
		all := slices.Concat(y.Words, y.To, []string{y.From})
		return len(texts) > 0 && len(without(texts, all)) == 0
	})
	return before - len(s.Synonyms)
}

// AddStopWords adds stop words.
func AddStopWords(s *search.Settings, words []string) { s.StopWords = union(s.StopWords, words) }

// RemoveStopWords removes stop words, and reports whether there were any of them.
func RemoveStopWords(s *search.Settings, words []string) bool {
	kept := without(s.StopWords, words)
	removed := len(kept) < len(s.StopWords)
	s.StopWords = kept
	return removed
}

// AddPin puts records first in a search, after those that are first already.
func AddPin(s *search.Settings, p search.Pin) {
	for i := range s.Pins {
		o := &s.Pins[i]
		if o.Kind == p.Kind && search.Normal(o.Query) == search.Normal(p.Query) {
			for _, id := range p.IDs {
				if !slices.Contains(o.IDs, id) {
					o.IDs = append(o.IDs, id)
				}
			}
			return
		}
	}
	s.Pins = append(s.Pins, p)
}

// RemovePin removes records from a pinned search, or all of them without ids. It reports whether there were any.
func RemovePin(s *search.Settings, kind, query string, ids []string) (removed bool) {
	for i := range s.Pins {
		p := &s.Pins[i]
		if p.Kind != kind || search.Normal(p.Query) != search.Normal(query) {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(p.IDs), func(id string) bool { return slices.Contains(ids, id) })
		if len(ids) == 0 {
			kept = nil
		}
		removed = removed || len(kept) < len(p.IDs)
		p.IDs = kept
	}
	s.Pins = slices.DeleteFunc(s.Pins, func(p search.Pin) bool { return len(p.IDs) == 0 })
	return removed
}

// union appends the texts that are not there yet in any spelling.
func union(all, more []string) []string {
	for _, text := range more {
		if !has(all, text) {
			all = append(all, strings.TrimSpace(text))
		}
	}
	return all
}

func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(text string) bool { return has(some, text) })
}

func has(all []string, text string) bool {
	return slices.ContainsFunc(all, func(o string) bool { return search.Normal(o) == search.Normal(text) })
}
