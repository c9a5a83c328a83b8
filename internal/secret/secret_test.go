package secret

import (
	"errors"
	"testing"
)

func TestEmptySecretsAreRefused(t *testing.T) {
	t.Parallel()
	for _, empty := range []string{
		"", " ", "\n", "\r\n", "\t \n", "\uFEFF", "\uFEFF\n", "\x00", "\x00\x00\n", "\u200B", "\u00A0",
	} {
		if got, err := Text(empty); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %q, %v", empty, got, err)
		}
	}
	if got, err := Text(" a b\n"); got != "a b" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if Equal("", "") || Equal("a", "") || Equal("", "a") || Equal("a", "b") || !Equal("a", "a") {
		t.Error("compared wrongly")
	}
	defer func() {
		if recover() == nil {
			t.Error("signed with an empty key")
		}
	}()
	MAC(nil)
}
