package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

// Table is the table of the settings, as in change_row.kind.
const Table = "tenant_search"

// Limits of the settings of a tenant.
const (
	MaxSynonyms    = 1000      // synonyms
	MaxPhrases     = 20        // texts of one synonym
	MaxPhrase      = 60        // characters of a text
	MaxPhraseWords = 5         // words of a text
	MaxStopWords   = 500       // stop words
	MaxStopWord    = 40        // characters of a stop word
	MaxPins        = 500       // pinned searches
	MaxPinned      = 50        // records of one pinned search
	MaxWeight      = 10.0      // of a field
	MinTitle       = 0.1       // of the title; other fields may have 0 and are then not searched
	MaxBytes       = 512 << 10 // of the settings as JSON
)

// Decode reads settings in their JSON form and checks them. An unknown field is an error.
func Decode(text []byte) (*search.Settings, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the settings have %d bytes; the most is %d", len(text), MaxBytes)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	s := &search.Settings{}
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	if d.More() {
		return nil, errors.New("read the settings: expected one JSON object")
	}
	if err := Check(s); err != nil {
		return nil, err
	}
	return s, nil
}

// Stored reads settings as they are stored, nil for none. Settings that an SQL statement made invalid do not count.
func Stored(text []byte) *search.Settings {
	if len(text) == 0 {
		return nil
	}
	s, err := Decode(text)
	if err != nil || len(s.Weights)+len(s.Synonyms)+len(s.StopWords)+len(s.Pins) == 0 {
		return nil
	}
	return s
}

// Check reports the first mistake in settings.
func Check(s *search.Settings) error {
	for name, w := range s.Weights {
		if err := checkWeight(name, w); err != nil {
			return err
		}
	}
	if n := len(s.Synonyms); n > MaxSynonyms {
		return fmt.Errorf("%d synonyms; the most is %d", n, MaxSynonyms)
	}
	for i := range s.Synonyms {
		if err := checkSynonym(&s.Synonyms[i]); err != nil {
			return err
		}
	}
	if n := len(s.StopWords); n > MaxStopWords {
		return fmt.Errorf("%d stop words; the most is %d", n, MaxStopWords)
	}
	for _, w := range s.StopWords {
		if err := checkText("stop word", w, MaxStopWord, 1); err != nil {
			return err
		}
	}
	if n := len(s.Pins); n > MaxPins {
		return fmt.Errorf("pins for %d searches; the most is %d", n, MaxPins)
	}
	for i := range s.Pins {
		if err := checkPin(&s.Pins[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkWeight(name string, w float64) error {
	least := 0.0
	if name == "title" {
		least = MinTitle
	}
	switch {
	case !slices.Contains(search.WeightFields, name):
		return fmt.Errorf("weight of %q: the fields are %s", name, strings.Join(search.WeightFields, ", "))
	case math.IsNaN(w) || w < least || w > MaxWeight:
		return fmt.Errorf("weight %v of %s: expected a number from %v to %v", w, name, least, MaxWeight)
	}
	return nil
}

func checkSynonym(y *search.Synonym) error {
	all := y.Words
	switch {
	case y.From == "" && len(y.To) > 0, y.From != "" && len(y.To) == 0:
		return errors.New("a synonym in one direction has from and to")
	case y.From != "" && len(y.Words) > 0:
		return fmt.Errorf("the synonym of %q has from and words; one of them is meant", y.From)
	case y.From != "":
		all = append([]string{y.From}, y.To...)
	case len(y.Words) < 2:
		return errors.New("a synonym has at least two texts")
	}
	if len(all) > MaxPhrases {
		return fmt.Errorf("the synonym of %q has %d texts; the most is %d", all[0], len(all), MaxPhrases)
	}
	seen := map[string]bool{}
	for _, text := range all {
		if err := checkText("synonym", text, MaxPhrase, MaxPhraseWords); err != nil {
			return err
		}
		folded := search.Normal(text)
		if seen[folded] {
			return fmt.Errorf("the synonym of %q has %q twice", all[0], text)
		}
		seen[folded] = true
	}
	return nil
}

func checkPin(p *search.Pin) error {
	if err := checkText("pinned search", p.Query, search.MaxText, search.MaxWords); err != nil {
		return err
	}
	switch {
	case p.Kind == "":
		return fmt.Errorf("the pin of %q has no kind", p.Query)
	case len(p.IDs) == 0 || len(p.IDs) > MaxPinned:
		return fmt.Errorf("the pin of %q has %d records; expected 1 to %d", p.Query, len(p.IDs), MaxPinned)
	}
	for i, id := range p.IDs {
		switch {
		case !isID(id):
			return fmt.Errorf("the pin of %q: %q is not an id of 24 hex digits", p.Query, clip(id))
		case slices.Index(p.IDs, id) < i:
			return fmt.Errorf("the pin of %q has the record %s twice", p.Query, id)
		}
	}
	return nil
}

// checkText reports what is wrong with a text of settings.
func checkText(what, text string, most, words int) error {
	n := len(search.Words(text))
	switch {
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%s %q: expected printable UTF-8", what, clip(text))
	case utf8.RuneCountInString(text) > most:
		return fmt.Errorf("%s %q: at most %d characters", what, clip(text), most)
	case n == 0:
		return fmt.Errorf("%s %q: it has no letter and no digit", what, text)
	case n > words && words == 1:
		return fmt.Errorf("%s %q: expected one word", what, text)
	case n > words:
		return fmt.Errorf("%s %q: at most %d words", what, text, words)
	}
	return nil
}

// clip shortens a text for an error.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func isID(s string) bool {
	return len(s) == 24 && strings.Trim(s, "0123456789abcdef") == ""
}

// A Row is the database of Manner and Read.
type Row interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Manner reads what decides how the texts of a tenant's records are read: its language, and its weights of fields.
func Manner(ctx context.Context, db Row, tenant string) (language string, weights map[string]float64, err error) {
	var text []byte
	if err := db.QueryRow(ctx, `
SELECT t.language, coalesce(s.settings::text, '') FROM tenant t LEFT JOIN tenant_search s ON s.tenant_id = $1
WHERE t.id = $1`, tenant).Scan(&language, &text); err != nil {
		return "", nil, fmt.Errorf("read the language and the weights of %s: %w", tenant, err)
	}
	if s := Stored(text); s != nil {
		weights = s.Weights
	}
	return language, weights, nil
}

// Read reads the settings of a tenant, nil for none.
func Read(ctx context.Context, db Row, tenant string) (*search.Settings, error) {
	text, err := stored(ctx, db, tenant)
	return Stored(text), err
}

func stored(ctx context.Context, db Row, tenant string) (text []byte, err error) {
	err = db.QueryRow(ctx, "SELECT settings::text FROM tenant_search WHERE tenant_id = $1", tenant).Scan(&text)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("read the search settings of %s: %w", tenant, err)
	}
	return text, nil
}
