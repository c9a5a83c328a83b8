package importer

import (
	"fmt"
	"html"
	"strings"
)

// A dictionary of English: each word with its meanings. Synonyms lead to their own entries, where they have one.
var _ = known(Shape{
	Name: "dictionary_wordset",
	Kind: "dictionary_term",
	Has:  []string{"word", "wordset_id", "meanings"},
	Key:  []string{"word"},
	Fields: map[string]Target{
		"word":     To("term"),
		"meanings": meanings(),
	},
	Set: map[string]string{"language": "en"},
	New: map[string]string{"status": "PUBLISHED"},
})

// meanings reads a list of {def, speech_part, example, synonyms}: a definition in HTML, and the words to read next.
func meanings() Target {
	return func(p *plan) (put, error) {
		definition, err := To("definition")(p)
		if err != nil {
			return nil, err
		}
		related, err := Related("dictionary_term_related", "related_id")(p)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			list, ok := v.([]any)
			if !ok || len(list) == 0 {
				return fmt.Errorf("meanings: want a list that is not empty, got %s", describe(v))
			}
			var b strings.Builder
			var synonyms []any
			for i, one := range list {
				o, _ := one.(Object)
				def, err := memberText(o, "def")
				if err != nil || def == "" {
					return fmt.Errorf("meanings: the element %d has no def", i+1)
				}
				open, closing := "<li>", "</li>"
				if len(list) == 1 {
					open, closing = "<p>", "</p>"
				}
				b.WriteString(open)
				if part, err := memberText(o, "speech_part"); err == nil && part != "" {
					fmt.Fprintf(&b, "<em>%s</em> ", html.EscapeString(part))
				}
				b.WriteString(html.EscapeString(def))
				if example, err := memberText(o, "example"); err == nil && example != "" {
					fmt.Fprintf(&b, " <q>%s</q>", html.EscapeString(example))
				}
				b.WriteString(closing)
				more, _ := o.Get("synonyms")
				words, _ := more.([]any)
				synonyms = append(synonyms, words...)
			}
			text := b.String()
			if len(list) > 1 {
				text = "<ol>" + text + "</ol>"
			}
			if err := definition(d, text); err != nil {
				return err
			}
			return related(d, synonyms)
		}, nil
	}
}

func memberText(o Object, name string) (string, error) {
	v, _ := o.Get(name)
	return nameOf(v)
}
