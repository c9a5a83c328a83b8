package meili

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

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
	if k != nil {
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
