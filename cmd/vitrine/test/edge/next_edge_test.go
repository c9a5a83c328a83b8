package edge

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/testkit"
)

// Varnish with cells passes the stamp of an answer on to a follower such as @vitrine/next, and to nobody else.
func TestNoReadOfAFollowerBehindVarnishLacksItsStamp(t *testing.T) {
	t.Parallel()
	c := openCells(t)
	c.edge = varnishWithCells(t, c.Gateway.Addr(), c.file)
	c.serves("at first")
	at := url("demo", c.slugs["demo"][0])
	e := c.NewEditor(t)
	e.Exec(fmt.Sprintf("UPDATE product SET stock = %d WHERE tenant_id = 'demo' AND slug = '%s'", firstWritten+2,
		c.slugs["demo"][0]))
	stamp := fmt.Sprintf("demo:%d:", e.Head("demo"))
	testkit.Until(t, "a kept answer with the stamp of the edit", func() bool {
		r := c.viaEdge(at, "Vitrine-Follower", "1")
		return r.Header.Get("X-Cache-Status") == "HIT" && strings.HasPrefix(r.Header.Get("Vitrine-Stamp"), stamp) &&
			r.Header.Get("Vitrine-Tags") != ""
	})
	r := c.viaEdge(at)
	if r.Header.Get("X-Cache-Status") != "HIT" || r.Header.Get("Vitrine-Stamp")+r.Header.Get("Vitrine-Tags") != "" {
		t.Errorf("another client sees the stamp: %v", r.Header)
	}
}
