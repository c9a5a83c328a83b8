package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of a YAML file. The parser makes nodes of a whole document: with what they hold, about 300 bytes each. An
// alias repeats what it names, so a few lines could describe more values than fit into memory.
const (
	maxYAML     = 32 << 20  // bytes of a file
	maxNodes    = 2_000_000 // names and values that are parsed at once
	maxRepeated = 1_000_000 // values of a file that aliases repeat
)

// A listReader returns records that are in memory.
type listReader struct{ items []Item }

func (l *listReader) next() (Record, error) {
	if len(l.items) == 0 {
		return Record{}, io.EOF
	}
	item := l.items[0]
	l.items = l.items[1:]
	return item.Record, item.Err
}

const remedyYAML = "convert it to JSON Lines, which has no limit (yq -o=json -I=0 '.[]')"

// newYAML reads a file of YAML: a list of records, a document for each record, or one document that has the list in
// one of its members. A file that can be divided into its records is parsed record by record.
func (s *Source) newYAML(in io.Reader, o Options) (reader, error) {
	text, err := readLimited(in, maxYAML, "the file", remedyYAML)
	if err != nil {
		return nil, err
	}
	if parts := divideYAML(text, o); parts != nil {
		return parts, nil
	}
	nodes, err := documents(text, 0)
	if err == nil && len(nodes) == 1 {
		nodes, err = s.recordNodes(nodes[0], o.Records)
	}
	if err != nil {
		return nil, err
	}
	y := &yamlValues{most: maxRepeated}
	l := &listReader{}
	for _, n := range nodes {
		item := y.item(n)
		if errors.As(item.Err, new(repeatsError)) {
			return nil, item.Err
		}
		l.items = append(l.items, item)
	}
	return l, nil
}

// documents parses the documents of a text that begins after a number of lines of the file.
func documents(text []byte, before int) (nodes []*yaml.Node, err error) {
	if mostNodes(text) > maxNodes {
		return nil, fmt.Errorf("a document has more than %d names and values; %s", maxNodes, remedyYAML)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var doc yaml.Node
		if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
			return nodes, nil
		} else if err != nil {
			return nil, fmt.Errorf("invalid YAML: %s", yamlReason(err, before))
		}
		if n := content(&doc); n.Kind != yaml.ScalarNode || n.Value != "" { // not an empty document
			nodes = append(nodes, n)
		}
	}
}

// item makes a record of a node.
func (y *yamlValues) item(n *yaml.Node) Item {
	v, err := y.value(n, 1)
	fields, ok := v.(Object)
	if err == nil && !ok {
		err = rowErrorf("expected a mapping of fields, got %s", Describe(v))
	}
	return Item{Record{Line: y.before + n.Line, Fields: fields}, err}
}

// recordNodes returns the records of one document.
func (s *Source) recordNodes(n *yaml.Node, at string) ([]*yaml.Node, error) {
	if at != "" && at != "." {
		for member := range strings.SplitSeq(at, ".") {
			if n = memberNode(n, member); n == nil {
				return nil, noMember(member)
			}
		}
		if n.Kind != yaml.SequenceNode {
			return nil, notList(at)
		}
		return n.Content, nil
	}
	if n.Kind == yaml.SequenceNode {
		return n.Content, nil
	}
	if member := wrappedNode(n); member != "" && at == "" {
		s.noteMember(member)
		return memberNode(n, member).Content, nil
	}
	return []*yaml.Node{n}, nil
}

// wrappedNode is wrapped for YAML.
func wrappedNode(n *yaml.Node) (member string) {
	if n.Kind != yaml.MappingNode {
		return ""
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, v := n.Content[i].Value, n.Content[i+1]
		if names(name) {
			return ""
		}
		if member == "" && v.Kind == yaml.SequenceNode && len(v.Content) > 0 && v.Content[0].Kind == yaml.MappingNode {
			member = name
		}
	}
	return member
}

func memberNode(n *yaml.Node, name string) *yaml.Node {
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				return n.Content[i+1]
			}
		}
	}
	return nil
}

// yamlReason returns an error of the library without its name, and with the line of the file.
func yamlReason(err error, before int) string {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if before > 0 {
		text = yamlLine.ReplaceAllStringFunc(text, func(s string) string {
			n, _ := strconv.Atoi(strings.TrimPrefix(s, "line "))
			return fmt.Sprintf("line %d", n+before)
		})
	}
	return Clip(text, 300)
}

var yamlLine = regexp.MustCompile(`\bline \d+`)

// content returns the value of a document.
func content(doc *yaml.Node) *yaml.Node {
	if doc.Kind == yaml.DocumentNode && len(doc.Content) > 0 {
		return doc.Content[0]
	}
	return doc
}

// yamlValues converts YAML to values. It limits those that aliases repeat.
type yamlValues struct {
	most, repeated int
	aliases        int // that are open
	before         int // lines of the file before the text of the nodes
}

// A repeatsError says how many values aliases may repeat.
type repeatsError int

func (e repeatsError) Error() string {
	return fmt.Sprintf("aliases repeat more than %d values; write the values out", int(e))
}

// value converts a node. Its errors are phrases for the reject file.
func (y *yamlValues) value(n *yaml.Node, depth int) (any, error) {
	if y.aliases > 0 {
		if y.repeated++; y.repeated > y.most {
			return nil, repeatsError(y.most)
		}
	}
	if depth > MaxDepth {
		return nil, rowErrorf("nested deeper than %d levels", MaxDepth)
	}
	switch n.Kind {
	case yaml.AliasNode:
		y.aliases++
		v, err := y.value(n.Alias, depth+1)
		y.aliases--
		return v, err
	case yaml.SequenceNode:
		list := []any{}
		for _, e := range n.Content {
			v, err := y.value(e, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		return y.object(n, depth)
	}
	return scalar(n), nil
}

func (y *yamlValues) object(n *yaml.Node, depth int) (any, error) {
	o, merged := Object{}, Object{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			return nil, rowErrorf("line %d: expected a name, got a list or mapping", y.before+key.Line)
		}
		v, err := y.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		if key.Tag == "!!merge" {
			if merged, err = merge(merged, v); err != nil {
				return nil, err
			}
			continue
		}
		if _, ok := own(o, key.Value); ok {
			return nil, rowErrorf("duplicate field %q in a mapping", Clip(key.Value, 60))
		}
		if len(o) == MaxMany {
			return nil, rowErrorf("a mapping has more than %d fields", MaxMany)
		}
		o = append(o, Field{key.Value, v})
	}
	for _, f := range merged { // a mapping's own fields come before those that it takes over
		if _, ok := own(o, f.Name); !ok {
			o = append(o, f)
		}
	}
	return o, nil
}

// merge adds the fields of "<<: *base", or of a list of them.
func merge(into Object, v any) (Object, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, e := range list {
		base, ok := e.(Object)
		if !ok {
			return nil, rowErrorf("<< takes a mapping, got %s", Describe(e))
		}
		for _, f := range base {
			if _, ok := own(into, f.Name); !ok {
				into = append(into, f)
			}
		}
		if len(into) > MaxMany {
			return nil, rowErrorf("a mapping has more than %d fields", MaxMany)
		}
	}
	return into, nil
}

// scalar converts a value as YAML 1.2 reads it: "no" is a text.
func scalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
		var i int64
		if n.Decode(&i) == nil { // 0x1F, 1_000
			return json.Number(strconv.FormatInt(i, 10))
		}
	}
	return n.Value
}
