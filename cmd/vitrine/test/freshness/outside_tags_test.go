package freshness

import (
	"slices"
	"strings"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest/announce"
	"vitrine/ingest/capture"
	"vitrine/internal/edge"
	"vitrine/internal/wire"
)

// announced are the tags by which edges would be purged for the changes of one edit, and those of their kinds.
type announced struct{ tags, kinds map[string]bool }

// announcements returns, by tenant, what the changes after some change numbers announce.
func (w *editedApp) announcements(after map[string]uint64) map[string]announced {
	w.t.Helper()
	all := map[string]announced{}
	for tenant, seq := range after {
		at := w.h.Gateway.Replica().Tenant(tenant).Snapshot()
		ranges, err := capture.ReadRanges(w.t.Context(), w.h.Pool,
			[]capture.Position{{Tenant: tenant, Epoch: at.Epoch, Seq: seq}}, 1000)
		if err != nil {
			w.t.Fatal(err)
		}
		a := announced{map[string]bool{}, map[string]bool{}}
		for i := range ranges {
			for _, c := range ranges[i].Changes {
				tags, kinds, err := announce.Preview(w.t.Context(), w.h.Pool, c, kit.Now)
				if err != nil {
					w.t.Fatal(err)
				}
				for _, tag := range tags {
					a.tags[tag] = true
				}
				for _, tag := range kinds {
					a.kinds[tag] = true
				}
			}
		}
		all[tenant] = a
	}
	return all
}

// oneOfEach declares an edge of each kind with tags.
var oneOfEach = func() map[string]*edge.Policy {
	all := map[string]*edge.Policy{}
	for _, k := range edge.Kinds {
		if k.Tags.Header != "" {
			all[k.Name] = edge.NewPolicy([]wire.Edge{{Name: k.Name, Kind: k.Name, Healthy: true, Lifetime: 600, Negative: 600}})
		}
	}
	return all
}()

// coarse stands for an edge whose limit is so low that one tag stands for all records of a kind.
const coarse = "coarse"

// coarsest are the tags of an answer at that edge; nil if they are the same without a limit.
func coarsest(tags *edge.Tags) []string {
	all, _ := tags.Fit(edge.Format{})
	for n := 1; ; n++ {
		if few, ok := tags.Fit(edge.Format{MaxTags: n}); ok {
			if slices.Equal(few, all) {
				return nil
			}
			return few
		}
	}
}

// checkOutside checks that an answer that an edit changed is purged from every kind of edge: it carries a tag of the
// announcement, and a tag of its kinds.
func (w *editedApp) checkOutside(k *keptAnswer, was map[string][]string, a announced, edit string) {
	w.t.Helper()
	for kind, tags := range was {
		if w.tally.outside++; kind == coarse {
			w.tally.coarse++
		}
		for what, purged := range map[string]map[string]bool{"tags": a.tags, "kinds": a.kinds} {
			if !slices.ContainsFunc(tags, func(tag string) bool { return purged[tag] }) {
				w.t.Errorf("missed outside: %s %s changed, and its %s header has none of the %d announced %s\n"+
					"its tags: %s\nafter\n%s", k.tenant, k.url, kind, len(purged), what, k.entry.AllTags(), edit)
			}
		}
	}
}

// outsideTags are the tags of an answer as each kind of edge sees them. An answer that no edge may keep has none.
func outsideTags(k *keptAnswer) map[string][]string {
	all := map[string][]string{}
	e := k.entry
	if few := coarsest(edge.TagsOf(k.tenant, e.EachTag())); few != nil {
		all[coarse] = few
	}
	for kind, p := range oneOfEach {
		lines, _, ok := p.AppendFields(nil, edge.Answer{Tenant: k.tenant, Tags: e.EachTag(), Missing: e.Body == nil,
			Ends: !e.ValidUntil.IsZero(), Remaining: time.Hour})
		if !ok {
			continue
		}
		name := ""
		for _, x := range edge.Kinds {
			if x.Name == kind {
				name = x.Tags.Header
			}
		}
		for line := range strings.SplitSeq(string(lines), "\r\n") {
			if value, is := strings.CutPrefix(line, name+": "); is {
				all[kind] = strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(` ,"`, r) })
			}
		}
	}
	return all
}
