package source

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The reader reuses its buffer for the next line, so a rejected line must be a copy.
func TestRejectedLongLineIsCopied(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "long.jsonl")
	text := "{\"name\":\"a\"}\n{\"name\":\"" + strings.Repeat("x", 3000) + "\"}\n{\"name\":\"b\"}\n{\"name\":\"c\"}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := &Source{file: f}
	if err := s.open(file, Options{MaxLine: 1000}); err != nil {
		t.Fatal(err)
	}
	var rejected []byte
	for {
		r, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			rejected = r.Raw
		}
	}
	if !bytes.HasPrefix(rejected, []byte(`{"name":"xxx`)) || bytes.Contains(rejected, []byte(`"c"`)) {
		t.Errorf("the rejected line became %.60q", rejected)
	}
}
