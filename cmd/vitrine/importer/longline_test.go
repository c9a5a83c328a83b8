package importer

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is rejected keeps its own bytes: the buffer it was read into is used for the next line.
func TestRejectedLongLineKeepsItsOwnBytes(t *testing.T) {
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
	s := &source{file: f}
	if err := s.open(1000); err != nil {
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
