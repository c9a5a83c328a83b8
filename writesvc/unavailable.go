package writesvc

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
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
	case errors.Is(err, context.Canceled), conflicted(err), postgresAway(err): // canceled: the client left, or Stop
	default:
		return nil
	}
	return e
}

// conflicted reports whether Postgres undid a transaction because of another one. It may be tried again at once.
func conflicted(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01") // serialization failure, deadlock
}

// away are codes of Postgres that pass without a change of the request: a whole class, or one code.
var away = []string{
	"08",    // connection exception
	"53",    // insufficient resources: too many connections, disk full, out of memory
	"57",    // operator intervention: statement timeout, shutdown, crash, starting up
	"58",    // system error, such as a file that cannot be read
	"55P03", // a lock was not available in time
	"25006", // read only: a standby, before or during a promotion
	"25P03", // idle in a transaction for too long
}

func postgresAway(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		for _, code := range away {
			if strings.HasPrefix(pg.Code, code) {
				return true
			}
		}
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) || pgconn.Timeout(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.ECONNREFUSED) ||
		strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "closed pool")
}

// attempts is how often a request that only reads is tried.
const attempts = 3

// attempt calls the handler of a route. A request that only reads is tried again after a conflict of transactions. One
// that writes may have reached a bank or a provider, so its client decides: it gets 503 with Retry-After.
func (s *Server) attempt(ctx context.Context, r route, q *web.Request) (a *web.Answer, err error) {
	for n := 1; ; n++ {
		a, err = r.do(ctx, q)
		if err == nil || n == attempts || r.method != http.MethodGet || !conflicted(err) || ctx.Err() != nil {
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
