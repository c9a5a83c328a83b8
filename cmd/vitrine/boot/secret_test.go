package boot

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

func TestSecretsMustBeRandom(t *testing.T) {
	t.Parallel()
	for range 2000 {
		b := make([]byte, secretLen)
		if _, err := rand.Read(b); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{hex.EncodeToString(b), strings.ToUpper(hex.EncodeToString(b)),
			base64.StdEncoding.EncodeToString(b), base64.RawURLEncoding.EncodeToString(b)} {
			if _, err := decodeSecret("X", text); err != nil {
				t.Errorf("a random secret is refused: %v", err)
			}
		}
	}
	for what, text := range map[string]string{
		"empty":                         "",
		"zero":                          strings.Repeat("00", 32),
		"zero in base64":                base64.StdEncoding.EncodeToString(make([]byte, 32)),
		"one byte":                      strings.Repeat("ab", 64),
		"two bytes":                     strings.Repeat("abcd", 32),
		"31 bytes":                      strings.Repeat("0123456789abcdef", 4)[:62],
		"short in base64":               "c2hvcnQ=",
		"short hex that is long base64": "8c1fd9d4e3b0479a6f25c07be1d83a964b7715f0a2ce",
		"counting up":                   "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		"counting down":                 "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100",
		"a half twice":                  "8c1fd9d4e3b0479a6f25c07be1d83a968c1fd9d4e3b0479a6f25c07be1d83a96",
		"digits in order":               "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
	} {
		if _, err := decodeSecret("X", text); err == nil || text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
