package filter

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConditionsRenderTheirSQL(t *testing.T) {
	t.Parallel()
	text, number := Col("p.year"), Column{"p", "amount", "numeric"}
	for _, c := range []struct {
		cond    Cond
		sql     string
		columns string
	}{
		{Cond{Op: Eq, Column: text}, "p.year = ?", "p.year"},
		{Cond{Op: Eq, Column: Column{"p", "year", "int"}}, "p.year = ?::text::int", "p.year"},
		{Cond{Op: In, Column: text}, "p.year = ANY(?)", "p.year"},
		{Cond{Op: NotIn, Column: text}, "p.year <> ALL(?)", "p.year"},
		{Cond{Op: AtLeast, Column: number}, "p.amount >= ?::text::numeric", "p.amount"},
		{Cond{Op: AtMost, Column: number}, "p.amount <= ?::text::numeric", "p.amount"},
		{Cond{Op: EqOrNull, Column: Col("p.language")}, "(p.language = ? OR p.language IS NULL)", "p.language"},
		{Cond{Op: Ref, Column: Col("b.id")}, "(b.id = ANY(?) OR b.slug = ANY(?))", "b.id b.slug"},
		{Cond{Op: HasPair, Column: Col("p.id"), Link: Link{"product_attribute", "product_id"}},
			"p.id IN (SELECT a.product_id FROM product_attribute a WHERE a.tenant_id = $1 AND a.name = ? AND a.value = ANY(?))",
			"p.id a.product_id a.name a.value"},
		{Cond{Op: InBox, Column: Col("v.lng"), Lat: Col("v.lat")},
			"box_holds(?::float8, ?::float8, ?::float8, ?::float8, v.lng, v.lat)", "v.lng v.lat"},
		{Cond{Op: Raw, Text: "d.letter = first_letter(?)"}, "d.letter = first_letter(?)", "d.letter"},
	} {
		if got := c.cond.SQL(); got != c.sql {
			t.Errorf("got %q, want %q", got, c.sql)
		}
		var columns []string
		for _, column := range c.cond.Columns() {
			columns = append(columns, column.String())
		}
		if got := strings.Join(columns, " "); got != c.columns {
			t.Errorf("%s reads %q, want %q", c.sql, got, c.columns)
		}
	}
}

// The columns that a condition declares are those of its SQL text, and so are its tables.
func TestColumnsAreThoseOfTheSQL(t *testing.T) {
	t.Parallel()
	for _, c := range []Cond{
		{Op: InTree, Column: Col("p.id"), Link: Link{"product_category", "product_id"}},
		{Op: HasPair, Column: Col("p.id"), Link: Link{"product_attribute", "product_id"}},
		{Op: Ref, Column: Col("b.id")},
		{Op: InBox, Column: Col("v.lng"), Lat: Col("v.lat")},
		{Op: EqOrNull, Column: Col("p.language")},
	} {
		read := func(columns []Column, tables map[string]string) map[string]bool {
			all := map[string]bool{}
			for _, column := range columns {
				table := tables[column.As]
				if table == "" {
					table = column.As
				}
				if column.Name != "tenant_id" && column.Name != "id" {
					all[table+"."+column.Name] = true
				}
			}
			return all
		}
		want := read(ColumnsIn(c.SQL()), TablesIn(c.SQL()))
		if diff := cmp.Diff(want, read(c.Columns(), c.Tables())); diff != "" {
			t.Errorf("%s (-SQL +declared):\n%s", c.SQL(), diff)
		}
	}
}

func TestOrdersRenderTheirSQL(t *testing.T) {
	t.Parallel()
	f := func(o Order, want string) {
		t.Helper()
		if got := o.SQL(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	f(nil, "")
	f(Order{Asc("p.position"), Asc("p.id")}, "p.position, p.id")
	f(Order{Desc("p.created_at"), Asc("p.id")}, "p.created_at DESC, p.id")
	f(Order{Asc("p.amount").Last(), Desc("p.year").Last(), Desc("p.name").First()},
		"p.amount ASC NULLS LAST, p.year DESC NULLS LAST, p.name DESC NULLS FIRST")
}

func TestBandsAreOfAmountsOnly(t *testing.T) {
	t.Parallel()
	amount := Column{"p", "amount", "numeric"}
	f := func(c Cond, lower, ok bool) {
		t.Helper()
		column, gotLower, gotOK := c.Band()
		if gotOK != ok || ok && (column != amount || gotLower != lower) {
			t.Errorf("%s: got %v, %v, %v", c.SQL(), column, gotLower, gotOK)
		}
	}
	f(Cond{Op: AtLeast, Column: amount}, true, true)
	f(Cond{Op: AtMost, Column: amount}, false, true)
	f(Cond{Op: Eq, Column: amount}, false, false)
	f(Cond{Op: AtLeast, Column: Column{"p", "year", "int"}}, false, false)
}

func TestWrongConditionsAreReported(t *testing.T) {
	t.Parallel()
	tables := map[string]string{"p": "product"}
	types := Types{
		"product": {"id": "text", "amount": "numeric", "year": "integer", "language": "text",
			"lng": "double precision", "lat": "text"},
		"product_category": {"product_id": "text", "category_id": "text"},
		"category":         {"id": "text", "slug": "text", "status": "text", "parent_id": "text"},
	}
	number := func(column, cast string) Column { return Column{"p", column, cast} }
	for _, c := range []struct {
		cond Cond
		want string
	}{
		{Cond{Op: In, Column: Col("p.id")}, ""},
		{Cond{Op: AtLeast, Column: number("amount", "numeric")}, ""},
		{Cond{Op: InTree, Column: Col("p.id"), Link: Link{"product_category", "product_id"}}, ""},
		{Cond{Op: Raw, Text: "p.year % 2 = ?"}, ""},

		{Cond{Column: Col("p.id")}, "unknown condition 0"},
		{Cond{Op: In, Column: Col("brand_id")}, "needs an alias"},
		{Cond{Op: In, Column: Col("x.brand_id")}, "no table with the alias x"},
		{Cond{Op: In, Column: Col("p.colour")}, "product has no column colour"},
		{Cond{Op: InTree, Column: Col("p.id")}, "needs a Link"},
		{Cond{Op: HasPair, Column: Col("p.id"), Link: Link{"product_tag", "product_id"}}, "no table product_tag"},
		{Cond{Op: AtLeast, Column: number("amount", "")}, "need the cast"},
		{Cond{Op: AtLeast, Column: number("amount", "float8")}, "unknown cast"},
		{Cond{Op: AtLeast, Column: number("amount", "int")},
			"type numeric, but the condition needs smallint or integer or bigint"},
		{Cond{Op: Eq, Column: number("year", "")}, "type integer"},
		{Cond{Op: In, Column: number("year", "int")}, "only Eq, AtLeast and AtMost"},
		{Cond{Op: EqOrNull, Column: Col("p.year")}, "type integer"},
		{Cond{Op: InBox, Column: Col("p.lng"), Lat: Col("p.lat")}, "type text, but the condition needs double precision"},
		{Cond{Op: Raw, Text: "true"}, "no column found"},
		{Cond{Op: Raw, Text: "x.y = ?"}, "no table with the alias x"},
	} {
		err := c.cond.Check(tables, types)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.cond.SQL(), err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: got %v, want an error with %q", c.cond, err, c.want)
		}
	}
	if err := (Order{Asc("p.id"), Asc("p.colour")}).Check(tables, types); err == nil ||
		!strings.Contains(err.Error(), "no column colour") {
		t.Errorf("an order by an unknown column: %v", err)
	}
}
