package boot

import (
	"fmt"
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
