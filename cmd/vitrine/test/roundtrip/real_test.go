package roundtrip

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/importer"
	"vitrine/internal/proving"
)

// TestProveRealFilesComeBack imports every file of real data, reads each record through the API, and compares it with
// the file. It prints how many values differ and why. Without VITRINE_PROVE, it takes a part of each file.
func TestProveRealFilesComeBack(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("VITRINE_REALDATA")
	if folder == "" {
		t.Skip("SKIPPED for want of real data: set VITRINE_REALDATA to its folder")
	}
	h := open(t)
	for i, f := range files {
		k := &kindOf{T: t, h: h, file: f, tenant: fmt.Sprintf("real-%d", i), reasons: map[string]int{}}
		k.run(filepath.Join(folder, f.name+".jsonl.gz"))
	}
}

// kindOf is the round trip of one file as one kind.
type kindOf struct {
	*testing.T
	h       *kit.App
	file    *file
	tenant  string
	report  importer.Report
	reasons map[string]int
	errors  int
	brands  map[string]string // the first spelling of each
}

// inTest is how many records of a file make test takes.
const inTest = 120

func (k *kindOf) run(path string) {
	lines := kit.Lines(k.T, path)
	if !proving.Long() && len(lines) > inTest {
		step := len(lines) / inTest
		var some [][]byte
		for i := 0; i < len(lines); i += step {
			some = append(some, lines[i])
		}
		lines = some
	}
	var wanted []record
	rejected := 0
	fields := map[string]bool{}
	for _, line := range lines {
		var r record
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&r); err != nil {
			k.Fatal(err)
		}
		if k.file.skip != nil {
			if why := k.file.skip(r); why != "" {
				k.reasons["the record is not shown: "+why]++
				if strings.HasSuffix(why, "rejected") {
					rejected++
				}
				continue
			}
		}
		wanted = append(wanted, r)
		for name := range r {
			fields[name] = true
		}
	}
	k.report = imported(k.T, k.h, importer.Options{Kind: k.file.kind, Tenant: k.tenant},
		string(bytes.Join(lines, []byte("\n")))+"\n")
	if k.report.Rejected != rejected {
		k.fault("%d records were rejected, want %d", k.report.Rejected, rejected)
	}
	if stored := k.report.Inserted + k.report.Rejected + k.report.Skipped; stored != len(lines) {
		k.fault("%d of %d records are accounted for", stored, len(lines))
	}
	k.checkCovered(fields)
	k.brands = k.firstSpellings(wanted)
	compared := k.compare(wanted)
	k.Logf("%s as %s: %d records, %d values compared", k.file.name, k.file.kind, len(wanted), compared)
	for _, reason := range slices.Sorted(maps.Keys(k.reasons)) {
		k.Logf("    %6d × %s", k.reasons[reason], reason)
	}
}

// checkCovered fails for a field that is neither compared nor explained.
func (k *kindOf) checkCovered(fields map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		_, shown := k.file.shown[name]
		why := k.file.hidden[name]
		_, reported := k.report.Ignored[name]
		switch {
		case shown, slices.Contains(k.file.from, name), slices.Contains(k.file.from, "*"):
		case why == "":
			k.fault("field %s is not compared, and no reason is given", name)
		case why == left && !reported:
			k.fault("field %s is left out, but the report does not say so: %v", name, k.report.Ignored)
		}
	}
}

// fault reports a difference without a reason. Only the first ones of a file are printed.
func (k *kindOf) fault(format string, args ...any) {
	k.Helper()
	if k.errors++; k.errors <= 15 {
		k.Errorf(k.file.name+" as "+k.file.kind+": "+format, args...)
	}
}

// compare compares the records with those of the API, and returns the number of values.
func (k *kindOf) compare(wanted []record) (compared int) {
	r := catalog.Named(k.file.kind)
	one, lists := page(r)
	name := "name"
	for _, path := range k.file.shown {
		if path == "title" || path == "question" || path == "term" {
			name = path
		}
	}
	if _, titled := k.file.made["title"]; titled {
		name = "title"
	}
	byName := map[string][]record{}
	for _, got := range k.readAll(one, lists) {
		n := fold(text(at(got, name)))
		byName[n] = append(byName[n], got)
	}
	for i, rec := range wanted {
		want := k.want(rec)
		n := fold(text(want[name]))
		candidates := byName[n]
		if len(candidates) == 0 {
			k.fault("record %d, %q, is not read back", i, n)
			continue
		}
		// Of records with one name, it is the one with the fewest faults, then with the fewest differences.
		best, differ := 0, k.differences(rec, want, candidates[0])
		for j := 1; j < len(candidates) && len(differ) > 0; j++ {
			d := k.differences(rec, want, candidates[j])
			if cmp.Or(cmp.Compare(faults(d), faults(differ)), cmp.Compare(len(d), len(differ))) < 0 {
				best, differ = j, d
			}
		}
		byName[n] = slices.Delete(candidates, best, best+1)
		compared += len(want)
		for _, d := range differ {
			if d.reason == "" {
				want, from := nearest(text(d.want), text(d.got))
				k.fault("%q: %s was\n %.300q\nand shows\n %.300q\nfrom byte %d on", n, d.path, want[from:], text(d.got)[from:],
					from)
				continue
			}
			k.reasons[d.reason]++
		}
	}
	for n, rest := range byName {
		if len(rest) > 0 && n != "" && k.file.kind != "category" { // ancestors without a record are made
			k.fault("%d records named %q are read that the file does not have", len(rest), n)
		}
	}
	return compared
}

// want returns the values that the paths of the API must show.
func (k *kindOf) want(rec record) map[string]any {
	want := map[string]any{}
	for field, path := range k.file.shown {
		want[path] = at(rec, field)
		if v, ok := rec[field]; ok {
			want[path] = v
		}
	}
	for path, f := range k.file.made {
		want[path] = f(rec)
	}
	return want
}

// readAll reads every record of a kind, in parallel.
func (k *kindOf) readAll(one, lists *catalog.View) []record {
	listed := all(k.T, k.h, k.tenant, lists)
	got := make([]record, len(listed))
	if one == nil {
		for i, v := range listed {
			got[i] = v.(record)
		}
		return got
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := w; i < len(listed); i += 4 {
				path := strings.Replace("/v1"+one.Path, "{slug}", url.PathEscape(text(at(listed[i], "slug"))), 1)
				r, err := k.h.Read(k.Context(), k.tenant, path)
				if err != nil || r.Status != 200 {
					k.Errorf("%s: %v %v", path, r, err)
					return
				}
				got[i], _ = r.At("data").(record)
			}
		})
	}
	wg.Wait()
	return got
}

// A difference is a value that the API shows otherwise than the file has it. Without a reason it is a fault.
type difference struct {
	path      string
	want, got any
	reason    string
}

// faults returns the number of differences without a reason.
func faults(all []difference) (n int) {
	for _, d := range all {
		if d.reason == "" {
			n++
		}
	}
	return n
}

// firstDifference returns where two texts begin to differ.
func firstDifference(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// nearest applies the rules of HTML to a text, as far as they lead to what is shown, and returns where that differs.
func nearest(want, got string) (near string, from int) {
	code := strings.TrimSpace(expanded(want))
	for _, one := range []string{want, code, closed(code), join(pieces(code, true)), join(pieces(closed(code), true))} {
		if at := firstDifference(one, got); near == "" || at > from {
			near, from = one, at
		}
	}
	return near, from
}

func (k *kindOf) differences(rec record, want map[string]any, got record) (all []difference) {
	for _, path := range slices.Sorted(maps.Keys(want)) {
		w, g := want[path], valueAt(got, path)
		if !k.equal(path, w, g) {
			all = append(all, difference{path, w, g, k.reason(rec, path, w, g)})
		}
	}
	return all
}

// valueAt is at, with lists of attributes and sessions as texts.
func valueAt(got record, path string) any {
	v := at(got, path)
	rows, ok := v.([]any)
	if !ok || path != "attributes" && path != "sessions" {
		return v
	}
	flat := []any{}
	for _, row := range rows {
		r := row.(record)
		if path == "sessions" {
			flat = append(flat, text(r["label"])+"="+instant(text(r["start"])))
			continue
		}
		flat = append(flat, text(r["name"])+"="+text(r["value"]))
	}
	return flat
}
