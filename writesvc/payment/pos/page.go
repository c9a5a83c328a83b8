package pos

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
)

// A Field is a form field. Forms post their fields in order.
type Field struct{ Name, Value string }

var selfPosting = template.Must(template.New("form").Parse(`<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>3-D Secure</title></head><body>
<form id="bank" method="post" action="{{.Action}}" accept-charset="utf-8">
{{range .Fields}}<input type="hidden" name="{{.Name}}" value="{{.Value}}">
{{end}}<noscript><button type="submit">Continue to your bank</button></noscript>
</form>
<script nonce="{{.Nonce}}">document.getElementById("bank").submit();</script>
</body></html>
`))

var forwarding = template.Must(template.New("link").Parse(`<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Payment</title></head><body>
<a id="page" href="{{.URL}}" referrerpolicy="no-referrer">Continue to the payment page</a>
<script nonce="{{.Nonce}}">location.replace(document.getElementById("page").href);</script>
</body></html>
`))

func newNonce() (string, error) {
	nonce := make([]byte, 16)
	if _, err := rand.Read(nonce); err != nil {
		return "", fmt.Errorf("make a nonce: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(nonce), nil
}

// ForwardingPage returns a page that forwards the browser to a URL at once. It posts nothing.
func ForwardingPage(to string) (Page, error) {
	nonce, err := newNonce()
	if err != nil {
		return Page{}, err
	}
	p := Page{Nonce: nonce, FormAction: "'none'", URL: to}
	var b bytes.Buffer
	if err := forwarding.Execute(&b, p); err != nil {
		return Page{}, fmt.Errorf("write the page: %w", err)
	}
	p.HTML = b.Bytes()
	return p, nil
}

// PostingPage returns a page whose form posts itself to a URL. Every value is escaped.
func PostingPage(action string, fields []Field) (Page, error) {
	nonce, err := newNonce()
	if err != nil {
		return Page{}, err
	}
	p := Page{Nonce: nonce}
	u, err := url.Parse(action)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return Page{}, fmt.Errorf("the bank's address %q is not a URL", action)
	}
	p.FormAction = u.Scheme + "://" + u.Host
	var b bytes.Buffer
	if err := selfPosting.Execute(&b, struct {
		Action, Nonce string
		Fields        []Field
	}{action, p.Nonce, fields}); err != nil {
		return Page{}, fmt.Errorf("write the form: %w", err)
	}
	p.HTML = b.Bytes()
	return p, nil
}
