package markup

import (
	"fmt"
	"strings"
)

// A Kind is a kind of part that Clean cuts out or changes.
type Kind uint8

// The kinds of parts.
const (
	Script    Kind = iota // a script, with its content
	Style                 // a style sheet with its content, or a style attribute
	Frame                 // a frame or another embedded document
	Form                  // a form or one of its controls; the text in it stays
	Element               // another element that is not served; the text in it stays
	Handler               // an event handler
	URL                   // a URL that is not served, such as javascript:
	Attribute             // another attribute that is not served
	Comment               // a comment with angle brackets, or a declaration
	Rewritten             // a "<" of no element, written as &lt;, or a tag written in plain syntax; nothing is lost
	kinds
)

// names are the kinds in words, as metrics and reports show them.
var names = [kinds]string{
	"script", "style", "frame", "form", "element", "handler", "url", "attribute", "comment", "rewritten",
}

// String returns the kind in one word.
func (k Kind) String() string { return names[k] }

// Losses counts the parts that Clean cut out or changed, by kind.
type Losses [kinds]int

// Any reports whether a part was cut out. A part that was only rewritten does not count.
func (l Losses) Any() bool {
	l[Rewritten] = 0
	return l != Losses{}
}

// Add adds other counts.
func (l *Losses) Add(other Losses) {
	for k, n := range other {
		l[k] += n
	}
}

// String lists the parts that were cut out, such as "2 × script, 1 × handler".
func (l Losses) String() string {
	var parts []string
	for k, n := range l[:Rewritten] {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d × %s", n, Kind(k)))
		}
	}
	return strings.Join(parts, ", ")
}
