package importer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A rejectFile collects the rejected rows beside their reasons, as JSON Lines {line, reason, row}. It is made with the first
// of them, in place of the one of an earlier run.
type rejectFile struct {
	name string
	file *os.File
	out  *bufio.Writer
}

// newRejectFile removes what an earlier run left: a run without rejects leaves no file.
func newRejectFile(name string) (*rejectFile, error) {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the reject file: %w", err)
	}
	return &rejectFile{name: name}, nil
}

// Add writes one row. The row is an object where it could be read, else the text as it stood.
func (f *rejectFile) Add(r reject) error {
	if f.file == nil {
		file, err := os.Create(f.name)
		if err != nil {
			return fmt.Errorf("the reject file: %w (--rejects FILE puts it elsewhere)", err)
		}
		f.file, f.out = file, bufio.NewWriter(file)
	}
	row := any(string(r.rec.Raw))
	if r.rec.Fields != nil {
		row = json.RawMessage(writeJSON(nil, Object(r.rec.Fields), false))
	}
	line, err := json.Marshal(struct {
		Line   int    `json:"line"`
		Reason string `json:"reason"`
		Row    any    `json:"row"`
	}{r.rec.Line, r.reason, row})
	if err != nil {
		return fmt.Errorf("the reject file: %w", err)
	}
	_, err = f.out.Write(append(line, '\n'))
	return err
}

// Close writes what is left.
func (f *rejectFile) Close() error {
	if f.file == nil {
		return nil
	}
	return errors.Join(f.out.Flush(), f.file.Close())
}
