package pg_test

import (
	"testing"

	"vitrine/search"
	"vitrine/search/enginetest"
	"vitrine/search/pg"
)

func TestEngine(t *testing.T) {
	t.Parallel()
	enginetest.Exercise(t, func(testing.TB) search.Engine { return pg.New() })
}
