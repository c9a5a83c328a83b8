package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"vitrine/internal/importer/source"
)

// An input is the file of an import, which can be read several times. Standard input, or a pipe, is kept in a temporary
// file for that.
type input struct {
	o      Options
	name   string // of the file to open
	spool  *spool // nil for a file
	filled bool   // the spool holds all of standard input
	pipe   *os.File
}

func newInput(ctx context.Context, o Options) (*input, error) {
	in := &input{o: o, name: o.File}
	stdin := o.Stdin
	if o.File != "-" {
		info, err := os.Stat(o.File)
		if err != nil {
			return nil, err
		}
		if info.IsDir() || info.Mode().IsRegular() {
			return in, nil
		}
		if in.pipe, err = os.Open(o.File); err != nil { // a pipe can be opened once
			return nil, err
		}
		in.name, stdin = "-", in.pipe
	}
	var err error
	in.spool, err = newSpool(ctx, stdin)
	return in, err
}

// open opens the file at its beginning. The first call for standard input does not wait for its end. Later calls read
// the text in the encoding that the first one found.
func (in *input) open() (*source.Source, error) {
	src, err := in.reader()
	if err == nil {
		in.o.Encoding = cmp.Or(src.Encoding, "utf-8")
	}
	return src, err
}

func (in *input) reader() (*source.Source, error) {
	if in.filled {
		return source.Open(in.spool.file.Name(), nil, in.o.reading())
	}
	if in.spool != nil {
		return source.Open("-", in.spool, in.o.reading())
	}
	return source.Open(in.name, nil, in.o.reading())
}

// again opens the file for another reader.
func (in *input) again() (*source.Source, error) {
	if in.spool != nil && !in.filled {
		if err := in.spool.Fill(); err != nil {
			return nil, err
		}
		in.filled = true
	}
	return in.open()
}

// Forget says that the file is not read again.
func (in *input) Forget() error {
	if in.spool == nil {
		return nil
	}
	return in.spool.Drop()
}

// Close closes the file and removes the temporary one.
func (in *input) Close() error {
	err := in.Forget()
	if in.pipe != nil {
		err = errors.Join(err, in.pipe.Close())
	}
	return err
}

// each calls f for each record of the file. It ends early, without an error, where the file cannot be read.
func (in *input) each(ctx context.Context, f func(item source.Item) error) (err error) {
	src, err := in.again()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	for ctx.Err() == nil {
		rec, err := src.Next()
		var why source.RowError
		if err != nil && !errors.As(err, &why) {
			break // the import reports it
		}
		if err := f(source.Item{Record: rec, Err: err}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// A spool keeps standard input in a temporary file, so that it can be read again.
type spool struct {
	ctx  context.Context
	in   io.Reader
	file *os.File // nil once it is not needed
}

func newSpool(ctx context.Context, in io.Reader) (*spool, error) {
	file, err := os.CreateTemp("", "vitrine-import-")
	if err != nil {
		return nil, fmt.Errorf("keep standard input: %w", err)
	}
	return &spool{ctx, in, file}, nil
}

// Read reads standard input and keeps what it read.
func (s *spool) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.in.Read(p)
	if s.file != nil && n > 0 {
		if _, err := s.file.Write(p[:n]); err != nil {
			return 0, fmt.Errorf("keep standard input: %w", err)
		}
	}
	return n, err
}

// Fill reads the rest of standard input.
func (s *spool) Fill() error {
	_, err := io.Copy(io.Discard, struct{ io.Reader }{s})
	return err
}

// Drop ends keeping and removes the file.
func (s *spool) Drop() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	return errors.Join(file.Close(), os.Remove(file.Name()))
}
