package edge

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/testkit"
)

// nginx with cells passes the stamp of an answer on to a follower, as Varnish does. Else the follower would keep
// nothing that it reads through nginx.
func TestNoReadOfAFollowerBehindNginxLacksItsStamp(t *testing.T) {
	t.Parallel()
	c := openCells(t)
	c.edge = nginxWithCells(t, c.Gateway.Addr(), c.file)
	c.serves("at first")
	c.passesTheStamp()
}

// The Worker does the same.
func TestNoReadOfAFollowerBehindAWorkerLacksItsStamp(t *testing.T) {
	t.Parallel()
	s, _ := openWorker(t)
	s.passesTheStamp()
}

// passesTheStamp edits a product, and reads it until the edge has kept it. A follower gets its stamp and its tags;
// nobody else does.
func (s *shop) passesTheStamp() {
	s.Helper()
	slug := s.slugs["demo"][0]
	e := s.NewEditor(s.T)
	e.Exec(fmt.Sprintf("UPDATE product SET stock = %d WHERE tenant_id = 'demo' AND slug = '%s'", firstWritten+2, slug))
	stamp := fmt.Sprintf("demo:%d:", e.Head("demo"))
	testkit.Until(s.T, "a kept answer with the stamp of the edit", func() bool {
		r := s.viaEdge(url("demo", slug), "Vitrine-Follower", "1")
		return r.Header.Get("X-Cache-Status") == "HIT" && strings.HasPrefix(r.Header.Get("Vitrine-Stamp"), stamp) &&
			r.Header.Get("Vitrine-Tags") != ""
	})
	testkit.Until(s.T, "the same answer for another client", func() bool {
		r := s.viaEdge(url("demo", slug))
		if r.Header.Get("Vitrine-Stamp")+r.Header.Get("Vitrine-Tags") != "" {
			s.Fatalf("another client sees the stamp: %v", r.Header)
		}
		return r.Header.Get("X-Cache-Status") == "HIT"
	})
}
