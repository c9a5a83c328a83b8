package accounts

import (
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Overlap()
	kit.Main(m)
}
