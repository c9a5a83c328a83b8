package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"time"
)

// AnswerPath is where the admin listener of a parent gateway gives answers to gateways of other regions.
const AnswerPath = "/answer"

// A Wanted names an answer that a gateway asks its parent for.
type Wanted struct {
	Head         // the tenant, and the last change that the asking gateway has applied: the answer may not be older
	Path  string // under /v1, with its parameters in canonical order, such as "/product?limit=3"
	Build string // the commit of the asking gateway: another build may understand Path otherwise, or write another body
	// Kept reports that the asking gateway keeps the answer. The parent makes it as one that it keeps itself, unless a
	// fill of the same answer is in progress.
	Kept bool
}

// Query writes a Wanted as the parameters of a URL.
func (w Wanted) Query() url.Values {
	return url.Values{"tenant": {w.Tenant}, "epoch": {w.Epoch}, "seq": {strconv.FormatUint(w.Seq, 10)}, "path": {w.Path},
		"build": {w.Build}, "kept": {strconv.FormatBool(w.Kept)}}
}

// ParseWanted reads the parameters that Query writes.
func ParseWanted(v url.Values) (w Wanted, err error) {
	w = Wanted{Head: Head{Tenant: v.Get("tenant"), Epoch: v.Get("epoch")}, Path: v.Get("path"),
		Build: v.Get("build"), Kept: v.Get("kept") == strconv.FormatBool(true)}
	if w.Seq, err = strconv.ParseUint(v.Get("seq"), 10, 64); err != nil {
		return w, errors.New("seq is not a change number")
	}
	if w.Tenant == "" || w.Epoch == "" || w.Path == "" {
		return w, errors.New("tenant, epoch and path are required")
	}
	return w, nil
}

// An Answer is what a parent gateway gives: an answer, what it depends on, and between which changes it is valid.
type Answer struct {
	Epoch string `json:"e"`
	Read  uint64 `json:"r"` // the change that it shows; the answer shows none after it
	// Valid is the last change at which it is known to be valid. It is less than Read if an index lags behind.
	Valid   uint64     `json:"v"`
	Until   *time.Time `json:"until,omitempty"` // when it changes without an edit; nil: never
	Engine  string     `json:"engine,omitempty"`
	Tags    []string   `json:"tags"`
	Missing bool       `json:"missing,omitempty"` // there is no such record, and no body
	Body    []byte     `json:"-"`
}

// maxAnswer is the size of an encoded answer in bytes. A longer one is not used.
const maxAnswer = 64 << 20

// Encode writes an answer: one line of JSON, and then the body.
func (a *Answer) Encode(w io.Writer) error {
	head, err := json.Marshal(a)
	if err == nil {
		_, err = w.Write(append(head, '\n'))
	}
	if err == nil {
		_, err = w.Write(a.Body)
	}
	return err
}

// DecodeAnswer reads an answer that Encode has written.
func DecodeAnswer(r io.Reader) (a Answer, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err != nil {
		return a, fmt.Errorf("an answer of the parent: %w", err)
	}
	head, body, whole := bytes.Cut(text, []byte("\n"))
	if len(text) > maxAnswer || !whole {
		return a, errors.New("an answer of the parent is too long, or cut")
	}
	if err := json.Unmarshal(head, &a); err != nil {
		return a, fmt.Errorf("an answer of the parent: %w", err)
	}
	if !a.Missing {
		a.Body = bytes.Clone(body) // it may stay for long, without the head
	}
	return a, nil
}
