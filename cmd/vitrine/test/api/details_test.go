package api

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// A listDetail names the detail of the items of some lists.
type listDetail struct {
	lists  []string                          // paths of views
	detail func(item map[string]any) string  // path of an item's detail; "" for an item without one
	at     func(*kit.Answer, any) any        // the record in the answer, by the item's id; nil: the data itself
	shape  string                            // path of the detail's view
	other  map[string]func(detail any) any   // fields that the detail shows in another place
	none   map[string]string                 // fields that the detail does not show, and the reason
	items  func(data []any) []map[string]any // the items of the answer; nil: the records of data
}

// nested returns a nested member, nil if it is absent.
func nested(v any, path ...any) any { return (&kit.Answer{JSON: v}).At(path...) }

func placed(path ...any) func(any) any { return func(v any) any { return nested(v, path...) } }

// pausing is isHolidayActive, from the holidayMode of a detail. A record without a merchant has none.
func pausing(v any) any { return nested(v, "holidayMode", "active") == true }

func bySlugOf(prefix string) func(map[string]any) string {
	return func(item map[string]any) string { return prefix + url.PathEscape(fmt.Sprint(item["slug"])) }
}

func byIDOf(prefix string) func(map[string]any) string {
	return func(item map[string]any) string { return prefix + fmt.Sprint(item["id"]) }
}

var listDetails = []listDetail{
	{lists: []string{"/product", "/product/new", "/product/popular", "/product/random/20",
		"/product/mavi-keten-gomlek/similar"},
		shape: "/product/{slug}", detail: bySlugOf("/product/"),
		other: map[string]func(any) any{"_id": placed("id"), "stockAmount": placed("stock", "amount"),
			"isHolidayActive": pausing}},
	{lists: []string{"/brand"}, shape: "/brand/{slug}", detail: bySlugOf("/brand/")},
	{lists: []string{"/merchant", "/merchant/location"}, shape: "/merchant/{slug}", detail: bySlugOf("/merchant/")},
	{lists: []string{"/place"}, shape: "/place/{slug}", detail: bySlugOf("/place/")},
	{lists: []string{"/organization"}, shape: "/organization/{slug}", detail: bySlugOf("/organization/")},
	{lists: []string{"/campaign", "/campaign/active"}, shape: "/campaign/{_id}", detail: byIDOf("/campaign/")},
	{lists: []string{"/category/list"}, shape: "/category/{slug}", detail: bySlugOf("/category/"),
		other: map[string]func(any) any{"parent": placed("parent", "id")}},
	{lists: []string{"/category/tree"}, shape: "/category/{slug}", detail: bySlugOf("/category/"), items: nodes,
		none: map[string]string{"children": "the tree nests the categories below; a detail names its parent"}},
	{lists: []string{"/page"}, shape: "/page/{slug}", detail: bySlugOf("/page/")},
	{lists: []string{"/blog", "/blog/new"}, shape: "/blog/{slug}", detail: bySlugOf("/blog/")},
	{lists: []string{"/attribute"}, shape: "/attribute/{id}", detail: byIDOf("/attribute/")},
	{lists: []string{"/route"}, shape: "/route/{slug}", detail: bySlugOf("/route/")},
	{lists: []string{"/faq"}, shape: "/faq", at: question, // a question is shown on the page of its group
		detail: func(item map[string]any) string {
			if slug := nested(item, "group", "slug"); slug != nil {
				return "/faq/" + url.PathEscape(slug.(string))
			}
			return ""
		}},
	{lists: []string{"/collections"}, shape: "/collections/{slug}", detail: bySlugOf("/collections/")},
	{lists: []string{"/event", "/event/upcoming", "/event/passed", "/event/new", "/event/comlek-atolyesi/similar"},
		shape: "/event/{slug}", detail: bySlugOf("/event/"),
		other: map[string]func(any) any{"_id": placed("id"), "isHolidayActive": pausing}},
	{lists: []string{"/dictionary"}, shape: "/dictionary/{slug}", detail: bySlugOf("/dictionary/")},
	{lists: []string{"/project"}, shape: "/project/{slug}", detail: bySlugOf("/project/")},
}

// listsWithoutDetail are the lists whose items have no detail, and the reason.
var listsWithoutDetail = map[string]string{
	"/brand/location": "a store is a point on the map, not a record with a page",
}

// nodes returns the categories of a tree.
func nodes(data []any) (all []map[string]any) {
	for _, v := range data {
		n := v.(map[string]any)
		all = append(append(all, n), nodes(n["children"].([]any))...)
	}
	return all
}

// question finds a question on the page of its group.
func question(r *kit.Answer, id any) any {
	for _, v := range r.At("data", "questions").([]any) {
		if nested(v, "_id") == id {
			return v
		}
	}
	return nil
}

// viewOf returns the view that answers a path.
func viewOf(t *testing.T, path string) *catalog.View {
	t.Helper()
	var found *catalog.View
	for _, res := range catalog.All {
		for i := range res.Views {
			if v := &res.Views[i]; v.Path == path || found == nil && answers(v.Path, path) {
				found = v
			}
		}
	}
	if found == nil {
		t.Fatalf("no view answers %s", path)
	}
	return found
}

// fieldsOf lists the members of a row.
func fieldsOf(v *catalog.View) (names []string) {
	for i := range v.Row.Type.NumField() {
		if name, _, _ := strings.Cut(v.Row.Type.Field(i).Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// Every list has a detail here, and every field of a list's type is in the detail's type, unless the table says where
// it is or why it is missing.
func TestEveryFieldOfAListIsInTheDetail(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, d := range listDetails {
		shown := fieldsOf(viewOf(t, d.shape))
		for _, path := range d.lists {
			v := viewOf(t, path)
			covered[v.Path] = true
			for _, name := range fieldsOf(v) {
				if d.other[name] == nil && d.none[name] == "" && !slices.Contains(shown, name) {
					t.Errorf("%s has the field %s, %s does not", v.Path, name, d.shape)
				}
			}
		}
	}
	for _, res := range catalog.All {
		for i := range res.Views {
			v := &res.Views[i]
			if v.Shape != catalog.One && !covered[v.Path] && listsWithoutDetail[v.Path] == "" {
				t.Errorf("%s is in no entry of listDetails: add it", v.Path)
			}
		}
	}
}

// What a list shows of a record, its detail shows too, with the same value.
func TestDetailsShowWhatListsShow(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	compared := map[string]int{} // items by list
	for _, tenant := range []string{"demo", "atelier", "odd"} {
		for _, d := range listDetails {
			for _, path := range d.lists {
				compared[path] += d.compare(t, h, tenant, path)
			}
		}
	}
	for _, d := range listDetails {
		for _, path := range d.lists {
			if compared[path] == 0 {
				t.Errorf("no item of %s was compared", path)
			}
		}
	}
}

// compare compares the first items of a list with their details, and returns the number of them.
func (d *listDetail) compare(t *testing.T, h *kit.App, tenant, path string) (compared int) {
	t.Helper()
	limit := "?limit=60"
	if v := viewOf(t, path); !v.Paged() && !v.Top {
		limit = ""
	}
	r := h.Get(t, tenant, "/v1"+path+limit)
	if r.Status == 404 { // only the tenant demo has the record of a similar list
		return 0
	}
	data, ok := r.At("data").([]any)
	if !ok {
		t.Errorf("%s %s: %d %s", tenant, path, r.Status, kit.Excerpt(r.Body))
		return 0
	}
	items := d.items
	if items == nil {
		items = func(data []any) (all []map[string]any) {
			for _, v := range data {
				all = append(all, v.(map[string]any))
			}
			return all
		}
	}
	all := items(data)
	for _, item := range all[:min(60, len(all))] {
		address := d.detail(item)
		if address == "" {
			continue
		}
		one := h.Get(t, tenant, "/v1"+address)
		detail := one.At("data")
		if d.at != nil {
			detail = d.at(one, item["_id"])
		}
		if one.Status != 200 || detail == nil {
			t.Errorf("%s %s: the detail of an item of %s answers %d", tenant, address, path, one.Status)
			continue
		}
		compared++
		for name, want := range item {
			if d.none[name] != "" {
				continue
			}
			got := nested(detail, name)
			if d.other[name] != nil {
				got = d.other[name](detail)
			}
			if !within(want, got) {
				t.Errorf("%s %s: the list %s shows %s %s, the detail %s", tenant, address, path, name, shownJSON(want),
					shownJSON(got))
			}
		}
	}
	return compared
}

// within reports whether a value has everything that another shows. Objects may have further members.
func within(want, got any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		for name, v := range want {
			ok = ok && within(v, object[name])
		}
		return ok
	case []any:
		list, ok := got.([]any)
		ok = ok && len(list) == len(want)
		for i := 0; ok && i < len(want); i++ {
			ok = within(want[i], list[i])
		}
		return ok
	}
	return reflect.DeepEqual(want, got)
}

// A product or an event has images as long as it has a featured image or a thumbnail.
func TestImagesAreNeverEmptyBesideAnImage(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	want := func(path string, images ...any) {
		t.Helper()
		if got, _ := h.Get(t, "demo", "/v1"+path).At("data", "images").([]any); !slices.Equal(got, images) {
			t.Errorf("%s has the images %v, want %v", path, got, images)
		}
	}
	const shirt, event = "/product/mavi-keten-gomlek", "/event/comlek-atolyesi"
	set := func(sql string) {
		e.Exec(sql)
		h.WaitApplied(t, e, "demo")
	}
	set(`UPDATE product SET images = '["", null]', featured_image = '/f.jpg', thumbnail = '/t.jpg'
WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'`)
	want(shirt, "/f.jpg")
	set(`UPDATE product SET featured_image = '' WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'`)
	want(shirt, "/t.jpg")
	set(`UPDATE product SET thumbnail = NULL WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'`)
	want(shirt)
	set(`UPDATE product SET images = '["/a.jpg"]', thumbnail = '/t.jpg' WHERE tenant_id = 'demo'
AND slug = 'mavi-keten-gomlek'`)
	want(shirt, "/a.jpg")
	set(`UPDATE event SET images = '[]', featured_image = '/e.jpg' WHERE tenant_id = 'demo' AND slug = 'comlek-atolyesi'`)
	want(event, "/e.jpg")
}

// A product whose stock nobody counts shows none, in a list as on its page. A counted 0 is shown.
func TestAnUncountedStockIsAbsent(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	check := func(what string, amount, stock any) {
		t.Helper()
		h.WaitApplied(t, e, "demo")
		card := h.Get(t, "demo", "/v1/product/new?limit=5").Find("slug", "uncounted")
		if got := card["stockAmount"]; card == nil || got != amount {
			t.Errorf("%s: the list shows %v, want %v", what, got, amount)
		}
		if got := h.Get(t, "demo", "/v1/product/uncounted").At("data", "stock"); !reflect.DeepEqual(got, stock) {
			t.Errorf("%s: the page shows %v, want %v", what, got, stock)
		}
	}
	e.Exec(`INSERT INTO product (tenant_id, slug, name, status, amount, created_at)
VALUES ('demo', 'uncounted', 'Uncounted', 'PUBLISHED', 5, '2200-01-01')`)
	check("no stock", nil, nil)
	e.Exec(`UPDATE product SET stock_min = 5 WHERE tenant_id = 'demo' AND slug = 'uncounted'`)
	check("only a minimum", nil, map[string]any{"min": json.Number("5")})
	e.Exec(`UPDATE product SET stock = 0, stock_min = 0 WHERE tenant_id = 'demo' AND slug = 'uncounted'`)
	zero := json.Number("0")
	check("nothing left", zero, map[string]any{"amount": zero, "min": zero})
}
