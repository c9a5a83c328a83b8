package notify

import (
	"encoding/json"
	"net/http"
)

// ServePage answers with the stored messages as a page. Emails contain tokens: it is for the admin listener.
func (k *MailCatcher) ServePage(w http.ResponseWriter, _ *http.Request) {
	page, err := k.Page()
	if err != nil {
		k.fail(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' about:")
	h.Set("Referrer-Policy", "no-referrer") // the links in emails contain tokens
	h.Set("X-Frame-Options", "DENY")
	_, _ = w.Write(page) // the client may be gone
}

// ServeJSON answers with the stored messages as JSON.
func (k *MailCatcher) ServeJSON(w http.ResponseWriter, _ *http.Request) {
	all, err := k.All()
	var body []byte
	if err == nil {
		body, err = json.Marshal(all)
	}
	if err != nil {
		k.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(append(body, '\n')) // the client may be gone
}

func (k *MailCatcher) fail(w http.ResponseWriter, err error) {
	k.log.Error("caught messages not shown", "err", err)
	http.Error(w, "Internal error.", http.StatusInternalServerError)
}
