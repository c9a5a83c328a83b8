package meili_test

import (
	"testing"

	"vitrine/search"
	"vitrine/search/enginetest"
	"vitrine/search/meili"
)

func TestEngine(t *testing.T) {
	t.Parallel()
	var e *meili.Engine
	t.Cleanup(func() {
		if e == nil {
			return
		}
		stats := e.Stats()
		t.Logf("%+v", stats)
		if n := stats.Fallbacks[meili.Unreachable] + stats.Fallbacks[meili.Refused] + stats.Fallbacks[meili.Busy]; n > 2 {
			t.Errorf("Postgres answered %d times: the suite did not test Meilisearch", n)
		}
	})
	enginetest.Exercise(t, func(t testing.TB) search.Engine {
		e = newEngine(t, config(t))
		return e
	})
}
