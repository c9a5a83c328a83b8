package edge

import (
	"os"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

func TestMain(m *testing.M) {
	if args := os.Getenv("VITRINE_TEST_FOLLOW"); args != "" {
		followAsProcess(args)
		return
	}
	kit.Main(m)
}
