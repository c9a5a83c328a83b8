package gateway

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// waits is how many requests were timed, by kind and result.
func (c *recorder) waits() map[string]int {
	c.t.Helper()
	families, err := c.s.registry.Gather()
	if err != nil {
		c.t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "vitrine_miss_duration_seconds" && m.GetHistogram().GetSampleCount() > 0 {
				got[m.GetLabel()[0].GetValue()+" "+m.GetLabel()[1].GetValue()] = int(m.GetHistogram().GetSampleCount())
			}
		}
	}
	return got
}

// Requests are timed if their answer is not cached: each request, with or without a text, with an answer or an error.
// Hits are not timed.
func TestRequestsThatMissAreTimed(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.apply()
	timed := func(what string, status int, path string, want map[string]int) {
		t.Helper()
		if res := c.send("t", path); res == nil || res.StatusCode() != status {
			t.Errorf("%s: status %d, want %d", what, res.StatusCode(), status)
		}
		if diff := cmp.Diff(want, c.waits()); diff != "" {
			t.Errorf("%s: timed otherwise (-want +got):\n%s", what, diff)
		}
	}
	timed("a miss", http.StatusOK, "/product/a", map[string]int{"read answered": 1})
	timed("a hit by its URL", http.StatusOK, "/product/a", map[string]int{"read answered": 1})
	timed("a record that does not exist", http.StatusNotFound, "/product/b", map[string]int{"read answered": 2})
	timed("a list", http.StatusOK, "/product?limit=5&page=1", map[string]int{"read answered": 3})
	timed("a hit under another URL", http.StatusOK, "/product?page=1&limit=5", map[string]int{"read answered": 3})
	timed("a search", http.StatusOK, "/product?search=t", map[string]int{"read answered": 3, "search answered": 1})
	c.run("ALTER TABLE brand RENAME TO gone")
	timed("a table that does not exist", http.StatusInternalServerError, "/brand",
		map[string]int{"read answered": 3, "search answered": 1, "read failed": 1})
}
