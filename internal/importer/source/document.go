package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
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
	r, err := newSpellings().parse(filepath.Base(name), text)
	r.Line = 1
	return &listReader{items: []Item{{r, err}}}, nil
}

// documents describes the fields that every document has.
func (s *Source) documents() {
	s.Markup = map[string]string{BodyField: "markdown", HTMLField: "html"}
	s.Made = map[string]bool{FileField: true, "slug": true, "date": true}
	s.Key = []string{FileField}
}

// spellings holds the first spelling of each field in the front matter of some documents, by its lower case. Fields
// that differ only in case are one.
type spellings map[string]string

// newSpellings returns the fields that documents have without front matter.
func newSpellings() spellings {
	s := spellings{}
	for _, name := range []string{FileField, BodyField, HTMLField, "slug", "date", "title"} {
		s[name] = name
	}
	return s
}

// apply gives each field of a document the spelling that came first.
func (s spellings) apply(front Object) error {
	was := map[string]string{}
	for i, f := range front {
		lower := strings.ToLower(f.Name)
		if other, twice := was[lower]; twice {
			return rowErrorf("the front matter has %q and %q, which are one field", Clip(other, 60), Clip(f.Name, 60))
		}
		was[lower] = f.Name
		if s[lower] == "" {
			s[lower] = f.Name
		}
		front[i].Name = s[lower]
	}
	return nil
}

// parse reads a document: the fields of its front matter, and its text as a field of its own. What the front matter
// does not say comes from the name of the file (slug, and the date of "2026-03-01-title.md") and from the first heading
// (title). The file is relative to its folder, with slashes.
func (s spellings) parse(file string, text []byte) (Record, error) {
	r := Record{Raw: text[:min(200, len(text))]}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) {
		return r, rowErrorf("%s: invalid UTF-8 at byte %d; --encoding names the encoding", Clip(file, 200), invalidAt(text)+1)
	}
	front, body, err := frontMatter(strings.ReplaceAll(string(text), "\r\n", "\n"))
	if err == nil {
		err = s.apply(front)
	}
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

// section matches the names of the documents that Hugo takes for the head of a list: _index.md, _index.tr.md.
var section = regexp.MustCompile(`(?i)^_index(\.[a-z-]+)?\.[a-z]+$`)

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

// Limits of the front matter of a document.
const (
	maxFrontMatter   = 64 << 10 // bytes
	maxFrontRepeated = 10_000   // values that aliases repeat
)

// A frontForm is a way to write front matter.
type frontForm struct {
	begin, end *regexp.Regexp // the lines before and after it
	ends       string         // the line after it, in words
	parse      func(text string) (Object, error)
}

var frontForms = []frontForm{
	{regexp.MustCompile(`^---[ \t]*\n`), regexp.MustCompile(`(?m)^(---|\.\.\.)[ \t]*$`), "three hyphens", frontYAML},
	{regexp.MustCompile(`^\+\+\+[ \t]*\n`), regexp.MustCompile(`(?m)^\+\+\+[ \t]*$`), "three plus signs", frontTOML},
}

var (
	blankLines = regexp.MustCompile(`^(?:[ \t]*\n)+`)
	titled     = regexp.MustCompile(`(?m)^"?title"?[ \t]*[:=]`)
)

// frontMatter divides a document into the fields of its front matter, which is YAML between two lines of hyphens or
// TOML between two lines of plus signs, and its text. Below empty lines, such a line may also be a rule between two
// parts of the text. It begins front matter if a title follows.
func frontMatter(text string) (fields Object, body string, err error) {
	top := blankLines.FindString(text)
	for _, form := range frontForms {
		begin := form.begin.FindString(text[len(top):])
		if begin == "" {
			continue
		}
		rest := text[len(top)+len(begin):]
		limit := rest[:min(len(rest), maxFrontMatter)]
		end := form.end.FindStringIndex(limit)
		switch {
		case top != "" && (end == nil || !titled.MatchString(limit[:end[0]])):
			return nil, text, nil
		case end == nil && len(rest) > maxFrontMatter:
			return nil, "", fmt.Errorf("the front matter is longer than %d KB; move long texts below it", maxFrontMatter>>10)
		case end == nil:
			return nil, "", fmt.Errorf("the front matter does not end: a line of %s is missing", form.ends)
		}
		fields, err := form.parse(limit[:end[0]])
		return fields, strings.TrimPrefix(rest[end[1]:], "\n"), err
	}
	return nil, text, nil
}

func frontYAML(text string) (Object, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, fmt.Errorf("invalid YAML in the front matter: %s", yamlReason(err, 0))
	}
	if doc.Kind == 0 {
		return nil, nil // nothing between the lines
	}
	y := &yamlValues{most: maxFrontRepeated}
	v, err := y.value(content(&doc), 1)
	if err != nil {
		return nil, fmt.Errorf("the front matter: %w", err)
	}
	fields, ok := v.(Object)
	if !ok {
		return nil, fmt.Errorf("expected fields in the front matter, got %s", Describe(v))
	}
	return fields, nil
}

// frontTOML reads TOML. Its tables have no order, so their fields come in that of the alphabet.
func frontTOML(text string) (Object, error) {
	var table map[string]any
	if err := toml.Unmarshal([]byte(text), &table); err != nil {
		reason := strings.TrimPrefix(err.Error(), "toml: ")
		if at := new(toml.DecodeError); errors.As(err, &at) {
			line, _ := at.Position()
			reason = fmt.Sprintf("line %d: %s", line, reason)
		}
		return nil, fmt.Errorf("invalid TOML in the front matter: %s", Clip(reason, 300))
	}
	v, err := tomlValue(table, 1)
	if err != nil {
		return nil, fmt.Errorf("the front matter: %w", err)
	}
	fields, _ := v.(Object)
	return fields, nil
}

// tomlValue converts a value of TOML. A date is a text, with a zone only if the document gives one.
func tomlValue(v any, depth int) (any, error) {
	if depth > MaxDepth {
		return nil, rowErrorf("nested deeper than %d levels", MaxDepth)
	}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > MaxMany {
			return nil, rowErrorf("a table has more than %d fields", MaxMany)
		}
		o := Object{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner, err := tomlValue(v[name], depth+1)
			if err != nil {
				return nil, err
			}
			o = append(o, Field{name, inner})
		}
		return o, nil
	case []any:
		list := []any{}
		for _, e := range v {
			inner, err := tomlValue(e, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, inner)
		}
		return list, nil
	case time.Time:
		return v.Format(time.RFC3339Nano), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v), nil
		}
		b, err := json.Marshal(v)
		return json.Number(b), err
	case int64:
		return json.Number(fmt.Sprint(v)), nil
	case fmt.Stringer: // a date or time without a zone
		return v.String(), nil
	}
	return v, nil
}
