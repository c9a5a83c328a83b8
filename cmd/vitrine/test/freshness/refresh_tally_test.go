package freshness

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vitrine/cache"
	"vitrine/internal/catalog"
)

// relations are the pairs of a view and a table in which an edit ever changed an answer. Other pairs are compared after
// one edit in looks, and all together before the answers are replaced.
type relations struct {
	sync.Mutex
	seen map[[2]string]bool
}

func (r *relations) note(kinds map[string]bool, view string) {
	r.Lock()
	defer r.Unlock()
	for kind := range kinds {
		r.seen[[2]string{view, kind}] = true
	}
}

func (r *relations) has(kinds map[string]bool, view string) bool {
	r.Lock()
	defer r.Unlock()
	for kind := range kinds {
		if r.seen[[2]string{view, kind}] {
			return true
		}
	}
	return false
}

// words of paths, as opposed to parameters
var pathWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{"": true, "v1": true}
	for v := range catalog.Views() {
		for word := range strings.SplitSeq(v.Path, "/") {
			words[word] = true
		}
	}
	return words
})

// viewOf returns the path of a URL.
func viewOf(url string) string {
	path, _, _ := strings.Cut(url, "?")
	words := strings.Split(path, "/")
	for i, word := range words {
		if !pathWords()[word] {
			words[i] = "*"
		}
	}
	return strings.Join(words, "/")
}

var tagID = regexp.MustCompile(`:.*|=.*`)

// classes returns the tags that dropped an answer, without ids and slugs.
func classes(touches []cache.Invalidation) string {
	all := make([]string, len(touches))
	for i, t := range touches {
		all[i] = tagID.ReplaceAllString(catalog.Unbanded(t.Tag), "")
		if catalog.Banded(t.Tag) {
			all[i] = "bands of " + all[i]
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// A tally counts what edits did to answers.
type tally struct {
	// cached answers, each after each edit; those of them read from Postgres
	edits, answers, looks      int
	dropped, changed, needless int // needless: dropped, and unchanged
	wide                       int // number that tags by table alone would drop
	outside                    int // changed answers, for each kind of edge, that carried a tag of the announcement
	coarse                     int // those of them where one tag stood for all records of a kind
	kinds                      map[string]*drops
	why                        map[string]*drops
}

type drops struct{ dropped, needless int }

func newTally() *tally { return &tally{kinds: map[string]*drops{}, why: map[string]*drops{}} }

// note counts one dropped answer, by table if the edit was of one table.
func (y *tally) note(kinds map[string]bool, why string, same bool) {
	y.dropped++
	count := func(m map[string]*drops, name string) {
		if m[name] == nil {
			m[name] = &drops{}
		}
		m[name].dropped++
		if same {
			m[name].needless++
		}
	}
	if same {
		y.needless++
	} else {
		y.changed++
	}
	for kind := range kinds {
		if len(kinds) == 1 {
			count(y.kinds, kind)
		}
	}
	count(y.why, why)
}

func (y *tally) add(o *tally) {
	y.edits, y.answers, y.looks, y.wide = y.edits+o.edits, y.answers+o.answers, y.looks+o.looks, y.wide+o.wide
	y.outside, y.coarse = y.outside+o.outside, y.coarse+o.coarse
	y.dropped, y.changed, y.needless = y.dropped+o.dropped, y.changed+o.changed, y.needless+o.needless
	for _, m := range []struct{ to, from map[string]*drops }{{y.kinds, o.kinds}, {y.why, o.why}} {
		for name, d := range m.from {
			if m.to[name] == nil {
				m.to[name] = &drops{}
			}
			m.to[name].dropped += d.dropped
			m.to[name].needless += d.needless
		}
	}
}

// line formats the tally. The ratio is the number of answers read again for each that changed.
func (y *tally) line() string {
	return fmt.Sprintf(
		"%d edits over %d answers, %d of them read from Postgres: 0 missed; %d changed, %d dropped: %.2f for each that "+
			"changed, %.2f with tags of whole tables; %d times a changed answer carried a tag of the announcement at an edge, "+
			"%d times with coarse tags",
		y.edits, y.answers, y.looks, y.changed, y.dropped, float64(y.dropped)/float64(max(1, y.changed)),
		float64(y.wide)/float64(max(1, y.changed)), y.outside, y.coarse)
}

func (y *tally) String() string {
	var b strings.Builder
	fmt.Fprint(&b, y.line())
	for _, m := range []struct {
		title string
		drops map[string]*drops
	}{{"by the table that was edited", y.kinds}, {"by the tags that did it", y.why}} {
		fmt.Fprintf(&b, "\n%s:", m.title)
		names := slices.SortedFunc(maps.Keys(m.drops), func(a, c string) int {
			return cmp.Or(cmp.Compare(m.drops[c].needless, m.drops[a].needless), cmp.Compare(a, c))
		})
		for _, name := range names[:min(len(names), 25)] {
			d := m.drops[name]
			fmt.Fprintf(&b, "\n%7d dropped %7d for nothing  %s", d.dropped, d.needless, name)
		}
	}
	return b.String()
}
