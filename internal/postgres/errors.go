package postgres

import (
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// Conflicted reports whether Postgres undid a transaction because of another one. It may be tried again at once.
func Conflicted(err error) bool {
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

// Away reports whether an error passes without a change of the request: Postgres is away, restarts, is full, or ended
// the session or the wait for a lock.
func Away(err error) bool {
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
