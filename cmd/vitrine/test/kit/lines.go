package kit

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"os"
	"testing"
)

// Lines reads the lines of a compressed file of real data, such as products_bestbuy.jsonl.gz.
func Lines(t *testing.T, path string) (lines [][]byte) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		lines = append(lines, bytes.Clone(s.Bytes()))
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
