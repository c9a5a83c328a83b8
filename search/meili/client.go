package meili

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/meilisearch/meilisearch-go"
)

// apiError is an answer of Meilisearch that is not a success. Its message may contain the search, so it is not kept.
type apiError struct {
	Status int
	Code   string // "index_not_found"
	After  time.Duration
}

func (e *apiError) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("status %d", e.Status)
	}
	return fmt.Sprintf("%d %s", e.Status, e.Code)
}

// post sends a request that only reads, and decodes its answer.
func (e *Engine) post(ctx context.Context, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	return e.send(ctx, http.MethodPost, path, "application/json", text, into)
}

// send sends a request and decodes its answer into into, unless that is nil.
func (e *Engine) send(ctx context.Context, method, path, form string, body []byte, into any) error {
	rq, err := http.NewRequestWithContext(ctx, method, e.url+path, bytes.NewReader(body))
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	rq.Header["Content-Type"] = []string{form}
	if e.cfg.Key != "" {
		rq.Header["Authorization"] = []string{"Bearer " + e.cfg.Key}
	}
	rs, err := e.http.Do(rq)
	if err != nil {
		return withoutURL(err)
	}
	defer func() { _ = rs.Body.Close() }() // it was read
	answer, err := io.ReadAll(rs.Body)
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	if rs.StatusCode >= http.StatusBadRequest {
		return refusal(rs, answer)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return errors.New("the answer is not the JSON of Meilisearch")
	}
	return nil
}

// refusal reads an error answer.
func refusal(rs *http.Response, answer []byte) error {
	var says struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(answer, &says) // another server may send no JSON
	out := &apiError{Status: rs.StatusCode, Code: says.Code}
	if s, err := strconv.Atoi(rs.Header.Get("Retry-After")); err == nil && s > 0 && s < 1<<20 {
		out.After = min(time.Duration(s)*time.Second, longestPause)
	}
	return out
}

// withoutURL returns the cause of a failed request. The URL may hold a password.
func withoutURL(err error) error {
	var wrapped interface{ Unwrap() error }
	if errors.As(err, &wrapped) && wrapped.Unwrap() != nil {
		return wrapped.Unwrap()
	}
	return err
}

// code returns the code of an error answer, "" for other errors.
func code(err error) string {
	var ours *apiError
	var theirs *meilisearch.Error
	switch {
	case errors.As(err, &ours):
		return ours.Code
	case errors.As(err, &theirs):
		return theirs.MeilisearchApiError.Code
	}
	return ""
}

// explainError returns err without the request, which the client library includes, so that searches stay out of logs.
func explainError(err error) error {
	var answer *meilisearch.Error
	if !errors.As(err, &answer) {
		return err
	}
	switch {
	case answer.MeilisearchApiError.Code != "":
		return fmt.Errorf("%d %s", answer.StatusCode, answer.MeilisearchApiError.Code)
	case answer.OriginError != nil:
		return answer.OriginError
	default:
		return fmt.Errorf("status %d", answer.StatusCode)
	}
}
