package seed

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"reflect"
	"strconv"
	"time"
)

// world is a tenant under construction.
type world struct {
	shop     *shop
	now      time.Time // whole seconds, UTC
	products int

	tables []*table // in the order they were first written to, which is the order they are loaded in
	byName map[string]*table
	slugs  map[string]bool // "<kind>/<slug>"
	grown  map[string]bool // ids of categories

	// What later modules refer to.
	shelves       []shelfRef
	gifts         map[string][]string // leaves of presents, by language
	categories    map[string][]categoryRef
	brands        []ref
	merchants     []ref
	organizations []ref
	places        []placeRef
	collections   []string // slugs of those that are shown
	goods         []good
}

// ref is a row that others may point to.
type ref struct {
	id, slug, name, family, lang string
	live                         bool
}

// build makes all rows of a tenant.
func build(s *shop, products int, now time.Time) *world {
	w := &world{shop: s, now: now.UTC().Truncate(time.Second), products: products,
		byName: map[string]*table{}, slugs: map[string]bool{}, grown: map[string]bool{}, gifts: map[string][]string{}, categories: map[string][]categoryRef{}}
	w.tenant()
	w.category()
	w.brand()
	w.merchant()
	w.attribute()
	w.product()
	w.place()
	w.organization()
	w.project()
	w.collection()
	w.campaign()
	w.page()
	w.blog()
	w.route()
	w.faq()
	w.dictionary()
	w.event()
	return w
}

// id is the identifier of a row: 24 hex digits from a hash of tenant, kind and key. The key is stable: a number or a slug.
func (w *world) id(kind, key string) string {
	sum := sha256.Sum256([]byte("vitrine seed\x00" + w.shop.id + "\x00" + kind + "\x00" + key))
	return hex.EncodeToString(sum[:12])
}

// base starts a row that was made so many hours ago, and was edited once since.
func (w *world) base(kind, key string, hoursAgo int) base {
	made := w.now.Add(-time.Duration(hoursAgo) * time.Hour)
	return base{ID: w.id(kind, key), Tenant: w.shop.id, Created: made, Updated: made.Add(time.Duration(hoursAgo) * time.Hour / 3)}
}

// add appends a row, a struct with db tags, to a table.
func (w *world) add(kind string, row any) {
	t := w.byName[kind]
	if t == nil {
		t = &table{name: kind, columns: columnsOf(reflect.TypeOf(row))}
		w.byName[kind], w.tables = t, append(w.tables, t)
	}
	t.rows = append(t.rows, valuesOf(make([]any, 0, len(t.columns)), reflect.ValueOf(row)))
}

// slug is the first of the candidates that is free in kind, else the last of them with a number. It is taken then.
func (w *world) slug(kind string, candidates ...string) string {
	var slug string
	for _, c := range candidates {
		slug = slugify(c)
		if !w.slugs[kind+"/"+slug] {
			break
		}
	}
	for n, stem := 2, slug; w.slugs[kind+"/"+slug]; n++ {
		slug = stem + "-" + strconv.Itoa(n)
	}
	w.slugs[kind+"/"+slug] = true
	return slug
}

// dice are the numbers of one row. They hang on its key alone, so adding rows changes no other.
type dice uint64

// dice returns those of a row.
func (w *world) dice(kind, key string) *dice {
	h := fnv.New64a()
	h.Write([]byte(w.shop.id + "\x00" + kind + "\x00" + key))
	d := dice(h.Sum64())
	return &d
}

// n is the next number in [0, n), by splitmix64.
func (d *dice) n(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// between is the next number in [lo, hi].
func (d *dice) between(lo, hi int) int { return lo + d.n(hi-lo+1) }

// chance is true in so many of a hundred cases.
func (d *dice) chance(percent int) bool { return d.n(100) < percent }

// pick is one of the items.
func pick[T any](d *dice, items []T) T { return items[d.n(len(items))] }

// some are n different items (all of them if there are no more), in the order they stand in.
func some[T any](d *dice, items []T, n int) []T {
	var out []T
	for i, item := range items {
		if left := len(items) - i; d.n(left) < n-len(out) {
			out = append(out, item)
		}
	}
	return out
}

// at is a moment so many days and hours from now; negative ones lie in the past.
func (w *world) at(days, hours int) time.Time {
	return w.now.Add(time.Duration(days*24+hours) * time.Hour)
}

// day is midnight, in UTC, so many days from now.
func (w *world) day(days int) time.Time {
	return w.now.Truncate(24*time.Hour).AddDate(0, 0, days)
}
