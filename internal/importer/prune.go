package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/cli"
	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// pruneLimit is the share of rows in percent that --prune may remove by default.
const pruneLimit = 20

// A pruner removes the rows that the file no longer has.
type pruner struct {
	gone  *identity.Gone
	loss  identity.Loss
	draft bool
	note  string // why nothing is removed; empty if it is
	read  int    // the records of the file when it was read for this
}

// planPrune reads the file to find out which rows it no longer has. It refuses to remove more than the limit. It uses a
// plan of its own, because a plan remembers the records that it has seen.
func (r *run) planPrune(ctx context.Context) error {
	if r.o.Prune == "" {
		return nil
	}
	plan, err := r.bind(r.p.Tenant)
	if err != nil {
		return err
	}
	if err := plan.Start(ctx, r.pool); err != nil {
		return err
	}
	plan.UseKey(r.choice.key)
	reader := load.NewReader(plan, r.pool)
	reader.Identify(r.by)
	draft := r.o.Prune == pruneDraft
	gone, err := identity.NewGone(ctx, r.side, r.p.Series(), r.p.Main.Table, draft)
	if err != nil {
		return err
	}
	unknown := 0
	chunk := make([]source.Item, 0, r.o.Batch)
	flush := func() error {
		seen, without, err := reader.IDs(ctx, chunk)
		if err != nil {
			return err
		}
		unknown, chunk = unknown+without, chunk[:0]
		return gone.Seen(ctx, seen)
	}
	read := 0
	err = r.in.each(ctx, func(item source.Item) error {
		read++
		if chunk = append(chunk, item); len(chunk) < r.o.Batch {
			return nil
		}
		return flush()
	})
	if err == nil && len(chunk) > 0 {
		err = flush()
	}
	if err != nil {
		return err
	}
	p := &pruner{gone: gone, draft: draft, read: read}
	r.prune = p
	if unknown > 0 {
		have := map[bool]string{true: "has", false: "have"}[unknown == 1]
		p.note = fmt.Sprintf("--prune was left out, because %s of the file %s no readable key", rowsOf(unknown), have)
		return nil
	}
	if p.loss, err = gone.Rows(ctx); err != nil {
		return err
	}
	return r.confirmPrune(p)
}

// confirmPrune says how many rows are removed, and refuses to remove too many.
func (r *run) confirmPrune(p *pruner) error {
	kind, verb := r.p.Main.Table.Name, "removed"
	if p.draft {
		verb = "made drafts"
	}
	if r.byContent() {
		verb += ", unless a row of the file is rejected"
	}
	if p.loss.Others > 0 {
		r.report.Notes = append(r.report.Notes, fmt.Sprintf("--prune leaves %s of %s alone that no import of this "+
			"series wrote", rowsOf(p.loss.Others), kind))
	}
	series := r.seriesText(p)
	r.o.say("--prune is for the %s\n", series)
	count := len(p.loss.IDs)
	if count == 0 {
		return nil
	}
	share := float64(count) * 100 / float64(p.loss.Of)
	examples := examplesOf(p.loss.Examples, count)
	are := map[bool]string{true: "is", false: "are"}[count == 1]
	text := fmt.Sprintf("%s of %s of %s (%.1f %%) %s not in the file", comma(count), rowsOf(p.loss.Of), kind, share, are)
	if share > r.o.PruneLimit {
		return fmt.Errorf("%s, more than --prune-limit %g %%: %s. They are those of the %s. Nothing was changed. If "+
			"the file is complete, repeat the command with --prune-limit %d", text, r.o.PruneLimit, examples, series,
			min(100, int(share)+1))
	}
	if !r.o.DryRun {
		r.o.say("%s and will be %s: %s\n", text, verb, examples)
	}
	return nil
}

// seriesText names the series whose rows are pruned, with the files that they come from.
func (r *run) seriesText(p *pruner) string {
	files := fmt.Sprintf("%d earlier files, the last ones %s", len(r.earlier),
		strings.Join(r.earlier[max(0, len(r.earlier)-3):], ", "))
	switch len(r.earlier) {
	case 0:
		files = "no earlier file"
	case 1:
		files = "one earlier file, " + r.earlier[0]
	case maxFiles:
		files = "at least " + files
	}
	text := fmt.Sprintf("series %s: %s of %s, from %s", r.p.Series().Dataset, rowsOf(p.loss.Of), r.p.Main.Table.Name,
		files)
	if len(r.earlier) > 1 && r.o.Series == "" {
		text += " (--series NAME keeps the files of a supplier apart)"
	}
	return text
}

// examplesOf lists the names of the first of some rows.
func examplesOf(names []string, count int) string {
	clipped := make([]string, len(names))
	for i, name := range names {
		clipped[i] = source.Clip(oneLine(name), 40)
	}
	text := strings.Join(clipped, ", ")
	if count > len(names) {
		text += ", …"
	}
	return text
}

// removeGone removes the rows that the file no longer has, a batch at a time.
func (r *run) removeGone(ctx context.Context) error {
	p := r.prune
	if p == nil {
		return nil
	}
	if r.fileErr != nil {
		p.note = "--prune was left out, because the file could not be read to its end"
	} else if p.note == "" && r.report.Read != p.read {
		p.note = "--prune was left out, because the file changed while it was read"
	} else if p.note == "" && r.report.Rejected > 0 && r.byContent() && len(p.loss.IDs) > 0 {
		p.note = fmt.Sprintf("--prune was left out: without a key, each row that the file lacks may be a rejected row in "+
			"its old form (%s rejected). Mend the rejected rows, or remove them from the file. Later imports with a key, which "+
			"--key FIELD --rekey sets, do not need that", comma(r.report.Rejected))
	}
	if p.note != "" {
		r.report.Notes = append(r.report.Notes, p.note)
		return nil
	}
	if r.o.DryRun {
		r.report.Pruned, r.report.PrunedRows = len(p.loss.IDs), p.loss.Examples
		return nil
	}
	for ids := range slices.Chunk(p.loss.IDs, r.o.Batch) {
		n, err := p.gone.Remove(ctx, ids)
		if err != nil {
			return err
		}
		r.report.Pruned += n
	}
	return nil
}

// byContent reports whether the content of a record decides which row it is. A changed record that is rejected then
// leaves no trace of the row that it was.
func (r *run) byContent() bool {
	return r.choice.key.IsContent() || slices.ContainsFunc(r.choice.old, identity.Key.IsContent)
}

const (
	pruneDelete = "delete"
	pruneDraft  = "draft"
)

// checkPruneOptions checks the flags of --prune.
func (o *Options) checkPruneOptions() error {
	if o.PruneLimit == 0 {
		o.PruneLimit = pruneLimit
	}
	switch {
	case o.PruneLimit < 0 || o.PruneLimit > 100:
		return cli.Usagef("--prune-limit %g: expected a percentage from 0 to 100", o.PruneLimit)
	case o.Prune != "" && o.Prune != pruneDelete && o.Prune != pruneDraft:
		return cli.Usagef("--prune=%s: expected --prune, which removes rows, or --prune=draft", o.Prune)
	}
	return nil
}

// checkPrune checks that --prune fits the kind.
func (o Options) checkPrune(t *table.Table) error {
	if c := t.Column("status"); o.Prune == pruneDraft && (c == nil || !slices.Contains(c.OneOf, "DRAFT")) {
		return cli.Usagef("--prune=draft: rows of %s have no drafts; --prune removes them", t.Name)
	}
	return nil
}
