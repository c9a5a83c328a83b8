package dataset

import (
	"fmt"
	"html"
	"strings"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/markup"
)

// Posts of a blog. More than a third are templates whose pictures, videos and listings are in other files. The template
// code is removed and the post is kept.
var blogGo = load.Mapping{
	Name: "blog_go",
	Kind: "blog_post",
	Has:  []string{"path", "slug", "title", "date", "by", "body_html"},
	Key:  []string{"path"},
	Fields: map[string]load.Target{
		"slug":      Slug(),
		"title":     Trimmed(To("title")),
		"date":      To("published_at"),
		"by":        Joined(", ", To("author_name")),
		"summary":   Trimmed(To("summary")),
		"body_html": HTML("content", "template"),
		"tags":      All(To("tags"), Categories()),
	},
	Set: map[string]string{"language": "en"},
	New: map[string]string{"status": "PUBLISHED"},
}

// Pages of a manual. The fields for the title and for being a template are capitalised in some records.
var pagesGoDoc = load.Mapping{
	Name: "pages_go_doc",
	Kind: "page",
	Has:  []string{"path", "slug", "Title", "body_html"},
	Key:  []string{"path"},
	Fields: map[string]load.Target{
		"slug":      Slug(),
		"title":     Trimmed(To("title")),
		"Title":     Trimmed(To("title")),
		"body_html": HTML("content", "template", "Template"),
	},
	Set: map[string]string{"language": "en"},
	New: map[string]string{"status": "PUBLISHED"},
}

// Pages of a help centre, in three languages. Most have their text in HTML. In a few, columns of Markdown are the text.
var pagesLogingov = load.Mapping{
	Name: "pages_logingov",
	Kind: "page",
	Has:  []string{"lang", "file", "title", "body_html", "category"},
	Key:  []string{"file"},
	Fields: map[string]load.Target{
		"lang":        To("language"),
		"title":       Trimmed(To("title")),
		"meta_title":  Trimmed(To("meta_title")),
		"description": Trimmed(All(To("brief"), To("meta_description"))),
		"image":       Trimmed(To("image")),
		"category":    Path(),
		"order":       To("position"),
		"body_html":   HTML("content"),
		"body_md":     Ignore(), // the source of body_html
	},
	Made: []load.Made{{
		Of: []string{
			"intro_content", "three_col.heading", "three_col.col1", "three_col.col2", "three_col.col3",
			"component.col1", "component.col2", "component.bannertext", "component.bannercol1", "component.bannercol2",
			"footer_content",
		},
		With: "\n\n", To: Markdown("content"),
	}},
	New: map[string]string{"status": "PUBLISHED"},
}

// Questions with answers in Markdown, in groups of one language each. They keep the order of the file.
var faqMarkdown = load.Mapping{
	Name: "faq_markdown",
	Kind: "faq",
	Has:  []string{"source", "lang", "group", "question", "answer_md"},
	Key:  []string{"source", "lang", "question"},
	Fields: map[string]load.Target{
		"lang":        To("language"),
		"group":       Row("group_id", map[string]string{"title": "group", "language": "lang"}, nil),
		"question":    InOrder("position", Trimmed(To("question"))),
		"answer_md":   Markdown("answer"),
		"answer_html": Ignore(), // made from answer_md, with template code
	},
	New: map[string]string{"status": "PUBLISHED"},
}

// A glossary in many languages, with one record for each term and language. The slug ends in the language, so that a
// later translation does not take the slug of another. Drafts stay drafts.
var dictionaryCncfGlossary = load.Mapping{
	Name: "dictionary_cncf_glossary",
	Kind: "dictionary_term",
	Has:  []string{"lang", "slug", "title", "definition_html"},
	Key:  []string{"lang", "slug"},
	Fields: map[string]load.Target{
		"lang":            To("language"),
		"title":           Trimmed(To("term")),
		"definition_html": HTML("definition"),
		"draft":           When("status", "DRAFT"),
	},
	Made: []load.Made{{Of: []string{"slug", "lang"}, With: "-", To: Slug()}},
	New:  map[string]string{"status": "PUBLISHED"},
}

// A dictionary of English: words with their meanings. Synonyms that have an entry of their own become related terms.
var dictionaryWordset = load.Mapping{
	Name: "dictionary_wordset",
	Kind: "dictionary_term",
	Has:  []string{"word", "wordset_id", "meanings"},
	Key:  []string{"word"},
	Fields: map[string]load.Target{
		"word":     To("term"),
		"meanings": meanings(),
	},
	Set: map[string]string{"language": "en"},
	New: map[string]string{"status": "PUBLISHED"},
}

// meanings reads a list of {def, speech_part, example, synonyms}. It fills the definition, in HTML, and the related
// terms.
func meanings() load.Target {
	return func(p *load.Plan) (load.Put, error) {
		definition, err := toMarkup("definition", markup.HTML)(p)
		if err != nil {
			return nil, err
		}
		related, err := Related("dictionary_term_related", "related_id")(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			list, ok := v.([]any)
			if !ok || len(list) == 0 {
				return fmt.Errorf("meanings: expected a non-empty list, got %s", source.Describe(v))
			}
			var b strings.Builder
			var synonyms []any
			for i, one := range list {
				o, _ := one.(source.Object)
				def, err := memberText(o, "def")
				if err != nil || def == "" {
					return fmt.Errorf("meanings: element %d has no def", i+1)
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

func memberText(o source.Object, name string) (string, error) {
	v, _ := o.Get(name)
	return source.NameOf(v)
}
