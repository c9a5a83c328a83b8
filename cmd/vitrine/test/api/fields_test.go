package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// Every list and every record with fields= has the same records, of which only these fields are sent, byte for byte.
func TestFieldsAreThoseOfTheWholeRecord(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for v := range catalog.Views() {
		known := v.Fields()
		if known == nil {
			continue
		}
		path, _ := examplePath(v)
		t.Run(goldenName(v.Path), func(t *testing.T) {
			t.Parallel()
			whole := recordsIn(t, h, path)
			if len(whole) == 0 {
				t.Fatalf("%s has no records", path)
			}
			for i, name := range known {
				names := []string{name, known[(i+3)%len(known)]}
				for range 2 { // the second answer is assembled, or a hit
					got := recordsIn(t, h, path+"?fields="+strings.Join(names, ","))
					want := make([]map[string]json.RawMessage, len(whole))
					for i, record := range whole {
						want[i] = map[string]json.RawMessage{}
						for _, name := range names {
							if value, ok := record[name]; ok {
								want[i][name] = value
							}
						}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, fields %q (-whole +got):\n%s", path, names, diff)
					}
				}
			}
		})
	}
}

// recordsIn reads the records of an answer: those of a list, or the one.
func recordsIn(t *testing.T, h *kit.App, url string) (all []map[string]json.RawMessage) {
	t.Helper()
	r := h.Get(t, "demo", url)
	var list struct{ Data json.RawMessage }
	if err := json.Unmarshal(r.Body, &list); err != nil || r.Status != http.StatusOK {
		t.Fatalf("%s: %d %v %s", url, r.Status, err, kit.Excerpt(r.Body))
	}
	if list.Data[0] == '{' {
		list.Data = append(append(json.RawMessage("["), list.Data...), ']')
	}
	if err := json.Unmarshal(list.Data, &all); err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return all
}

// Two orders of the same fields are one answer. All fields are the answer without the parameter.
func TestFieldsHaveOneForm(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	first := h.Get(t, "demo", "/v1/product?limit=2&fields=name,slug")
	for _, same := range []string{"fields=slug&fields=name", "fields[]=name&fields[]=slug", "fields=name,slug,name,"} {
		if r := h.Get(t, "demo", "/v1/product?limit=2&"+same); string(r.Body) != string(first.Body) ||
			r.Header.Get("ETag") != first.Header.Get("ETag") {
			t.Errorf("%s: %s", same, kit.Excerpt(r.Body))
		}
	}
	if body := string(first.Body); !strings.Contains(body, `"pagination":`) || strings.Contains(body, `"price"`) {
		t.Errorf("%s", body)
	}
	view := catalog.BySlug("product")
	whole := h.Get(t, "demo", "/v1/product/mavi-keten-gomlek")
	all := h.Get(t, "demo", "/v1/product/mavi-keten-gomlek?fields="+strings.Join(view.Fields(), ","))
	if all.Header.Get("ETag") != whole.Header.Get("ETag") {
		t.Error("all fields are another answer")
	}
	if r := h.Get(t, "demo", "/v1/product?fields=names"); r.Status != http.StatusBadRequest ||
		!strings.Contains(r.Text("message"), "Did you mean name?") {
		t.Errorf("an unknown field: %d %s", r.Status, r.Body)
	}
}
