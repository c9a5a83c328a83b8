package email

import (
	"bytes"
	"errors"
	"fmt"
	html "html/template"
	"slices"
	"strings"
	text "text/template"
	"time"

	"vitrine/writesvc/notify"
)

// Kinds of emails. They name jobs in the outbox and, with a language after a dot, a tenant's own templates.
const (
	Verify       = "verify-email"
	Reset        = "reset-password"
	Code         = "login-code"
	Phone        = "phone-code"
	Changed      = "password-changed"
	SessionEnded = "session-ended"
	Approved     = "account-approved"
	Taken        = "sign-up-again"
	Linked       = "provider-linked"
)

// A Job is the outbox row of an email. For a request by address, Email holds the address as given, whether or not an
// account exists. The account is looked up when the email is written, after the request was answered.
type Job struct {
	Account string    `json:"account,omitempty"`
	Email   string    `json:"email,omitempty"`
	Method  string    `json:"method,omitempty"`
	At      time.Time `json:"at,omitzero"` // when it was requested; requests expire
	// Provider is the name of an identity provider in the tenant's settings, which an operator chose.
	Provider string `json:"provider,omitempty"`
}

// Channel returns the channel that was asked for. Without a verified number the message goes by email.
func (j Job) Channel() notify.Channel {
	if j.Method == string(notify.BySMS) {
		return notify.BySMS
	}
	return notify.ByMail
}

// Fields are what a template may use.
type Fields struct {
	Shop, First, Last, Code, Link string
	Minutes                       int
	Provider                      string
}

// A Template is the text of one kind of email in one language. Subject and Text are text templates, HTML is an HTML
// template. A text message consists of Subject, followed by the link.
type Template struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html,omitempty"` // "": a plain layout of Text
}

// Names lists the templates that a tenant may replace: kind and language.
func Names() []string {
	var all []string
	for language, templates := range defaults {
		for kind := range templates {
			all = append(all, kind+"."+language)
		}
	}
	slices.Sort(all)
	return all
}

// Known reports whether a template of that name exists.
func Known(name string) bool {
	kind, language, _ := strings.Cut(name, ".")
	_, ok := defaults[language][kind]
	return ok
}

// Render fills the templates of a kind in a language, tr or en: the tenant's own template if there is one, else the
// default. It sets Subject, Text and HTML.
func Render(own map[string]Template, kind, language string, f Fields) (m notify.Message, err error) {
	t, ok := own[kind+"."+language]
	if !ok {
		t = defaults[language][kind]
	}
	if m.Subject, err = fillText(t.Subject, f); err != nil {
		return m, err
	}
	m.Subject = strings.Join(strings.Fields(m.Subject), " ") // one line
	if m.Text, err = fillText(t.Text, f); err != nil {
		return m, err
	}
	if t.HTML != "" {
		m.HTML, err = fillHTML(t.HTML, f)
		return m, err
	}
	m.HTML, err = plainHTML(language, m.Subject, m.Text, f.Link)
	return m, err
}

// Validate fills a template with examples, so that an error is found when the template is set.
func (t Template) Validate() error {
	f := Fields{"Shop", "Ada", "Lovelace", "123456", "https://shop.example/?token=x", 5, "google"}
	for _, part := range []string{t.Subject, t.Text} {
		if strings.TrimSpace(part) == "" {
			return errors.New("a subject and a text are required")
		}
		if _, err := fillText(part, f); err != nil {
			return err
		}
	}
	_, err := fillHTML(t.HTML, f)
	return err
}

var (
	errParse = &notify.Permanent{Err: errors.New("the email template cannot be parsed")}
	errFill  = &notify.Permanent{Err: errors.New("the email template cannot be executed")}
)

func fillText(tmpl string, f Fields) (string, error) {
	t, err := text.New("").Option("missingkey=error").Parse(tmpl)
	if err != nil {
		return "", errParse
	}
	var b bytes.Buffer
	if err := t.Execute(&b, f); err != nil {
		return "", errFill
	}
	return b.String(), nil
}

func fillHTML(tmpl string, f Fields) (string, error) {
	t, err := html.New("").Option("missingkey=error").Parse(tmpl)
	if err != nil {
		return "", errParse
	}
	var b bytes.Buffer
	if err := t.Execute(&b, f); err != nil {
		return "", errFill
	}
	return b.String(), nil
}

const bodyStyle = "font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#222;" +
	"max-width:34rem;margin:2rem auto;padding:0 1rem"

var layout = html.Must(html.New("email").Parse(`<!doctype html>
<html lang="{{.Language}}"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="` + bodyStyle + `">
{{range .Paragraphs}}<p>{{if eq . $.Link}}<a href="{{.}}" style="word-break:break-all">{{.}}</a>
{{- else}}{{.}}{{end}}</p>
{{end}}</body></html>
`))

// plainHTML lays out an email's text as HTML: its paragraphs, and its link as a link.
func plainHTML(language, subject, text, link string) (string, error) {
	var b bytes.Buffer
	err := layout.Execute(&b, struct {
		Language, Subject, Link string
		Paragraphs              []string
	}{language, subject, link, strings.Split(strings.TrimSpace(text), "\n\n")})
	if err != nil {
		return "", fmt.Errorf("lay out the email: %w", err)
	}
	return b.String(), nil
}
