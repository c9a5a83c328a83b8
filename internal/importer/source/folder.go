package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/encoding"
)

// maxFiles is the limit of the documents in a folder. Their names are kept in memory and sorted.
const maxFiles = 200_000

// A folderReader reads each document of a folder as a record.
type folderReader struct {
	s     *Source
	root  *os.Root
	files []string          // relative, with slashes, sorted
	max   int               // bytes of a document
	in    encoding.Encoding // of documents without a byte order mark; nil for UTF-8
	n     int
	names spellings
}

// openFolder reads a folder of documents: Markdown, and HTML with front matter. Other files are counted and left out.
// Links to places outside the folder are not followed.
func (s *Source) openFolder(name string, o Options) error {
	if o.Format != "" && o.Format != "markdown" {
		return fmt.Errorf("a folder is read as documents of Markdown or HTML; import the files of format %s one by one",
			o.Format)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return err
	}
	r := &folderReader{s: s, root: root, max: o.MaxLine, names: newSpellings()}
	if !isUTF8(o.Encoding) {
		if r.in, err = lookUp(o.Encoding); err != nil {
			return errors.Join(err, root.Close())
		}
		s.Encoding = o.Encoding
	}
	left := map[string]int{}
	err = fs.WalkDir(root.FS(), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		case markupOf(file) == "" || !d.Type().IsRegular():
			left[path.Ext(file)]++
			return nil
		case len(r.files) == maxFiles:
			return fmt.Errorf("the folder has more than %d documents; import its folders one by one", maxFiles)
		}
		if info, err := d.Info(); err == nil {
			s.Size += info.Size()
		}
		r.files = append(r.files, file)
		return nil
	})
	if err == nil && len(r.files) == 0 {
		err = errors.New("the folder has no documents; expected files that end in .md, .markdown, .html or .htm")
	}
	if err != nil {
		return errors.Join(err, root.Close())
	}
	slices.Sort(r.files)
	s.file = opened{s.file, root}
	s.Format, s.in = "folder of documents", r
	s.documents()
	s.noteLeft(left)
	r.leaveSections(o.Pages)
	return nil
}

// leaveSections leaves out the section pages of Hugo (_index.md), which describe a folder and are no entry of it. If
// pages is set, those with a text stay. So do all if the folder has nothing else.
func (r *folderReader) leaveSections(pages bool) {
	var files, left []string
	for _, file := range r.files {
		if section.MatchString(path.Base(file)) && !(pages && r.hasText(file)) {
			left = append(left, file)
		} else {
			files = append(files, file)
		}
	}
	if files == nil || left == nil {
		return
	}
	r.files = files
	shown := left[:min(len(left), 6)]
	names := strings.Join(shown, ", ")
	if len(left) > len(shown) {
		names += ", …"
	}
	why := "which describe their folders"
	if pages {
		why += " and have no text"
	}
	r.s.Notes = append(r.s.Notes, fmt.Sprintf("Section pages (_index), %s, were left out: %d, %s.", why, len(left), names))
}

// hasText reports whether a document has a text below its front matter. One that cannot be read has.
func (r *folderReader) hasText(file string) bool {
	reader := *r
	reader.s, reader.names = &Source{}, newSpellings()
	rec, err := reader.read(file)
	if err != nil {
		return true
	}
	text, _ := rec.Fields[len(rec.Fields)-1].Value.(string)
	return strings.TrimSpace(text) != ""
}

// opened closes the root of a folder with the folder.
type opened struct {
	io.ReadCloser
	root *os.Root
}

// Close closes both.
func (o opened) Close() error { return errors.Join(o.root.Close(), o.ReadCloser.Close()) }

// noteLeft notes the files that are no documents, by their endings.
func (s *Source) noteLeft(left map[string]int) {
	n := 0
	var endings []string
	for ending, count := range left {
		n += count
		endings = append(endings, fmt.Sprintf("%d %s", count, strings.TrimSpace("with "+ending)))
	}
	if n == 0 {
		return
	}
	slices.Sort(endings)
	if len(endings) > 6 {
		endings = append(endings[:6], "…")
	}
	s.Notes = append(s.Notes, fmt.Sprintf("Files that are no documents were left out: %s.", strings.Join(endings, ", ")))
}

// markupOf returns the format of a document by its name; empty for any other file.
func markupOf(file string) string {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown":
		return "markdown"
	case ".html", ".htm":
		return "html"
	}
	return ""
}

func (r *folderReader) next() (Record, error) {
	if r.n == len(r.files) {
		return Record{Line: r.n}, io.EOF
	}
	file := r.files[r.n]
	r.n++
	rec, err := r.read(file)
	rec.Line = r.n
	if rec.Raw == nil {
		rec.Raw = []byte(file)
	}
	return rec, err
}

func (r *folderReader) read(file string) (Record, error) {
	f, err := r.root.Open(filepath.FromSlash(file))
	if err != nil {
		return Record{}, RowError(err.Error())
	}
	defer func() { _ = f.Close() }() // it was only read
	text, err := readLimited(&counter{f, &r.s.taken}, r.max, "the file", "--max-line raises the limit")
	if err != nil {
		return Record{}, rowErrorf("%s: %v", Clip(file, 200), err)
	}
	if text, err = decodeText(text, r.in); err != nil {
		return Record{}, rowErrorf("%s: %v", Clip(file, 200), err)
	}
	return r.names.parse(file, text)
}
