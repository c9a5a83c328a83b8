package dataset

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
	"vitrine/internal/markup"
)

// HTML fills a column with the markup of the source. If the record is a template, template code is removed (see
// stripTemplate), and elements that are open afterwards are closed. A record is a template if one of the flags, which
// are fields of the record, is true; without flags every record may be one. In other records "{{" is ordinary text.
func HTML(column string, flags ...string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := toMarkup(column, markup.HTML)(p)
		if err != nil {
			return nil, err
		}
		p.Uses(flags...)
		return func(d *load.Draft, v any) error {
			if s, ok := v.(string); ok && flagged(d.Record, flags) {
				if s, found := stripTemplate(s); found > 0 {
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

// Markdown fills a column with the HTML of a Markdown text. Template code is removed first. A null leaves the column
// unchanged.
func Markdown(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := toMarkup(column, markup.Markdown)(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			if v == nil {
				return nil
			}
			if s, ok := v.(string); ok {
				v, _ = stripTemplate(s)
			}
			return inner(d, v)
		}, nil
	}
}

// toMarkup fills a column with HTML. The format is that of the text; empty means that of the field. Parts that Vitrine
// does not serve are cut out here, once.
func toMarkup(column string, format markup.Format) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		if format == "" {
			format = p.Format(column)
		}
		p.UsesFormat(format)
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		p.Fills(column)
		holdsHTML := p.HoldsHTML(column)
		return func(d *load.Draft, v any) error {
			if s, ok := v.(string); ok && holdsHTML {
				cut := 0
				if p.Templates() && format != markup.Text {
					s, cut = withoutTemplates(s, format)
				}
				html, err := asHTML(s, format)
				if err == nil && cut > 0 {
					p.Untemplated(column, cut)
					html, err = balance(withoutDeadLinks(html))
				}
				if err != nil {
					return fmt.Errorf("%s: %w", column, err)
				}
				v = p.Served(column, html)
			}
			return d.Main.Set(d, at, v)
		}, nil
	}
}

// wordpress passes on a text as WordPress shows it: "\n" is a line break in its exports, and lines without blocks of
// HTML are paragraphs.
func wordpress(to load.Target) load.Target {
	return changedText(to, func(s string) string {
		const backslash = "\x00"
		s = strings.ReplaceAll(s, `\\n`, backslash)
		s = strings.ReplaceAll(strings.ReplaceAll(s, `\n`, "\n"), "\r\n", "\n")
		s = strings.TrimSpace(strings.ReplaceAll(s, backslash, `\n`))
		if !strings.Contains(s, "\n") || block.MatchString(s) {
			return s
		}
		var b strings.Builder
		for paragraph := range strings.SplitSeq(s, "\n\n") {
			if paragraph = strings.TrimSpace(paragraph); paragraph != "" {
				b.WriteString("<p>" + strings.ReplaceAll(paragraph, "\n", "<br>\n") + "</p>\n")
			}
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
}

// block matches a tag after which a line does not go on.
var block = regexp.MustCompile(`(?i)<(?:p|br|div|ul|ol|li|table|h[1-6]|pre|blockquote|section|figure|hr)\b`)

// TakesWords reports whether a column of plain text takes the words of HTML, as "html:brief" does.
func TakesWords(t *table.Table, column string) bool {
	c := t.Column(column)
	return c != nil && c.Fillable() && c.Type == "text" && !slices.Contains(pictures, column)
}

// words passes on the text that HTML shows, with its blocks on lines of their own.
func words(to load.Target) load.Target {
	return changedText(to, func(s string) string {
		var b strings.Builder
		hidden := ""
		for z := nethtml.NewTokenizer(strings.NewReader(s)); ; {
			kind := z.Next()
			raw := string(z.Raw())
			t := z.Token()
			switch {
			case kind == nethtml.ErrorToken:
				return tidyLines(b.String())
			case hidden != "":
				if kind == nethtml.EndTagToken && t.Data == hidden {
					hidden = ""
				}
			case kind == nethtml.TextToken:
				b.WriteString(t.Data)
			case kind == nethtml.StartTagToken && (t.Data == "script" || t.Data == "style"):
				hidden = t.Data
			case block.MatchString(strings.Replace(raw, "</", "<", 1)):
				b.WriteString("\n")
			}
		}
	})
}

// tidyLines removes white space at the ends of lines, and empty lines.
func tidyLines(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// asHTML makes HTML of a text.
func asHTML(s string, format markup.Format) (string, error) {
	switch format {
	case markup.Text:
		return markup.FromText(s), nil
	case markup.Markdown:
		var b strings.Builder
		err := markdown.Convert([]byte(s), &b)
		return strings.TrimSpace(b.String()), err
	}
	return s, nil
}

// markdown is CommonMark with GitHub's tables, strikethrough and links. HTML in a text is kept. Check boxes are not
// made, because controls are not served; they stay as they are written.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough, extension.Linkify),
	goldmark.WithRendererOptions(html.WithUnsafe()))

// flagged reports whether one of the fields is true. Without fields it returns true.
func flagged(rec source.Record, fields []string) bool {
	return len(fields) == 0 || slices.ContainsFunc(fields, func(f string) bool {
		v, _ := source.Object(rec.Fields).Get(f)
		return v == true
	})
}

// balance closes open elements of markup and removes end tags without a start. Markup that has neither stays as it is.
func balance(s string) (string, error) {
	if balanced(s) {
		return strings.TrimSpace(s), nil
	}
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

// withoutDeadLinks removes links without an address, whose text stays, and pictures without one.
func withoutDeadLinks(s string) string {
	var b strings.Builder
	var dead []bool // of the links that are open
	for z := nethtml.NewTokenizer(strings.NewReader(s)); ; {
		kind := z.Next()
		if kind == nethtml.ErrorToken {
			return b.String()
		}
		raw := string(z.Raw())
		switch t := z.Token(); {
		case kind == nethtml.StartTagToken && t.Data == "a":
			if dead = append(dead, noAddress(t, "href")); dead[len(dead)-1] {
				continue
			}
		case kind == nethtml.EndTagToken && t.Data == "a" && len(dead) > 0:
			last := dead[len(dead)-1]
			if dead = dead[:len(dead)-1]; last {
				continue
			}
		case t.Data == "img" && noAddress(t, "src"):
			continue
		}
		b.WriteString(raw)
	}
}

// noAddress reports whether an attribute of a tag is empty.
func noAddress(t nethtml.Token, attribute string) bool {
	return slices.ContainsFunc(t.Attr, func(a nethtml.Attribute) bool {
		return a.Key == attribute && strings.TrimSpace(a.Val) == ""
	})
}

// balanced reports whether every element that is open is closed, in order.
func balanced(s string) bool {
	var open []string
	for z := nethtml.NewTokenizer(strings.NewReader(s)); ; {
		switch kind := z.Next(); kind {
		case nethtml.ErrorToken:
			return len(open) == 0
		case nethtml.StartTagToken, nethtml.EndTagToken:
			tag, _ := z.TagName()
			name := string(tag)
			switch {
			case slices.Contains(void, name):
			case kind == nethtml.StartTagToken:
				open = append(open, name)
			case len(open) == 0 || open[len(open)-1] != name:
				return false
			default:
				open = open[:len(open)-1]
			}
		}
	}
}

// void are the elements without an end tag.
var void = []string{
	"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
}

// Linked fills a column with a link to a URL. Only http and https URLs are accepted; others leave the column empty.
func Linked(column string) load.Target {
	return changed(toMarkup(column, markup.HTML), func(v any) (any, error) {
		s, err := source.NameOf(v)
		if err != nil || !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
			return nil, err
		}
		s = nethtml.EscapeString(s)
		return fmt.Sprintf(`<p><a href="%s">%s</a></p>`, s, s), nil
	})
}
