package source

import (
	"bytes"
	"io"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// yamlParts reads a YAML file part by part. A part is an element of the list that the file is, or a document. Only one
// part is parsed at a time, and one that is not valid costs only itself.
type yamlParts struct {
	rest   []byte
	line   int                    // lines before rest
	begins func(line []byte) bool // a line begins a part
	list   bool                   // the parts are elements of a list
	max    int                    // bytes of a part
	values yamlValues
	items  []Item // of the last part that was parsed
}

// divideYAML finds how a file divides into records. It returns nil for a file that must be parsed as a whole: one
// document that is no list, a list whose elements may share values by anchors, or one in which only a parser finds the
// elements.
func divideYAML(text []byte, o Options) *yamlParts {
	if directive.Match(text) {
		return nil
	}
	p := &yamlParts{rest: text, max: o.MaxLine, values: yamlValues{most: maxRepeated}}
	first := -1 // the column of the dash that begins the list
	content, marked := false, false
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest = nextLine(rest)
		switch trimmed := bytes.TrimLeft(line, " "); {
		case len(bytes.TrimSpace(line)) == 0, trimmed[0] == '#', !content && loneMark.Match(line):
		case marked:
			p.begins = documentLine.Match
			return p
		case content:
			marked = documentLine.Match(line)
		default:
			content = true
			if listLine.Match(trimmed) {
				first = len(line) - len(trimmed)
			}
		}
	}
	if first < 0 || o.Records != "" && o.Records != "." || anchor.Match(text) {
		return nil
	}
	p.list = true
	p.begins = func(line []byte) bool {
		return len(line) > first && len(bytes.TrimLeft(line[:first], " ")) == 0 && listLine.Match(line[first:])
	}
	return p
}

var (
	directive    = regexp.MustCompile(`(?m)^%`)
	documentLine = regexp.MustCompile(`^---(?:[ \t\r\n]|$)`)
	loneMark     = regexp.MustCompile(`^---[ \t]*(?:#.*)?\r?\n?$`)
	listLine     = regexp.MustCompile(`^-(?:[ \t\r\n]|$)`)
	anchor       = regexp.MustCompile(`(?m)(?:^|[\s,\[{])&[^\s,\[\]{}]`)
)

// nextLine returns the first line with its end, and the text after it.
func nextLine(text []byte) (line, rest []byte) {
	end := bytes.IndexByte(text, '\n') + 1
	if end == 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

func (p *yamlParts) next() (Record, error) {
	for len(p.items) == 0 {
		if len(p.rest) == 0 {
			return Record{Line: p.line}, io.EOF
		}
		text, before := p.part()
		p.items = p.parse(text, before)
	}
	item := p.items[0]
	p.items = p.items[1:]
	return item.Record, item.Err
}

// part takes the next part, and returns it with the number of lines before it. What stands before the first element of
// a list is part of it.
func (p *yamlParts) part() (text []byte, before int) {
	rest, before := p.rest, p.line
	for begun := !p.list; len(rest) > 0; {
		line, after := nextLine(rest)
		if begins := p.begins(line); begins && begun && len(rest) < len(p.rest) {
			break
		} else if begins {
			begun = true
		}
		rest, p.line = after, p.line+1
	}
	text, p.rest = p.rest[:len(p.rest)-len(rest)], rest
	return text, before
}

// parse returns the records of a part: one, or none if there are only comments.
func (p *yamlParts) parse(text []byte, before int) (items []Item) {
	failed := func(err error) []Item {
		return []Item{{Record{Line: before + 1, Raw: text[:min(200, len(text))]}, RowError(err.Error())}}
	}
	if len(text) > p.max {
		return failed(tooLong("record", p.max))
	}
	nodes, err := documents(text, before)
	if err != nil {
		return failed(err)
	}
	p.values.before = before
	for _, n := range nodes {
		records := []*yaml.Node{n}
		if p.list && n.Kind == yaml.SequenceNode {
			records = n.Content
		}
		for _, n := range records {
			item := p.values.item(n)
			if item.Err != nil {
				item.Err = RowError(item.Err.Error())
			}
			items = append(items, item)
		}
	}
	return items
}

// mostNodes returns the largest number of nodes that a text may have. Each needs one of the signs that are counted, of
// which prose has few.
func mostNodes(text []byte) int {
	n := 1
	for i, c := range text {
		var before, after byte = '\n', '\n'
		if i > 0 {
			before = text[i-1]
		}
		if i+1 < len(text) {
			after = text[i+1]
		}
		switch c {
		case ',':
			n++
		case '[', '{':
			n += 2
		case ':':
			if isBlank(after) || bytes.IndexByte([]byte(`,[]{}"'`), after) >= 0 || bytes.IndexByte([]byte(`"']}`), before) >= 0 {
				n += 2
			}
		case '-', '?':
			if isBlank(after) && isBlank(before) || before == '\n' && documentLine.Match(text[i:min(len(text), i+4)]) {
				n += 2
			}
		}
	}
	return n
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
