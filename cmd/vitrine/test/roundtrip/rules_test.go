package roundtrip

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	render "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
)

// equal reports whether the API shows a value of the file as it is.
func (k *kindOf) equal(path string, want, got any) bool {
	switch w := want.(type) {
	case marked:
		shown := text(got)
		return signs(linkURL.ReplaceAllString(string(w), "]")) == signs(seen(shown)) &&
			slices.Equal(linksOf(string(w)), hrefsOf(shown))
	case set:
		return sameSet(w, list(got))
	case []any:
		return slices.EqualFunc(w, list(got), func(a, b any) bool { return text(a) == text(b) })
	case string:
		if strings.HasPrefix(path, "date") || strings.HasSuffix(path, "Date") || path == "publishedAt" {
			return instant(w) == instant(text(got))
		}
		if (path == "answer" || path == "definition" || path == "description") && k.madeOf(path) {
			return w == text(got) || w == words(seen(text(got)))
		}
	}
	return absent(want) && absent(got) || same(nil, want, got) || same(nil, json.Number(text(want)), got) && number(want)
}

// A set is a list whose order the file does not show, because it comes from the members of an object.
type set []any

// absent reports whether a value is none. Zero and false are values.
func absent(v any) bool {
	switch v := v.(type) {
	case bool, json.Number:
		return false
	default:
		return empty(v)
	}
}

// madeOf reports whether a path with HTML is compared by its words.
func (k *kindOf) madeOf(path string) bool {
	_, made := k.file.made[path]
	return made
}

// linkURL matches the URL of a link in Markdown.
var linkURL = regexp.MustCompile(`\]\(([^()\s]*)\)`)

// hrefURL matches the URL of a link in HTML.
var hrefURL = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

func linksOf(md string) (all []string) {
	for _, m := range linkURL.FindAllStringSubmatch(md, -1) {
		all = append(all, m[1])
	}
	return all
}

func hrefsOf(shown string) (all []string) {
	for _, m := range hrefURL.FindAllStringSubmatch(shown, -1) {
		all = append(all, html.UnescapeString(m[1]))
	}
	return all
}

func number(v any) bool { s := text(v); return s != "" && strings.Trim(s, "0123456789.-") == "" }

// reason returns why a value may differ, "" for no reason.
func (k *kindOf) reason(rec record, path string, want, got any) string {
	w, g := text(want), text(got)
	if m, ok := want.(marked); ok {
		return when(k.equal(path, marked(expanded(string(m))), got), "template code is removed")
	}
	trimmed := strings.TrimSpace(w)
	kept := slices.Contains(prose, path) && !slices.Contains(k.file.trimmed, path)
	switch {
	case trimmed == g && trimmed != w && !kept:
		return "white space around a value is left out: " + path
	case path == "attributes" && k.equal(path, tidied(want), got):
		return "white space in a value of an attribute is one space"
	case path == "attributes" && k.equal(path, once(tidied(want)), got):
		return "a value that the file repeats is one attribute"
	case path == brand && k.brands[fold(w)] == g:
		return "the spelling of the first record that has it: " + path
	}
	if _, isText := got.(string); !isText && got != nil || !slices.Contains(catalog.HTMLColumns(k.file.kind), path) {
		return ""
	}
	return k.reasonHTML(rec, path, w, g)
}

// prose are the paths of long texts, which the import keeps to the byte.
var prose = []string{"description", "content", "answer", "definition", "brief", "summary"}

// brand is the path of a brand's name. A brand has the spelling of the first record that names it.
const brand = "brand.name"

// firstSpellings returns the first spelling of each brand.
func (k *kindOf) firstSpellings(wanted []record) map[string]string {
	first := map[string]string{}
	for _, rec := range wanted {
		name := strings.TrimSpace(text(k.want(rec)[brand]))
		if first[fold(name)] == "" {
			first[fold(name)] = name
		}
	}
	return first
}

// once is a list or set without what it repeats.
func once(v any) any {
	return changed(v, func(items []any) (kept []any) {
		for _, one := range items {
			if !slices.Contains(kept, one) {
				kept = append(kept, one)
			}
		}
		return kept
	})
}

// tidied is a list or set of attributes with single spaces.
func tidied(v any) any {
	return changed(v, func(items []any) (all []any) {
		for _, one := range items {
			name, value, _ := strings.Cut(text(one), "=")
			all = append(all, words(name)+"="+words(value))
		}
		return all
	})
}

// changed changes the items of a list or set. A set stays one.
func changed(v any, change func([]any) []any) any {
	if items, ok := v.(set); ok {
		return set(change(items))
	}
	return change(list(v))
}

// reasonHTML returns why HTML may differ. Each reason is a rule, and the value that follows from it equals the one that
// is shown.
func (k *kindOf) reasonHTML(rec record, path, want, got string) string {
	if reason := k.served(want, got); reason != "" {
		return reason
	}
	if md, ok := rec["answer_md"]; ok && k.madeOf(path) {
		return k.reasonMarkdown(text(md), got)
	}
	code := expanded(want)
	if code == want {
		return ""
	}
	return cmp.Or(k.withoutCode(code, got), k.withoutCode(closed(code), got))
}

// reasonMarkdown compares HTML that was made of Markdown with template code.
func (k *kindOf) reasonMarkdown(md, got string) string {
	code := expanded(md)
	if code == md {
		return ""
	}
	var made strings.Builder
	if err := markdown.Convert([]byte(code), &made); err != nil {
		return ""
	}
	return k.withoutCode(made.String(), got)
}

// withoutCode returns the rule by which got is what Vitrine serves of HTML that had template code.
func (k *kindOf) withoutCode(want, got string) string {
	const removed = "template code is removed"
	want = strings.TrimSpace(want)
	if want == got {
		return removed
	}
	if reason := k.served(want, got); reason != "" {
		return removed + ", and " + reason
	}
	return ""
}

// served returns the rule by which got is what Vitrine serves of HTML, or of a plain text.
func (k *kindOf) served(want, got string) string {
	if losses, ok := cutsOnly(want, got); ok && losses > 0 {
		return fmt.Sprintf("markup that is not served: %d parts", losses)
	} else if ok {
		return "a tag that HTML does not have is text"
	}
	plain := slices.Contains(slices.Collect(maps.Values(k.report.Formats)), markup.Text)
	if plain && slices.EqualFunc(paragraphs(want), shownParagraphs(got), slices.Equal) {
		return "plain text is made HTML"
	}
	return ""
}

// markdown is another setup of the converter than the import's.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(render.WithUnsafe()))

// instant is a date or time, in one form.
func instant(s string) string {
	if t, err := time.Parse("2006-1-2", s); err == nil { // the importer takes a month and a day of one digit
		return t.Format(time.DateOnly)
	}
	s = strings.TrimSuffix(strings.TrimSuffix(strings.Replace(s, " ", "T", 1), "Z"), "+00:00")
	s = strings.TrimSuffix(s, ".000")
	return strings.TrimSuffix(s, "T00:00:00")
}

func fold(s string) string { return strings.ToLower(words(s)) }

// signs are the characters of a text except white space and those that Markdown gives a meaning.
func signs(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("*_#`|~\\>-+[]()!", r) {
			return -1
		}
		return r
	}, s)
}

// sameSet reports whether two lists have the same texts, each as often.
func sameSet(a, b []any) bool {
	sorted := func(list []any) []string {
		var all []string
		for _, v := range list {
			all = append(all, text(v))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(sorted(a), sorted(b))
}

// The rules for attributes explain other spaces and repetitions, and find what a faulty import would lose.
func TestRulesOfAttributesFindLosses(t *testing.T) {
	t.Parallel()
	k := &kindOf{T: t, file: &file{kind: "product"}}
	for _, want := range []any{[]any{"a=b", "c=d  e", "a=b"}, set{"a=b", "c=d  e", "a=b"}} {
		for _, c := range []struct {
			got       []any
			explained bool
		}{
			{[]any{"a=b", "c=d e", "a=b"}, true},
			{[]any{"a=b", "c=d e"}, true},
			{[]any{"a=b"}, false},
			{[]any{}, false},
			{nil, false},
		} {
			if why := k.reason(nil, "attributes", want, c.got); (why != "") != c.explained {
				t.Errorf("%#v shown as %v: reason %q", want, c.got, why)
			}
		}
	}
}
