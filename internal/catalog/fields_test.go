package catalog

import "testing"

func TestOnlyKeepsTheBytesOfFields(t *testing.T) {
	t.Parallel()
	const record = `{"id":"1","name":"A \"b\": {","price":{"id":{"x":[1,2]},"amount":1.50},` +
		`"list":[{"name":"}"}],"none":null}`
	f := func(want string, names ...string) {
		t.Helper()
		if got := string(Only([]byte(record), names)); got != want {
			t.Errorf("%q: %s", names, got)
		}
	}
	f(record)
	f(`{}`, "amount", "x")
	f(`{"id":"1"}`, "id")
	f(`{"name":"A \"b\": {"}`, "name")
	f(`{"id":"1","price":{"id":{"x":[1,2]},"amount":1.50}}`, "id", "price")
	f(`{"list":[{"name":"}"}],"none":null}`, "list", "none")
}
