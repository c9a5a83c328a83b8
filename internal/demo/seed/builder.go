package seed

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"reflect"
	"strconv"
	"time"

	"vitrine/internal/demo/content"
)

// builder collects the rows of one tenant.
type builder struct {
	tenant   *content.Tenant
	now      time.Time // whole seconds, UTC
	products int

	tables []*table // in order of their first row, which is the order of loading
	byName map[string]*table
	slugs  map[string]bool // "<kind>/<slug>"
	grown  map[string]bool // ids of the categories added so far

	// Rows that later modules refer to.
	shelves       []shelfRef
	gifts         map[string][]string // leaves of the gift tree, by language
	categories    map[string][]categoryRef
	brands        []ref
	merchants     []ref
	organizations []ref
	places        []placeRef
	collections   []string // slugs of visible ones
	goods         []good
}

// ref is a row that other rows may refer to.
type ref struct {
	id, slug, name, family, lang string
	live                         bool
}

// build makes all rows of a tenant.
func build(s *content.Tenant, products int, now time.Time) *builder {
	w := &builder{tenant: s, now: now.UTC().Truncate(time.Second), products: products,
		byName: map[string]*table{}, slugs: map[string]bool{}, grown: map[string]bool{}, gifts: map[string][]string{},
		categories: map[string][]categoryRef{}}
	w.addTenant()
	w.addCategories()
	w.addBrands()
	w.addMerchants()
	w.addAttributes()
	w.addProducts()
	w.addPlaces()
	w.addOrganizations()
	w.addProjects()
	w.addCollections()
	w.addCampaigns()
	w.addPages()
	w.addPosts()
	w.addRoutes()
	w.addFAQ()
	w.addDictionaries()
	w.addEvents()
	return w
}

// id returns the identifier of a row: 24 hex digits of a hash over tenant, kind and key. The key is a number or a slug
// and never changes.
func (w *builder) id(kind, key string) string {
	sum := sha256.Sum256([]byte("vitrine seed\x00" + w.tenant.ID + "\x00" + kind + "\x00" + key))
	return hex.EncodeToString(sum[:12])
}

// base starts a row that was created hoursAgo and edited once since.
func (w *builder) base(kind, key string, hoursAgo int) base {
	made := w.now.Add(-time.Duration(hoursAgo) * time.Hour)
	return base{ID: w.id(kind, key), Tenant: w.tenant.ID, Created: made,
		Updated: made.Add(time.Duration(hoursAgo) * time.Hour / 3)}
}

// add appends a row, a struct with db tags, to a table.
func (w *builder) add(kind string, row any) {
	t := w.byName[kind]
	if t == nil {
		t = &table{name: kind, columns: columnsOf(reflect.TypeOf(row))}
		w.byName[kind], w.tables = t, append(w.tables, t)
	}
	t.rows = append(t.rows, valuesOf(make([]any, 0, len(t.columns)), reflect.ValueOf(row)))
}

// slug reserves the first candidate that is free in kind. If none is, it appends a number to the last one.
func (w *builder) slug(kind string, candidates ...string) string {
	var slug string
	for _, c := range candidates {
		slug = content.Slugify(c)
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

// dice is the random number generator of one row. It depends on the row's key alone, so that added rows change no other
// row.
type dice uint64

// dice returns the generator of a row.
func (w *builder) dice(kind, key string) *dice {
	h := fnv.New64a()
	h.Write([]byte(w.tenant.ID + "\x00" + kind + "\x00" + key))
	d := dice(h.Sum64())
	return &d
}

// n returns the next number in [0, n), by splitmix64.
func (d *dice) n(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// between returns the next number in [lo, hi].
func (d *dice) between(lo, hi int) int { return lo + d.n(hi-lo+1) }

// chance is true with a probability in percent.
func (d *dice) chance(percent int) bool { return d.n(100) < percent }

// pick returns one of the items.
func pick[T any](d *dice, items []T) T { return items[d.n(len(items))] }

// some returns n different items, or all of them if there are fewer, in their order.
func some[T any](d *dice, items []T, n int) []T {
	var out []T
	for i, item := range items {
		if left := len(items) - i; d.n(left) < n-len(out) {
			out = append(out, item)
		}
	}
	return out
}

// at returns the moment that many days and hours from now. Negative values lie in the past.
func (w *builder) at(days, hours int) time.Time {
	return w.now.Add(time.Duration(days*24+hours) * time.Hour)
}

// day returns midnight, in UTC, that many days from now.
func (w *builder) day(days int) time.Time {
	return w.now.Truncate(24*time.Hour).AddDate(0, 0, days)
}
