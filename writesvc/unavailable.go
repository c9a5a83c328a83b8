package writesvc

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
	"vitrine/internal/postgres"
	"vitrine/internal/trace"
	"vitrine/writesvc/web"
)

// unavailable returns the 503 for an error that passes: Postgres is away, restarts, is full, or chose this transaction
// to end a conflict. It returns nil for other errors.
func unavailable(err error) *api.Error {
	e := &api.Error{Status: 503, Code: api.Unavailable, RetryAfter: 1, Cause: err,
		Message: "The service cannot do this right now. Try again in a moment."}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		e.Message = "The request timed out. Try again in a moment."
	case errors.Is(err, context.Canceled), // the client left, or Stop
		postgres.Conflicted(err), postgres.Away(err):
	default:
		return nil
	}
	return e
}

// attempts is how often a request that only reads is tried.
const attempts = 3

// attempt calls the handler of a route. A request that only reads is tried again after a conflict of transactions. One
// that writes may have reached a bank or a provider, so its client decides: it gets 503 with Retry-After.
func (s *Server) attempt(ctx context.Context, r route, q *web.Request) (a *web.Answer, err error) {
	for n := 1; ; n++ {
		a, err = r.do(ctx, q)
		if err == nil || n == attempts || r.method != http.MethodGet || !postgres.Conflicted(err) || ctx.Err() != nil {
			return a, err
		}
	}
}

// An awayLog counts answers with 503, and logs them as warnings at a bounded rate, under the id of the request.
type awayLog struct {
	count atomic.Uint64
	lines lograte.Limit
}

func (l *awayLog) note(log *slog.Logger, rq *http.Request, id string, err error) {
	l.count.Add(1)
	attributes := []any{"id", id, "method", rq.Method, "route", rq.Pattern, "err", err}
	l.lines.Log(log, slog.LevelWarn, "request answered with 503",
		append(attributes, trace.Of(rq.Context()).Log()...)...)
}
