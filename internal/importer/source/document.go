package source

import (
	"bytes"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The fields that a document has besides those of its front matter.
const (
	FileField = "file"      // its path in the folder, with slashes
	BodyField = "body"      // its text, if it is Markdown
	HTMLField = "body_html" // its text, if it is HTML, in which indented lines are not code
)

// newDocument reads one file of Markdown as one record.
func (s *Source) newDocument(name string, in io.Reader, o Options) (reader, error) {
	text, err := readLimited(in, o.MaxLine, "the file", "--max-line raises the limit")
	if err != nil {
		return nil, err
	}
	s.documents()
	if name == "-" {
		name = "document.md"
	}
	r, err := parseDocument(filepath.Base(name), text)
	r.Line = 1
	return &listReader{items: []Item{{r, err}}}, nil
}

// documents describes the fields that every document has.
func (s *Source) documents() {
	s.Markup = map[string]string{BodyField: "markdown", HTMLField: "html"}
	s.Made = map[string]bool{FileField: true, "slug": true, "date": true}
	s.Key = []string{FileField}
}

// parseDocument reads a document: the fields of its front matter, and its text as a field of its own. What the front
// matter does not say comes from the name of the file (slug, and the date of "2026-03-01-title.md") and from the first
// heading (title). The file is relative to its folder, with slashes.
func parseDocument(file string, text []byte) (Record, error) {
	r := Record{Raw: text[:min(200, len(text))]}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) {
		return r, rowErrorf("%s: invalid UTF-8 at byte %d; --encoding names the encoding", Clip(file, 200), invalidAt(text)+1)
	}
	front, body, err := frontMatter(strings.ReplaceAll(string(text), "\r\n", "\n"))
	if err != nil {
		return r, rowErrorf("%s: %v", Clip(file, 200), err)
	}
	fields := Object{{FileField, file}}
	for _, f := range front {
		if f.Name == FileField || f.Name == BodyField || f.Name == HTMLField {
			return r, rowErrorf("%s: the front matter has a field %q, which names the document's own", Clip(file, 200),
				f.Name)
		}
		fields = append(fields, f)
	}
	slug, date := fileWords(file)
	if _, ok := own(front, "slug"); !ok && slug != "" {
		fields = append(fields, Field{"slug", slug})
	}
	if _, ok := own(front, "date"); !ok && date != "" {
		fields = append(fields, Field{"date", date})
	}
	markdown := markupOf(file) != "html"
	if _, ok := own(front, "title"); !ok && markdown {
		var title string
		if title, body = heading(body); title != "" {
			fields = append(fields, Field{"title", title})
		}
	}
	r.Fields = append(fields, Field{BodyField, body})
	if !markdown {
		r.Fields[len(r.Fields)-1].Name = HTMLField
	}
	r.Raw = nil
	return r, nil
}

// dated matches the names that Jekyll gives posts.
var dated = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})-(.+)$`)

// fileWords returns the slug and the date that the name of a file shows. An index file is known by its folder.
func fileWords(file string) (slug, date string) {
	slug = strings.TrimSuffix(path.Base(file), path.Ext(file))
	if m := dated.FindStringSubmatch(slug); m != nil {
		date, slug = m[1], m[2]
	}
	switch strings.ToLower(slug) {
	case "index", "_index", "readme":
		folder := path.Base(path.Dir(file))
		if folder == "." || folder == "/" {
			return slug, date
		}
		if slug = folder; date == "" {
			if m := dated.FindStringSubmatch(slug); m != nil {
				date, slug = m[1], m[2]
			}
		}
	}
	return slug, date
}

// heading takes the first heading of a text as its title. The text goes on after it.
func heading(body string) (title, rest string) {
	first, rest, _ := strings.Cut(strings.TrimLeft(body, " \t\n"), "\n")
	if after, ok := strings.CutPrefix(first, "# "); ok {
		return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(after), "#")), strings.TrimLeft(rest, "\n")
	}
	return "", body
}
