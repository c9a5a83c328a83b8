package cli

import (
	"strings"
	"testing"
)

func TestPlainTextsMoveNoTerminal(t *testing.T) {
	t.Parallel()
	f := func(in, want string) {
		t.Helper()
		var out strings.Builder
		n, err := PlainWriter(&out).Write([]byte(in))
		if Plain(in) != want || out.String() != want || n != len(in) || err != nil {
			t.Errorf("%q: %q, written %q (%d, %v), want %q", in, Plain(in), out.String(), n, err, want)
		}
	}
	f("ada\t1\nİş ✓\n", "ada\t1\nİş ✓\n")
	f("\x1b[2Jx\r\a\u009b1m\x7f\x00", "·[2Jx···1m··")
	f("\xff\x9b", "··")
}
