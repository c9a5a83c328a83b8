package widget

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/api"
)

func TestAFloodOfSearchesIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, err := NewGate(GateConfig{Running: 1, Waiting: 2, PerTenant: 2, Wait: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		refused := func(err error) bool {
			e := new(api.Error)
			return errors.As(err, &e) && e.Status == 429 && e.RetryAfter > 0
		}
		leave, err := g.Enter("a")
		if err != nil {
			t.Fatal(err)
		}
		turn := make(chan error)
		go func() {
			leave, err := g.Enter("a")
			if err == nil {
				defer leave()
			}
			turn <- err
		}()
		synctest.Wait()
		if _, err := g.Enter("a"); !refused(err) {
			t.Errorf("a third search of one tenant: %v", err)
		}
		if _, err := g.Enter("b"); !refused(err) { // it waits for a second
			t.Errorf("a search without a turn: %v", err)
		}
		if err := <-turn; !refused(err) {
			t.Errorf("a search that waited as long: %v", err)
		}
		leave()
		next, err := g.Enter("b")
		if err != nil {
			t.Fatalf("after the flood: %v", err)
		}
		next()
		if g.in != 0 || len(g.byTenant) != 0 {
			t.Errorf("%d are left, %v", g.in, g.byTenant)
		}
	})
}
