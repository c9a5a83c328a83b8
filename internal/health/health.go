// Package health describes whether a process accepts requests, and why not, in the form of /readyz.
package health

import (
	"encoding/json"
	"net/http"
)

// A Reason is a condition of a part of the process.
type Reason struct {
	Part    string `json:"part"`    // gateway, ingest, writesvc, postgres, nats
	Message string `json:"message"` // a sentence for operators, without names of tenants
}

// A Report is the state of a process.
type Report struct {
	Ready    bool     `json:"ready"`
	Reasons  []Reason `json:"reasons"`  // why it is not ready
	Degraded []Reason `json:"degraded"` // what makes it slower, and does not stop it
}

// New returns a report that is ready unless there are reasons.
func New(reasons, degraded []Reason) Report {
	r := Report{Ready: len(reasons) == 0, Reasons: reasons, Degraded: degraded}
	if r.Reasons == nil {
		r.Reasons = []Reason{}
	}
	if r.Degraded == nil {
		r.Degraded = []Reason{}
	}
	return r
}

// Status is the HTTP status of a report: 200 or 503.
func (r Report) Status() int {
	if r.Ready {
		return http.StatusOK
	}
	return http.StatusServiceUnavailable
}

// Body is the report as JSON.
func (r Report) Body() []byte {
	text, err := json.Marshal(r)
	if err != nil { // texts and booleans can always be written
		return []byte(`{"ready":false,"reasons":[],"degraded":[]}` + "\n")
	}
	return append(text, '\n')
}

// Alive answers /healthz: the process runs.
func Alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("alive\n")) // the client may be gone
}

// Handler answers /readyz with what report returns.
func Handler(report func(*http.Request) Report) http.HandlerFunc {
	return func(w http.ResponseWriter, rq *http.Request) {
		r := report(rq)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(r.Status())
		_, _ = w.Write(r.Body()) // the client may be gone
	}
}
