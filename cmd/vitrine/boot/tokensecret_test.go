package boot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPreviousSecretsAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	weak, file, empty := strings.Repeat("00", 32), filepath.Join(dir, "old"), filepath.Join(dir, "empty")
	for path, text := range map[string]string{file: strings.Repeat("ab", 32) + "\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := func(list string, want int) {
		t.Helper()
		got, err := oldSecrets(oldTokenSecretName, list)
		if len(got) != want || (err != nil) != (want == 0 && list != "") {
			t.Errorf("%q: %d secrets, %v; want %d", list, len(got), err, want)
		}
		if err != nil && strings.Contains(err.Error(), "abab") {
			t.Errorf("the error contains a secret: %v", err)
		}
	}
	f("", 0)
	f(weak, 1) // a weak secret can be replaced
	f("file:"+file, 1)
	f(weak+", file:"+file, 2)
	f(",", 0)
	f(weak+",", 0)
	f("file:"+empty, 0)
	f("file:"+file+".none", 0)
	f("abababab", 0)
	if _, err := TokenSecrets(weak, "", dir, true); err == nil {
		t.Error("a weak current secret is accepted")
	}
	ring, err := TokenSecrets("", weak, dir, false)
	if err != nil || len(ring.IDs()) != 2 {
		t.Errorf("the secret of the data folder, and a previous one: %v", err)
	}
}
