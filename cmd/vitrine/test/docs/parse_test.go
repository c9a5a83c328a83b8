package docs

import (
	"fmt"
	"regexp"
	"strings"
)

// A block is a sequence of commands of a document.
type block struct {
	line     int    // of its first command in the document
	commands string // for bash
	skip     string // why it is not run, "" if it is
	errors   bool   // HTTP errors and empty results are allowed
	output   string // the output that the document shows, "" if none
}

var (
	fence  = regexp.MustCompile("^( *)(```+)([a-z]*) *$")
	marker = regexp.MustCompile(`^ *<!-- *(not run|errors expected) *:(.*?)-->$`)
)

// parse finds the blocks of a Markdown document.
func parse(text string) ([]block, error) {
	var (
		blocks  []block
		comment []string // the marker before the fence: its kind and its reason
		after   = -1     // the block that a text block shows the output of
	)
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if m := marker.FindStringSubmatch(lines[i]); m != nil {
			comment = []string{m[1], strings.TrimSpace(m[2])}
			if comment[1] == "" {
				return nil, fmt.Errorf("line %d: the comment %q gives no reason", i+1, m[1])
			}
			continue
		}
		m := fence.FindStringSubmatch(lines[i])
		if m == nil {
			if strings.TrimSpace(lines[i]) != "" {
				if comment != nil {
					return nil, fmt.Errorf("line %d: no block follows the comment %q", i+1, comment[0])
				}
				after = -1
			}
			continue
		}
		indent, ticks, language, first := m[1], m[2], m[3], i+1
		var body []string
		for i++; i < len(lines) && strings.TrimSpace(lines[i]) != ticks; i++ {
			body = append(body, strings.TrimPrefix(lines[i], indent))
		}
		if i == len(lines) {
			return nil, fmt.Errorf("line %d: the block does not end", first)
		}
		b := block{line: first + 1}
		if comment != nil {
			b.errors = comment[0] == "errors expected"
			if !b.errors {
				b.skip = comment[1]
			}
		}
		switch language {
		case "sh":
			b.commands = strings.Join(body, "\n")
			blocks = append(blocks, b)
			after = len(blocks) - 1
		case "console":
			blocks = append(blocks, session(b, body)...)
			after = -1
		case "bash", "shell", "zsh":
			return nil, fmt.Errorf("line %d: the block is fenced as %s; use sh", first, language)
		case "text":
			if after >= 0 {
				blocks[after].output = strings.Join(body, "\n")
			}
			after = -1
		default:
			after = -1
		}
		if comment != nil && language != "sh" && language != "console" {
			return nil, fmt.Errorf("line %d: the comment %q stands before a block of no commands", first, comment[0])
		}
		comment = nil
	}
	return blocks, nil
}

// session splits a console block: a command, continued after a backslash, and the output after it.
func session(b block, body []string) []block {
	var blocks []block
	continued := false
	for i, line := range body {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case isCommand:
			next := b
			next.line, next.commands = b.line+i, command
			blocks = append(blocks, next)
			continued = strings.HasSuffix(line, `\`)
		case len(blocks) == 0:
			continue
		case continued:
			blocks[len(blocks)-1].commands += "\n" + line
			continued = strings.HasSuffix(line, `\`)
		default:
			blocks[len(blocks)-1].output += line + "\n"
		}
	}
	return blocks
}

var withDigit = regexp.MustCompile(`[\pL\d.,]*\d[\pL\d.,]*`)

// compare reports the first line of the documented output that does not occur in the real one, "" if all do.
func compare(documented, real string) string {
	rest := strings.Split(real, "\n")
	for line := range strings.SplitSeq(documented, "\n") {
		want := normal(line)
		if want == "" || want == "…" {
			continue
		}
		pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*")
		matches := regexp.MustCompile("^" + pattern + "$").MatchString
		for {
			if len(rest) == 0 {
				return line
			}
			got := normal(rest[0])
			rest = rest[1:]
			if matches(got) {
				break
			}
		}
	}
	return ""
}

func normal(line string) string {
	return strings.Join(strings.Fields(withDigit.ReplaceAllString(line, "0")), " ")
}
