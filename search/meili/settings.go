package meili

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"

	"vitrine/search/token"
)

// settings are the settings of a kind's index that matter for its answers. Meilisearch 1.14 to 1.50 return them as
// they were set.
func (e *Engine) settings(kind string) map[string]any {
	k := e.kinds[kind]
	// Names come before prose that has the words side by side: a list of phones that a case fits is no case.
	rules := []string{"words", "typo", "attribute", "proximity", "exactness"}
	displayed := []string{"id", "tenant", "v"}
	filterable := []any{feature("tenant", true, false), feature("v", false, true)}
	sortable := []string{}
	searchable := ownTexts[:]
	if k != nil {
		searchable = allTexts
		filterable = append(filterable, feature(attrID, true, false), feature(attrSince, false, true),
			feature(attrUntil, false, true))
		rules = append([]string{"sort"}, rules...)
		for _, key := range k.Order {
			if attr, ok := k.attr(key.Column.String()); ok {
				rules = append(rules, attr+map[bool]string{true: ":desc", false: ":asc"}[key.Desc])
			}
		}
		rules = append(rules, attrID+":asc")
		sortable = append(sortable, attrID)
		for i := range k.Numbers {
			attr := attrNumber + strconv.Itoa(i)
			filterable, sortable = append(filterable, feature(attr, true, true)), append(sortable, attr)
			displayed = append(displayed, attr)
		}
		for i := range k.Names {
			sortable = append(sortable, attrName+strconv.Itoa(i))
		}
		for i := range k.Codes {
			filterable = append(filterable, feature(attrCode+strconv.Itoa(i), true, false))
		}
		for _, attr := range []string{attrNode, attrSlug, attrPair, attrTyped} {
			filterable = append(filterable, feature(attr, true, false))
		}
	}
	return map[string]any{
		"searchableAttributes": searchable,
		"displayedAttributes":  displayed,
		"filterableAttributes": filterable,
		"sortableAttributes":   sortable,
		"rankingRules":         rules,
		"typoTolerance": map[string]any{
			"enabled":             true,
			"minWordSizeForTypos": map[string]any{"oneTypo": token.OneTypo, "twoTypos": token.TwoTypos},
			"disableOnWords":      []string{},
			"disableOnAttributes": []string{},
			"disableOnNumbers":    true,
		},
		"pagination": map[string]any{"maxTotalHits": mostHits},
		"faceting": map[string]any{"maxValuesPerFacet": mostValues,
			"sortFacetValuesBy": map[string]any{"*": "alpha"}},
		"facetSearch":        false,
		"prefixSearch":       "indexingTime",
		"proximityPrecision": "byWord",
		"searchCutoffMs":     cutoff, // beyond it, answers would be incomplete and say nothing of it
		"stopWords":          []string{},
		"synonyms":           map[string]any{},
		"separatorTokens":    []string{},
		"nonSeparatorTokens": []string{},
		"dictionary":         []string{},
		"distinctAttribute":  nil,
	}
}

const (
	mostValues = 10_000_000
	cutoff     = 60_000 // ms
)

// Limits of looks at settings.
const (
	lookEvery = trustFor        // pause between two looks of searches at the settings of an index
	lookLimit = 2 * time.Second // timeout of one
)

// looks are what searches know of the settings of indexes.
type looks struct {
	ctx     context.Context //nolint:containedctx // ends with the engine
	stop    context.CancelFunc
	running sync.WaitGroup

	mu sync.Mutex
	of map[string]*look // by kind
}

func (l *looks) init() {
	l.ctx, l.stop = context.WithCancel(context.Background())
	l.of = map[string]*look{}
}

// close ends the looks. Searches begin no further ones.
func (l *looks) close() {
	l.mu.Lock()
	l.stop()
	l.mu.Unlock()
	l.running.Wait()
}

// A look is the last comparison of the settings of an index with those that it should have.
type look struct {
	at      time.Time
	runs    bool
	altered bool
}

func (l *looks) ofLocked(kind string) *look {
	known := l.of[kind]
	if known == nil {
		known = &look{}
		l.of[kind] = known
	}
	return known
}

// altered reports whether the index of a kind had other settings lately, so that its answers may be wrong. While the
// kind is searched, they are compared in the background. The worker sets the index up again.
func (e *Engine) altered(kind string) bool {
	e.looks.mu.Lock()
	defer e.looks.mu.Unlock()
	l := e.looks.ofLocked(kind)
	if !l.runs && time.Since(l.at) > lookEvery && e.looks.ctx.Err() == nil {
		l.runs = true
		e.looks.running.Go(func() {
			ctx, cancel := context.WithTimeout(e.looks.ctx, lookLimit)
			defer cancel()
			_, _ = e.look(ctx, kind, l) // a server that fails is noticed by searches
			e.looks.mu.Lock()
			l.runs = false
			e.looks.mu.Unlock()
		})
	}
	return l.altered
}

// alteredNow compares the settings after a search. An answer that is kept needs that: nobody would drop it when the
// index has its settings again. A server that does not answer may have others. A key without the right to read them
// leaves what is known.
func (e *Engine) alteredNow(ctx context.Context, kind string) bool {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	e.looks.mu.Lock()
	l := e.looks.ofLocked(kind)
	e.looks.mu.Unlock()
	altered, err := e.look(ctx, kind, l)
	return altered || err != nil && code(err) == ""
}

// look compares the settings of a kind's index. After an error, altered is what was known before.
func (e *Engine) look(ctx context.Context, kind string, l *look) (altered bool, err error) {
	names, err := e.differing(ctx, e.index(kind), kind)
	e.looks.mu.Lock()
	defer e.looks.mu.Unlock()
	l.at = time.Now()
	if err != nil {
		return l.altered, err
	}
	if is := len(names) > 0; is != l.altered {
		if l.altered = is; is {
			e.cfg.Log.Warn("searching without an index that has other settings", "kind", kind, "settings", names)
		}
	}
	return len(names) > 0, nil
}

// feature returns the options of an attribute for filters only, which costs little.
func feature(attribute string, equality, comparison bool) map[string]any {
	return map[string]any{
		"attributePatterns": []string{attribute},
		"features": map[string]any{
			"facetSearch": false,
			"filter":      map[string]any{"equality": equality, "comparison": comparison},
		},
	}
}

// inOrder are the settings whose order matters. Meilisearch sorts other lists.
var inOrder = []string{"searchableAttributes", "rankingRules"}

// differing returns the names of the wanted settings that an index has otherwise.
func differing(got, want map[string]any) []string {
	want = plain(want).(map[string]any)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		a, b := got[name], want[name]
		if !slices.Contains(inOrder, name) {
			a, b = ordered(a), ordered(b)
		}
		if !reflect.DeepEqual(within(a, b), b) {
			names = append(names, name)
		}
	}
	return names
}

// within returns got without the members of objects that want does not have: newer servers have more.
func within(got, want any) any {
	g, ok := got.(map[string]any)
	w, too := want.(map[string]any)
	if !ok || !too || len(w) == 0 {
		return got
	}
	out := map[string]any{}
	for name, value := range w {
		if has, ok := g[name]; ok {
			out[name] = within(has, value)
		}
	}
	return out
}

// ordered sorts lists by their JSON.
func ordered(v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return slices.Compare(asJSON(a), asJSON(b)) })
	return list
}

// plain returns a value as JSON holds it.
func plain(v any) (out any) {
	_ = json.Unmarshal(asJSON(v), &out) // asJSON made it
	return out
}

// asJSON writes settings, which always have a JSON form.
func asJSON(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}
