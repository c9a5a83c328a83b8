package roundtrip

import (
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema/schematest"
)

func TestMain(m *testing.M) { kit.Main(m) }

// open starts an app without demo content, over a database of its own.
func open(t *testing.T) *kit.App {
	t.Helper()
	db := schematest.Open(t)
	return kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.Demo, c.Now = db.URL, false, nil })
}
