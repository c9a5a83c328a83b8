package sql_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/search"
	"vitrine/search/sql"
)

func TestValuesBecomeParametersInOrder(t *testing.T) {
	t.Parallel()
	q := &search.Query{Tenant: "acme", Now: time.Unix(9, 0), From: "thing t", Where: "t.tenant_id = $1 AND t.at <= $2"}
	text, args, err := sql.Select(q, sql.Expr{SQL: "t.id"},
		sql.Expr{SQL: " JOIN part p ON p.name = ?", Args: []any{"lid"}}).
		Where(sql.Expr{}).
		Where(sql.And(
			sql.Expr{SQL: "t.a = ?", Args: []any{1}},
			sql.Or(sql.Expr{SQL: "t.b = ANY(?)", Args: []any{[]string{"x"}}}, sql.Expr{},
				sql.Expr{SQL: "t.c BETWEEN ? AND ?", Args: []any{2, 3}}))).
		Put(sql.Expr{SQL: " LIMIT ?", Args: []any{10}}).Done()
	if err != nil {
		t.Fatal(err)
	}
	want := "SELECT t.id FROM thing t JOIN part p ON p.name = $3 WHERE (t.tenant_id = $1 AND t.at <= $2)" +
		" AND ((t.a = $4) AND ((t.b = ANY($5)) OR (t.c BETWEEN $6 AND $7))) LIMIT $8"
	if got := strings.Join(strings.Fields(text), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if diff := cmp.Diff([]any{"acme", time.Unix(9, 0), "lid", 1, []string{"x"}, 2, 3, 10}, args); diff != "" {
		t.Error(diff)
	}
}

func TestTimeIsSentWithAType(t *testing.T) {
	t.Parallel()
	for where, uses := range map[string]bool{
		"t.tenant_id = $1": false, "t.tenant_id = $1 AND t.at < $2": true, "t.tenant_id = $1 AND t.at < $2 ": true,
		"t.tenant_id = $1 AND t.x = $20":               false,
		"t.tenant_id = $1 AND t.x = $20 AND t.at < $2": true,
	} {
		text, _, err := sql.Select(&search.Query{From: "thing t", Where: where}, sql.Expr{SQL: "1"}, sql.Expr{}).Done()
		if err != nil || strings.Contains(text, "$2::timestamptz IS NOT NULL") == uses {
			t.Errorf("%s: %s, %v", where, text, err)
		}
	}
}

func TestAMissingValueIsAnError(t *testing.T) {
	t.Parallel()
	for _, e := range []sql.Expr{{SQL: "a = ?"}, {SQL: "a = 1", Args: []any{1}}, {SQL: "a = ? OR b = ?", Args: []any{1}}} {
		if _, _, err := sql.Select(&search.Query{}, sql.Expr{SQL: "1"}, sql.Expr{}).Where(e).Done(); err == nil {
			t.Errorf("%q with %d values: no error", e.SQL, len(e.Args))
		}
	}
}
