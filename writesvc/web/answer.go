package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/api"
)

// An Answer is a handler's answer: Data in the envelope, Body as it is, or Stream.
type Answer struct {
	Status int            // 0 means 200
	Data   any            // of the envelope
	Meta   *api.PageInfo  // position in a paged list; nil: not paged
	Extra  map[string]any // further members of meta

	ContentType string // of Body
	Body        []byte // instead of the envelope, for example a form
	Header      http.Header

	Stream func(http.ResponseWriter, *http.Request) // writes the whole answer itself
}

// OK returns an answer with data.
func OK(data any) *Answer { return &Answer{Data: data} }

const (
	jsonType    = "application/json; charset=utf-8"
	problemType = "application/problem+json; charset=utf-8"
	// NoStore is the Cache-Control of every answer of the write service.
	NoStore = "private, no-store"
)

// Write sends an answer.
func (a *Answer) Write(w http.ResponseWriter, rq *http.Request) error {
	if a.Stream != nil {
		a.Stream(w, rq)
		return nil
	}
	body, contentType := a.Body, a.ContentType
	if body == nil {
		var err error
		if body, err = a.envelope(); err != nil {
			return err
		}
		contentType = jsonType
	}
	h := w.Header()
	for name, values := range a.Header {
		h[name] = values
	}
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	status := a.Status
	if status == 0 {
		status = http.StatusOK
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
	return nil
}

func (a *Answer) envelope() ([]byte, error) {
	data, err := json.Marshal(a.Data)
	if err != nil {
		return nil, fmt.Errorf("write the answer: %w", err)
	}
	body := append([]byte(api.Success), data...)
	if a.Meta != nil {
		body = append(body, `,"meta":`...)
		body = a.Meta.AppendMeta(body, false)
		for name, value := range a.Extra {
			text, err := json.Marshal(map[string]any{name: value})
			if err != nil {
				return nil, fmt.Errorf("write the answer: %w", err)
			}
			body = append(append(body[:len(body)-1], ','), text[1:]...)
		}
	}
	return append(body, '}'), nil
}

// Fail sends an error: in the envelope, or as application/problem+json if Accept names that type.
func Fail(w http.ResponseWriter, rq *http.Request, e *api.Error, id string) {
	h := w.Header()
	h.Set("Cache-Control", NoStore)
	if e.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="vitrine"`)
		if e.Code == api.Unauthenticated && rq.Header.Get("Authorization") != "" {
			h.Set("WWW-Authenticate", `Bearer realm="vitrine", error="invalid_token"`)
		}
	}
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.RetryAfter))
	} else if e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	if e.Barred {
		h.Set(api.BarredHeader, "1")
	}
	body, contentType := e.Body(id), jsonType
	if WantsType(rq, "application/problem+json") {
		body, contentType = e.Problem(id), problemType
	}
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(e.Status)
	_, _ = w.Write(body)
}

// WantsType reports whether Accept names a type.
func WantsType(rq *http.Request, want string) bool {
	for _, header := range rq.Header.Values("Accept") {
		for part := range strings.SplitSeq(header, ",") {
			name, params, _ := strings.Cut(part, ";")
			if !strings.EqualFold(strings.TrimSpace(name), want) {
				continue
			}
			_, q, weighed := strings.Cut(params, "q=")
			weight, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			if !weighed || err != nil || weight > 0 {
				return true
			}
		}
	}
	return false
}

// Plain returns an answer without the envelope, for standard formats.
func Plain(contentType string, v any) (*Answer, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write the answer: %w", err)
	}
	return &Answer{ContentType: contentType, Body: body}, nil
}
