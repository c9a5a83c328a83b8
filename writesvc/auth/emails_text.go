package auth

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	html "html/template"
	text "text/template"
	"vitrine/writesvc/notify"
)

// A job says whom to write to. Where somebody asked for a letter it is the address he gave, whether or not there is anybody: who that is,
// and what he is sent, is found out here, after he was answered.
type job struct {
	Account string    `json:"account,omitempty"`
	Email   string    `json:"email,omitempty"`
	Method  string    `json:"method,omitempty"`
	At      time.Time `json:"at,omitzero"` // when it was asked for; an old wish is not fulfilled
}

// what a template may show.
type fill struct {
	Shop, First, Last, Code, Link string
	Minutes                       int
}

func fillText(tmpl string, f fill) (string, error) {
	t, err := text.New("").Option("missingkey=error").Parse(tmpl)
	if err != nil {
		return "", &notify.Permanent{Err: errors.New("a letter's template cannot be read")}
	}
	var b bytes.Buffer
	if err := t.Execute(&b, f); err != nil {
		return "", &notify.Permanent{Err: errors.New("a letter's template cannot be filled")}
	}
	return b.String(), nil
}

func fillHTML(tmpl string, f fill) (string, error) {
	t, err := html.New("").Option("missingkey=error").Parse(tmpl)
	if err != nil {
		return "", &notify.Permanent{Err: errors.New("a letter's template cannot be read")}
	}
	var b bytes.Buffer
	if err := t.Execute(&b, f); err != nil {
		return "", &notify.Permanent{Err: errors.New("a letter's template cannot be filled")}
	}
	return b.String(), nil
}

// validate fills a shop's template once: one that cannot be filled is noticed by who writes it, not by who waits for the letter.
func (l Letter) validate() error {
	f := fill{"Shop", "Ada", "Lovelace", "123456", "https://shop.example/?token=x", 5}
	for _, t := range []string{l.Subject, l.Text} {
		if strings.TrimSpace(t) == "" {
			return errors.New("a subject and a text are needed")
		}
		if _, err := fillText(t, f); err != nil {
			return err
		}
	}
	_, err := fillHTML(l.HTML, f)
	return err
}

var layout = html.Must(html.New("letter").Parse(`<!doctype html>
<html lang="{{.Language}}"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#222;max-width:34rem;margin:2rem auto;padding:0 1rem">
{{range .Paragraphs}}<p>{{if eq . $.Link}}<a href="{{.}}" style="word-break:break-all">{{.}}</a>{{else}}{{.}}{{end}}</p>
{{end}}</body></html>
`))

// plainHTML is a letter's text as HTML: its paragraphs, and its link to click on.
func plainHTML(language, subject, text, link string) (string, error) {
	var b bytes.Buffer
	err := layout.Execute(&b, struct {
		Language, Subject, Link string
		Paragraphs              []string
	}{language, subject, link, strings.Split(strings.TrimSpace(text), "\n\n")})
	if err != nil {
		return "", fmt.Errorf("write a letter: %w", err)
	}
	return b.String(), nil
}

// A Letter is a shop's own template of a letter: see letters.go for what it may show.
type Letter struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html,omitempty"`
}

// LetterNames lists the letters that a shop may word itself: kind and language.
func LetterNames() []string {
	var all []string
	for language, letters := range ourLetters {
		for kind := range letters {
			all = append(all, kind+"."+language)
		}
	}
	slices.Sort(all)
	return all
}

// KnownLetter reports whether there is a letter of that name.
func KnownLetter(name string) bool {
	kind, language, _ := strings.Cut(name, ".")
	_, ok := ourLetters[language][kind]
	return ok
}
