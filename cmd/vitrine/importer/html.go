package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// HTML fills a column with markup as the source has it. Code of templates is taken out of it (see untemplated), and then what
// is left is made whole: every element that began ends. A record is a template where one of the flags, fields of the record,
// is true; with no flags every record may be. In a record that is none, {{ stands for itself: an example, a literal of Go.
func HTML(column string, flags ...string) Target {
	return func(p *plan) (put, error) {
		inner, err := To(column)(p)
		if err != nil {
			return nil, err
		}
		p.taken(flags...)
		return func(d *draft, v any) error {
			if s, ok := v.(string); ok && flagged(d.rec, flags) {
				if s, found := untemplated(s); found {
					whole, err := mended(s)
					if err != nil {
						return fmt.Errorf("%s: %w", column, err)
					}
					v = whole
				}
			}
			return inner(d, v)
		}, nil
	}
}

// Markdown fills a column with what a text in Markdown says in HTML: CommonMark with GitHub's tables, lists and links; HTML in
// it stays. Code of templates is taken out of it first. No text says nothing about the column.
func Markdown(column string) Target {
	return func(p *plan) (put, error) {
		inner, err := To(column)(p)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			s, ok := v.(string)
			if !ok {
				if v == nil {
					return nil
				}
				return inner(d, v)
			}
			s, _ = untemplated(s)
			var b strings.Builder
			if err := markdown.Convert([]byte(s), &b); err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			return inner(d, strings.TrimSpace(b.String()))
		}, nil
	}
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))

// flagged reports whether one of the fields is true; with no fields, always.
func flagged(rec Record, fields []string) bool {
	return len(fields) == 0 || slices.ContainsFunc(fields, func(f string) bool {
		v, _ := Object(rec.Fields).Get(f)
		return v == true
	})
}

// taken notes fields that a target uses beside its own, so that they are not said to be left out.
func (p *plan) taken(fields ...string) {
	for _, f := range fields {
		if _, ok := p.fields[f]; !ok {
			p.fields[f] = nil
		}
	}
}

// mended is markup in which what began ends and what ends began.
func mended(s string) (string, error) {
	nodes, err := nethtml.ParseFragment(strings.NewReader(s), &nethtml.Node{Type: nethtml.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, n := range nodes {
		if err := nethtml.Render(&b, n); err != nil {
			return "", err
		}
	}
	return strings.TrimSpace(b.String()), nil
}

// Linked fills a column with a link to an address; nothing but http and https is one.
func Linked(column string) Target {
	return changed(To(column), func(v any) (any, error) {
		s, err := nameOf(v)
		if err != nil || !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
			return nil, err
		}
		s = nethtml.EscapeString(s)
		return fmt.Sprintf(`<p><a href="%s">%s</a></p>`, s, s), nil
	})
}
