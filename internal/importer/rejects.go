package importer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
)

// A rejectFile collects the rejected rows with their reasons, as JSON Lines {line, reason, row}. It is created with the
// first row and replaces the file of an earlier run.
type rejectFile struct {
	name string
	file *os.File
	out  *bufio.Writer
}

// newRejectFile removes the file of an earlier run. A run without rejects leaves no file.
func newRejectFile(name string) (*rejectFile, error) {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reject file: %w", err)
	}
	return &rejectFile{name: name}, nil
}

// Add writes one row: as an object if it could be parsed, or else as text.
func (f *rejectFile) Add(r load.Reject) error {
	if f.file == nil {
		file, err := os.Create(f.name)
		if err != nil {
			return fmt.Errorf("reject file: %w (--rejects FILE names another)", err)
		}
		f.file, f.out = file, bufio.NewWriter(file)
	}
	row := any(string(r.Record.Raw))
	if r.Record.Fields != nil {
		row = json.RawMessage(source.AppendJSON(nil, source.Object(r.Record.Fields), false))
	}
	line, err := json.Marshal(struct {
		Line   int    `json:"line"`
		Reason string `json:"reason"`
		Row    any    `json:"row"`
	}{r.Record.Line, r.Reason, row})
	if err != nil {
		return fmt.Errorf("reject file: %w", err)
	}
	_, err = f.out.Write(append(line, '\n'))
	return err
}

// Close flushes and closes the file.
func (f *rejectFile) Close() error {
	if f.file == nil {
		return nil
	}
	return errors.Join(f.out.Flush(), f.file.Close())
}
