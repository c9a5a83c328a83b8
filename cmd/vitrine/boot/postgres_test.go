package boot

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
)

// A pool takes on a role only if its user may. On Postgres 16 a member may lack that right, and the start failed.
func TestOnlyRolesThatMayBeSetAreSet(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := fmt.Sprintf("member_%d", time.Now().UnixNano())
	user := pgx.Identifier{name}.Sanitize()
	exec := func(sql string) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("CREATE ROLE " + user + " LOGIN PASSWORD 'p'")
	t.Cleanup(func() {
		if _, err := db.Pool.Exec(t.Context(), "DROP ROLE IF EXISTS "+user); err != nil {
			t.Log(err)
		}
	})
	u, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(name, "p")
	pool, err := Connect(t.Context(), u.String(), 1, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	may := func(want bool) {
		t.Helper()
		got, err := MaySetRole(t.Context(), pool, writerRole)
		_, serr := pool.Exec(t.Context(), "SET ROLE "+writerRole)
		if err != nil || got != want || (serr == nil) != want {
			t.Errorf("MaySetRole: %t, %v; SET ROLE: %v; want %t", got, err, serr, want)
		}
	}
	may(false)
	exec("GRANT " + writerRole + " TO " + user)
	may(true)
	exec("REVOKE " + writerRole + " FROM " + user)
	var version string
	if err := db.Pool.QueryRow(t.Context(), "SHOW server_version_num").Scan(&version); err != nil {
		t.Fatal(err)
	}
	if strings.Compare(version, "160000") >= 0 { // older ones have no such option
		exec("GRANT " + writerRole + " TO " + user + " WITH SET FALSE")
		if _, err := pool.Exec(t.Context(), "RESET ROLE"); err != nil {
			t.Fatal(err)
		}
		may(false)
	}
}

// The start tries again if the database does not answer in time, and says so. A database that refuses is not asked
// twice.
func TestTheStartWaitsForASlowDatabase(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	u, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = afterOne(t, u.Host)
	q := u.Query()
	q.Set("connect_timeout", "1")
	q.Set("sslmode", "disable")
	u.RawQuery = q.Encode()
	var steps []string
	a := &App{DatabaseURL: u.String(), cfg: Config{Step: func(format string, args ...any) {
		steps = append(steps, fmt.Sprintf(format, args...))
	}}}
	pool, err := a.connect(t.Context(), 1, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	pool.Close()
	if len(steps) == 0 || !strings.HasPrefix(steps[0], "postgres: no answer in time; trying again for up to ") {
		t.Errorf("steps: %q", steps)
	}
	steps = nil
	u.Path = "/no_such_database"
	a.DatabaseURL = u.String()
	if _, err := a.connect(t.Context(), 1, "", nil); err == nil || len(steps) > 0 {
		t.Errorf("a missing database: %v, steps %q", err, steps)
	}
}

// afterOne passes connections on to a server, except the first one, which gets no answer.
func afterOne(t *testing.T, to string) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for n := 0; ; n++ {
			in, err := l.Accept()
			if err != nil {
				return
			}
			if n == 0 {
				defer in.Close()
				continue
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			go func() {
				io.Copy(out, in)
				out.Close()
			}()
			go func() {
				io.Copy(in, out)
				in.Close()
			}()
		}
	}()
	return l.Addr().String()
}
