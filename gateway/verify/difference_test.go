package verify

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFirstDifference(t *testing.T) {
	t.Parallel()
	f := func(cached, postgres string, want *Difference) {
		t.Helper()
		if diff := cmp.Diff(want, firstDifference([]byte(cached), []byte(postgres))); diff != "" {
			t.Errorf("%.60s and %.60s (-want +got):\n%s", cached, postgres, diff)
		}
	}
	f(`{"a":1}`, `{"a":1}`, nil)
	f(``, ``, nil)
	f(`{"data":{"name":"x","price":{"amount":1.10}}}`, `{"data":{"name":"x","price":{"amount":1.1}}}`,
		&Difference{"$.data.price.amount", "1.10", "1.1"})
	f(`{"data":[{"id":1},{"id":2}]}`, `{"data":[{"id":1},{"id":3}]}`, &Difference{"$.data[1].id", "2", "3"})
	f(`{"data":[1]}`, `{"data":[1,2]}`, &Difference{"$.data[1]", nothing, "2"})
	f(`{"data":[1,2]}`, `{"data":[1]}`, &Difference{"$.data[1]", "2", nothing})
	f(`{"a":1,"b":2}`, `{"a":1}`, &Difference{"$.b", "2", nothing})
	f(`{"a":1}`, `{"a":1,"b":null}`, &Difference{"$.b", nothing, "null"})
	f(`{"a":{"b":1}}`, `{"a":[1]}`, &Difference{"$.a", `{"b":1}`, `[1]`})
	f(`{"a":"1"}`, `{"a":{"b":1}}`, &Difference{"$.a", `"1"`, `{"b":1}`})
	f(`{"a":1,"b":2}`, `{"b":2,"a":1}`, &Difference{"$", `{"a":1,"b":2}`, `{"b":2,"a":1}`})
	f(``, `{"a":1}`, &Difference{"$", nothing, `{"a":1}`})
	f(`not JSON`, `{}`, &Difference{"$", `not JSON`, `{}`})
	long := strings.Repeat("ü", 100)
	f(`"`+long+`"`, `"x"`, &Difference{"$", `"` + strings.Repeat("ü", 59) + "…", `"x"`})
}
