package sql

import (
	"fmt"
	"strconv"
	"strings"

	"vitrine/search"
)

// Expr is a piece of SQL with a ? for each of its values, in order. Every ? is a value, even in a string.
type Expr struct {
	SQL  string
	Args []any
}

// And joins the non-empty conditions.
func And(conds ...Expr) Expr { return join(" AND ", conds) }

// Or joins the non-empty alternatives.
func Or(conds ...Expr) Expr { return join(" OR ", conds) }

func join(op string, parts []Expr) Expr {
	var all Expr
	for _, p := range parts {
		switch {
		case p.SQL == "":
		case all.SQL == "":
			all = Expr{"(" + p.SQL + ")", p.Args[:len(p.Args):len(p.Args)]}
		default:
			all.SQL += op + "(" + p.SQL + ")"
			all.Args = append(all.Args, p.Args...)
		}
	}
	return all
}

// Stmt builds a statement. Its first two parameters are the tenant and the time; each ? becomes the next parameter.
type Stmt struct {
	sql  strings.Builder
	args []any
	err  error
}

// Select starts a statement over the visible rows of q: SELECT what FROM q.From more WHERE q.Where. Further text
// continues the condition.
func Select(q *search.Query, what, more Expr) *Stmt {
	s := &Stmt{args: []any{q.Tenant, q.Now}}
	s.Add("SELECT ").Put(what).Add("\nFROM ").Add(q.From).Put(more).Add("\nWHERE (").Add(q.Where).Add(")")
	if !mentionsNow(q.From) && !mentionsNow(q.Where) {
		s.Add(" AND $2::timestamptz IS NOT NULL") // a parameter that is sent must have a type
	}
	return s
}

// Add appends SQL without values; $1 and $2 are the tenant and the time.
func (s *Stmt) Add(sql string) *Stmt {
	s.sql.WriteString(sql)
	return s
}

// Put appends e and its values.
func (s *Stmt) Put(e Expr) *Stmt {
	rest := e.SQL
	for _, arg := range e.Args {
		before, after, ok := strings.Cut(rest, "?")
		if !ok {
			s.err = fmt.Errorf("sql: %d values for the placeholders of %q", len(e.Args), e.SQL)
			return s
		}
		s.args = append(s.args, arg)
		s.sql.WriteString(before)
		s.sql.WriteByte('$')
		s.sql.WriteString(strconv.Itoa(len(s.args)))
		rest = after
	}
	if strings.Contains(rest, "?") {
		s.err = fmt.Errorf("sql: %d values for the placeholders of %q", len(e.Args), e.SQL)
	}
	s.sql.WriteString(rest)
	return s
}

// Where appends a condition, unless it is empty.
func (s *Stmt) Where(cond Expr) *Stmt {
	if cond.SQL == "" {
		return s
	}
	return s.Add("\n  AND (").Put(cond).Add(")")
}

// Done returns the statement and its parameters.
func (s *Stmt) Done() (sql string, args []any, err error) {
	return s.sql.String(), s.args, s.err
}

// mentionsNow reports whether sql uses $2; $20 does not count.
func mentionsNow(sql string) bool {
	for {
		_, after, ok := strings.Cut(sql, "$2")
		if !ok {
			return false
		}
		if after == "" || after[0] < '0' || after[0] > '9' {
			return true
		}
		sql = after
	}
}
