package edge

import (
	"testing"
	"time"

	"vitrine/internal/testkit"
)

// nginx has no tags: answers live for a second, and nginx counts whole seconds. No answer reaches the wrong tenant, and
// none is older than announced for longer than two seconds and the time that its fetch took.
func TestNoReadBehindNginxIsOlderThanItsLifetime(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.edge = nginx(t, s.Gateway.Addr())
	s.declare("nginx")
	s.lives("X-Accel-Expires", 1)
	s.run(reads())
	if worst, most := s.worst.Load(), int64(2*time.Second)+s.slowest.Load(); worst > most {
		t.Errorf("a read was older than announced by %s, and %s is promised", time.Duration(worst), time.Duration(most))
	}
	ended := time.Now()
	testkit.Until(t, "the lifetime is over", func() bool { return time.Since(ended) > 2*time.Second })
	s.checkNewest()
	s.report("nginx")
	s.checkForms()
	if r := s.viaEdge(url("demo", s.slugs["demo"][0])); r.Header.Get("X-Accel-Expires") != "" {
		t.Error("X-Accel-Expires reaches the client")
	}
}
