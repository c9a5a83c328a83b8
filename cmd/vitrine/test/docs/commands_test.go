package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	span    = regexp.MustCompile("`([^`\n]+)`")
	target  = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	heading = regexp.MustCompile(`(?m)^### vitrine (.+)$`)
	flag    = regexp.MustCompile(`--[a-z][a-z-]*`)
)

// The commands that a document names in its text, or in a block that is not run, exist: targets of make, packages,
// commands of vitrine and their flags. CONTRIBUTING.md and ARCHITECTURE.md have only such commands.
func TestNamedCommandsExist(t *testing.T) {
	t.Parallel()
	known := readCommands(t)
	found := 0
	for _, name := range append(documents(t), "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md") {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range named(t, name, string(text)) {
			problem, known := known.check(command)
			if problem != "" {
				t.Errorf("%s: %s: %s", name, command, problem)
			}
			if known && name == "CONTRIBUTING.md" {
				found++
			}
		}
	}
	if found < 10 {
		t.Errorf("found %d commands in CONTRIBUTING.md, want 10 or more", found)
	}
	for _, wrong := range []string{"make tset", "make lint rase", "go test ./internal/catalogue", "go vet ./nowhere/...",
		"bin/vitrine dns", "vitrine tenant destroy shop", "vitrine doctor --fix", "vitrine payment settings T FILE --force"} {
		if problem, _ := known.check(wrong); problem == "" {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

// named returns the lines of the blocks of a document, and the code in its text.
func named(t *testing.T, name, text string) (all []string) {
	t.Helper()
	blocks, err := parse(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, b := range blocks {
		all = append(all, strings.Split(strings.ReplaceAll(b.commands, "\\\n", " "), "\n")...)
	}
	for _, m := range span.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// commands are what the commands of documents may name.
type commands struct {
	targets []string
	shared  string            // the part of docs/cli.md before the first command, with the flags of all
	vitrine map[string]string // the section of each command there
}

func readCommands(t *testing.T) *commands {
	t.Helper()
	c := &commands{vitrine: map[string]string{}}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range target.FindAllStringSubmatch(string(makefile), -1) {
		c.targets = append(c.targets, m[1])
	}
	cli, err := os.ReadFile(filepath.Join(root, "docs", "cli.md"))
	if err != nil {
		t.Fatal(err)
	}
	at := heading.FindAllStringSubmatchIndex(string(cli), -1)
	if len(at) > 0 {
		c.shared = string(cli[:at[0][0]])
	}
	for i, m := range at {
		end := len(cli)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		c.vitrine[string(cli[m[2]:m[3]])] = string(cli[m[1]:end])
	}
	if len(c.targets) < 20 || len(c.vitrine) < 40 {
		t.Fatalf("found %d targets and %d commands", len(c.targets), len(c.vitrine))
	}
	return c
}

// check returns what is wrong with a command, and whether it is of a kind that is checked.
func (c *commands) check(command string) (problem string, known bool) {
	command, _, _ = strings.Cut(command, " #")
	words := strings.Fields(command)
	for len(words) > 0 && strings.Contains(words[0], "=") {
		words = words[1:] // settings before the command
	}
	if len(words) < 2 {
		return "", false
	}
	switch words[0] {
	case "make":
		if words[1] == "-C" && len(words) > 2 { // another folder's Makefile
			if _, err := os.Stat(filepath.Join(root, words[2], "Makefile")); err != nil {
				return "there is no Makefile in " + words[2], true
			}
			return "", true
		}
		for _, w := range words[1:] {
			if !strings.ContainsAny(w, "=-") && !slices.Contains(c.targets, w) && plainWord.MatchString(w) {
				return "make has no target " + w, true
			}
		}
		return "", true
	case "go":
		for _, w := range words[1:] {
			if path, ok := strings.CutPrefix(w, "./"); ok {
				if _, err := os.Stat(filepath.Join(root, strings.TrimSuffix(path, "..."))); err != nil {
					return "there is no package " + w, true
				}
			}
		}
		return "", true
	case "vitrine", "bin/vitrine":
		return c.checkVitrine(words[1:]), true
	}
	return "", false
}

var plainWord = regexp.MustCompile(`^[a-z]+$`)

// checkVitrine returns what is wrong with the arguments of vitrine.
func (c *commands) checkVitrine(words []string) string {
	if words[0] == "help" || words[0] == "COMMAND" || strings.HasPrefix(words[0], "-") {
		return ""
	}
	for n := min(4, len(words)); n > 0; n-- {
		section, ok := c.vitrine[strings.Join(words[:n], " ")]
		if !ok {
			continue
		}
		for _, f := range flag.FindAllString(strings.Join(words[n:], " "), -1) {
			if f != "--help" && !strings.Contains(section+c.shared, f) {
				return strings.Join(words[:n], " ") + " has no flag " + f
			}
		}
		return ""
	}
	for name := range c.vitrine {
		if strings.HasPrefix(name, words[0]+" ") && len(words) == 1 {
			return "" // a group of commands
		}
	}
	return "vitrine has no such command"
}

var (
	codeStatus = regexp.MustCompile(`Code = "([A-Z_]+)" +// (\d{3})`)
	furtherOne = regexp.MustCompile(`; (\d{3}): `)
	tableRow   = regexp.MustCompile(`(?m)^\| ([\d, ]+) \|`)
)

// The table of errors in docs/api.md has a row for every status that a code of internal/api has.
func TestErrorTableHasEveryStatus(t *testing.T) {
	t.Parallel()
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{root}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var rows []string
	for _, m := range tableRow.FindAllStringSubmatch(read("docs", "api.md"), -1) {
		rows = append(rows, strings.Split(m[1], ", ")...)
	}
	source := read("internal", "api", "error.go") + read("internal", "api", "error_write.go")
	all := codeStatus.FindAllStringSubmatch(source, -1)
	for _, m := range all {
		if !slices.Contains(rows, m[2]) {
			t.Errorf("no row for %s, the status of %s", m[2], m[1])
		}
	}
	for _, m := range furtherOne.FindAllStringSubmatch(source, -1) {
		if !slices.Contains(rows, m[1]) {
			t.Errorf("no row for %s", m[1])
		}
	}
	if len(all) < 40 {
		t.Errorf("found %d codes", len(all))
	}
}
