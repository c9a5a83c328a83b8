package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
)

// HTML fills a column with the markup of the source. If the record is a template, template code is removed (see
// stripTemplate), and elements that are open afterwards are closed. A record is a template if one of the flags, which
// are fields of the record, is true; without flags every record may be one. In other records "{{" is ordinary text.
func HTML(column string, flags ...string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := To(column)(p)
		if err != nil {
			return nil, err
		}
		p.Uses(flags...)
		return func(d *load.Draft, v any) error {
			if s, ok := v.(string); ok && flagged(d.Record, flags) {
				if s, found := stripTemplate(s); found {
					balanced, err := balance(s)
					if err != nil {
						return fmt.Errorf("%s: %w", column, err)
					}
					v = balanced
				}
			}
			return inner(d, v)
		}, nil
	}
}

// Markdown fills a column with the HTML of a Markdown text: CommonMark with GitHub's tables, lists and links. HTML in
// the text is kept, template code is removed first. A null leaves the column unchanged.
func Markdown(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := To(column)(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			s, ok := v.(string)
			if !ok {
				if v == nil {
					return nil
				}
				return inner(d, v)
			}
			s, _ = stripTemplate(s)
			var b strings.Builder
			if err := markdown.Convert([]byte(s), &b); err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			return inner(d, strings.TrimSpace(b.String()))
		}, nil
	}
}

// MarkdownText is Markdown for a text that is no template: "{{" is part of it.
func MarkdownText(column string) load.Target {
	return changed(To(column), func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return v, nil
		}
		var b strings.Builder
		if err := markdown.Convert([]byte(s), &b); err != nil {
			return nil, fmt.Errorf("%s: %w", column, err)
		}
		return strings.TrimSpace(b.String()), nil
	})
}

// PlainText fills a column of HTML with a plain text: its paragraphs and lines stay, and none of it is markup.
func PlainText(column string) load.Target {
	return changedText(To(column), func(s string) string {
		var b strings.Builder
		for paragraph := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n\n") {
			if paragraph = strings.TrimSpace(paragraph); paragraph != "" {
				b.WriteString("<p>" + strings.ReplaceAll(nethtml.EscapeString(paragraph), "\n", "<br>") + "</p>")
			}
		}
		return b.String()
	})
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))

// flagged reports whether one of the fields is true. Without fields it returns true.
func flagged(rec source.Record, fields []string) bool {
	return len(fields) == 0 || slices.ContainsFunc(fields, func(f string) bool {
		v, _ := source.Object(rec.Fields).Get(f)
		return v == true
	})
}

// balance closes open elements of markup and removes end tags without a start.
func balance(s string) (string, error) {
	body := &nethtml.Node{Type: nethtml.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := nethtml.ParseFragment(strings.NewReader(s), body)
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

// Linked fills a column with a link to a URL. Only http and https URLs are accepted; others leave the column empty.
func Linked(column string) load.Target {
	return changed(To(column), func(v any) (any, error) {
		s, err := source.NameOf(v)
		if err != nil || !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
			return nil, err
		}
		s = nethtml.EscapeString(s)
		return fmt.Sprintf(`<p><a href="%s">%s</a></p>`, s, s), nil
	})
}
