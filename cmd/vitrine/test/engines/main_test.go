package engines

import (
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

func TestMain(m *testing.M) { kit.Main(m) }
