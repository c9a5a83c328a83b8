package importer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/match"
	"vitrine/internal/importer/table"
	"vitrine/internal/markup"
)

// recall reads what earlier imports of the series remember about the notation of texts and categories. Other functions
// report what is wrong with the tenant or the data set.
func (r *run) recall(ctx context.Context, t *table.Table) (*match.Memory, error) {
	m := &match.Memory{Formats: map[string]string{}, Decided: map[string]string{}}
	s := identity.Series{Kind: t.Name, Dataset: r.o.Series}
	if s.Dataset == "" {
		has := map[string]bool{}
		for _, f := range r.fields {
			has[f] = true
		}
		s.Dataset = dataset.PlainName
		if known, err := dataset.Choose(r.o.As, t.Name, has); err == nil && known != nil {
			s.Dataset = known.Name
		}
	}
	var usage cli.UsageError
	var err error
	if s.Tenant, _, err = r.o.tenant(ctx, r.pool); errors.As(err, &usage) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	memory, err := s.Remembered(ctx, r.pool)
	if err != nil {
		return nil, err
	}
	r.remembered = memory
	maps.Copy(m.Formats, memory.Formats)
	return m, nil
}

// recollect completes the plan by what is read as in earlier imports, and what the command line changes about that. It
// returns what the report repeats: that a file looks different.
func (r *run) recollect() (notes []string) {
	m := r.notation
	for _, f := range r.p.Recalled() {
		if !f.Differs {
			m.Notes = append(m.Notes, fmt.Sprintf("Texts of %s are read as %s, as in earlier imports.", f.Field, f.Format))
			continue
		}
		note := fmt.Sprintf("Texts of %s are read as %s, as in earlier imports, although they look like %s. "+
			"--map %[1]s=%[3]s:%[4]s changes it.", f.Field, f.Format, f.Guess, f.Column)
		m.Notes, notes = append(m.Notes, note), append(notes, note)
	}
	maps.Copy(m.Decided, r.p.Decided())
	for _, field := range slices.Sorted(maps.Keys(r.o.Map)) {
		name, column, _ := strings.Cut(r.o.Map[field], ":")
		format, err := markup.ParseFormat(name)
		if err != nil || !slices.Contains(catalog.HTMLColumns(r.p.Main.Table.Name), column) {
			continue
		}
		if was := m.Formats[column]; was != "" && was != string(format) {
			m.Notes = append(m.Notes, fmt.Sprintf("Texts of %s were read as %s, and are read as %s from now on. Rows that the "+
				"file does not have stay as they are.", column, was, format))
		}
		m.Decided[column] = string(format)
	}
	r.mapping.Notes = slices.Concat(r.mapping.Notes, m.Notes)
	return notes
}

// maxFiles is the number of files of a series that are remembered by name.
const maxFiles = 20

// rememberNotation adds the notation and the name of the file to what is remembered. Another import may have decided
// the notation since recall.
func (r *run) rememberNotation() error {
	m := &r.choice.memory
	if len(m.Formats)+len(r.notation.Formats) > 0 && !maps.Equal(m.Formats, r.notation.Formats) {
		return errors.New("another import decided meanwhile how texts are read; run the same command again")
	}
	if m.Formats = maps.Clone(m.Formats); m.Formats == nil {
		m.Formats = map[string]string{}
	}
	maps.Copy(m.Formats, r.notation.Decided)
	r.earlier = m.Files
	if name := filepath.Base(r.o.File); !slices.Contains(m.Files, name) {
		m.Files = append(slices.Clip(m.Files), name)
		m.Files = m.Files[max(0, len(m.Files)-maxFiles):]
	}
	return nil
}
