package writesvc

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/trace"
)

// requests counts answers, and measures how long they take. All labels have fixed values: clients choose none of them.
type requests struct {
	total *prometheus.CounterVec
	took  *prometheus.HistogramVec
}

func newRequests() requests {
	return requests{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "vitrine_write_requests_total",
			Help: "Requests to the write service, by their status: 2xx, 3xx, 4xx without 429, 429, 503, 5xx without 503, " +
				"and gone, if the client had closed its connection. The route none is that of unknown paths and of " +
				"requests beyond the limit; _OTHER are methods that a route does not have."},
			[]string{"method", "route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "vitrine_write_request_duration_seconds",
			Help:    "Time from the head of a request until its answer begins, in seconds. So a stream counts when it opens.",
			Buckets: append(prometheus.DefBuckets[:len(prometheus.DefBuckets):len(prometheus.DefBuckets)], 20)},
			[]string{"method", "route"}),
	}
}

// note counts one request. It is called once the handler has ended.
func (r requests) note(a *observedAnswer, rq *http.Request) {
	method, route, status := trace.MethodName(rq.Method), rq.Pattern, statusClass(a.status)
	if a.status == http.StatusMethodNotAllowed {
		method = trace.MethodName("")
	}
	if route == "" || route == "/" {
		route = "none"
	}
	if (a.status == 0 || a.status == http.StatusServiceUnavailable) && rq.Context().Err() != nil {
		status = "gone" // there is no fault of the service: its handler was interrupted
	}
	r.total.WithLabelValues(method, route, status).Inc()
	if a.status != 0 {
		r.took.WithLabelValues(method, route).Observe(a.took.Seconds())
	}
}

// statusClass returns the class of a status. 429 and 503 have classes of their own, because clients repeat them.
func statusClass(status int) string {
	switch status {
	case 0:
		return "gone" // the handler broke the connection off
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return strconv.Itoa(status)
	}
	return strconv.Itoa(status/100) + "xx"
}

// An observedAnswer notes the status of an answer, and when it began.
type observedAnswer struct {
	http.ResponseWriter
	start  time.Time
	status int // 0: none was sent
	took   time.Duration
}

// WriteHeader implements http.ResponseWriter.
func (a *observedAnswer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK { // the others are provisional
		a.status, a.took = status, time.Since(a.start)
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *observedAnswer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status, a.took = http.StatusOK, time.Since(a.start)
	}
	return a.ResponseWriter.Write(b) //nolint:wrapcheck // it implements the interface
}

// Unwrap lets http.ResponseController reach the connection.
func (a *observedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
