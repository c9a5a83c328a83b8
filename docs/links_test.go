package docs

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestTheIndexListsEveryDocument checks docs/README.md, and docs/decisions/README.md for the decisions.
func TestTheIndexListsEveryDocument(t *testing.T) {
	all := documents(t)
	for name := range all {
		index := "docs/README.md"
		if path.Dir(name) == "docs/decisions" && path.Base(name) != "README.md" {
			index = "docs/decisions/README.md"
		}
		rest, below := strings.CutPrefix(name, path.Dir(index)+"/")
		if below && name != index && !strings.Contains(all[index], "]("+rest+")") {
			t.Errorf("%s has no link to %s", index, rest)
		}
	}
}

// TestLinksLeadSomewhere checks every relative link of the documents: the file and the heading must exist.
func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s#]*)(?:#([^)\s]+))?\)`)
	for name, text := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(withoutCode(text), -1) {
			target, anchor := m[1], m[2]
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = path.Join(path.Dir(name), target)
			}
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, target)
				continue
			}
			if anchor == "" {
				continue
			}
			there, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(anchors(string(there)), anchor) {
				t.Errorf("%s: %s has no heading #%s", name, file, anchor)
			}
		}
	}
}

// withoutCode drops fenced blocks and code spans, in which brackets are no links.
func withoutCode(text string) string {
	text = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, "")
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "")
}

// anchors are the names that headings have in links.
func anchors(text string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		var b strings.Builder
		for _, r := range strings.ToLower(m[1]) {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				b.WriteRune(r)
			case r == ' ':
				b.WriteByte('-')
			}
		}
		all = append(all, b.String())
	}
	return all
}
