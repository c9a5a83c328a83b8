package catalog

import (
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Headed are records of a view and what the snapshot they were read in says of their tenant: one statement, so that there is no transaction to begin
// and to end.
type Headed struct {
	Records []Record
	Known   bool // there is such a tenant: without it, nothing else is said
	Epoch   string
	Seq     uint64    // the tenant's last change
	Until   time.Time // the next moment at which time alone changes what the view shows; zero: never
}

// By says what keys of records are.
type By int

const (
	ByPath By = iota // the view's path parameters
	ByID             // ids, whether the view has them or not
	bys
)

// Headed is the statement that reads records of a view. $1 is the tenant, $2 the time; then come the path parameters, or $3 are ids.
func (v *View) Headed(by By) string { return v.plan.headed[by] }

// HeadedEach is the same for several keys at once, each of a tenant: beginning a statement takes Postgres longer than reading one record. $1 are the
// tenants then, $3 the path parameters or ids, one of each.
func (v *View) HeadedEach(by By) string { return v.plan.headedEach[by] }

// compileHeaded writes the statements, once.
func (v *View) compileHeaded() {
	p := v.plan
	p.headed = [bys]string{ByPath: v.headed(p.Rows()), ByID: v.headed(p.ByIDs())}
	p.headedEach = [bys]string{ByPath: v.headedEach(p.Rows()), ByID: v.headedEach(p.byID("$3"))}
}

func (v *View) headed(from string) string {
	return "SELECT h.epoch::text, h.n, " + Boundary(v.plan.clocks) + ", r.*\nFROM tenant_seq h\nLEFT JOIN LATERAL (\nSELECT true, " +
		v.Row.Columns() + from + "\n) r ON true\nWHERE h.tenant_id = $1"
}

func (v *View) headedEach(from string) string {
	of := strings.NewReplacer("$1", keyed+".tenant_id", "$3", keyed+".key").Replace
	return "SELECT " + keyed + ".i, h.epoch::text, h.n, " + of(Boundary(v.plan.clocks)) + ", r.*\nFROM unnest($1::text[], $3::text[]) WITH ORDINALITY AS " +
		keyed + "(tenant_id, key, i)\nJOIN tenant_seq h ON h.tenant_id = " + keyed + ".tenant_id\nLEFT JOIN LATERAL (\nSELECT true, " +
		of(v.Row.Columns()+from) + "\nOFFSET 0) r ON true" // a fence: each is looked for by itself, in its tenant
}

// keyed is what HeadedEach calls one of its keys: a name that no view has for anything, since it is put where a view says $1.
const keyed = "one_of_the_keys"

// ScanHeaded reads what the statement gave, and closes rows. The error is Postgres's where it did not answer.
func (v *View) ScanHeaded(rows pgx.Rows) (Headed, error) {
	var h Headed
	err := v.scanHeaded(rows, nil, func() *Headed { return &h })
	return h, err
}

// ScanHeadedEach is ScanHeaded for each of n keys.
func (v *View) ScanHeadedEach(rows pgx.Rows, n int) ([]Headed, error) {
	all := make([]Headed, n)
	var i int
	err := v.scanHeaded(rows, []any{&i}, func() *Headed { return &all[i-1] })
	return all, err
}

// scanHeaded reads rows that begin with some columns, which say what the rest is about.
func (v *View) scanHeaded(rows pgx.Rows, first []any, about func() *Headed) error {
	defer rows.Close()
	var read Headed
	var next *time.Time
	head := append(slices.Clip(first), &read.Epoch, &read.Seq, &next, nil) // the last: whether there is a record
	for rows.Next() {
		var rec Record
		var err error
		there := rows.RawValues()[len(head)-1] != nil
		if there {
			rec, err = v.Row.Scan(behind{rows, head})
		} else { // there is the tenant alone
			err = rows.Scan(append(slices.Clip(head), make([]any, len(rows.FieldDescriptions())-len(head))...)...)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", v.Row.Type.Name(), err)
		}
		h := about()
		if h.Known, h.Epoch, h.Seq = true, read.Epoch, read.Seq; there {
			h.Records = append(h.Records, rec)
		}
		if next != nil {
			h.Until = *next
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s: %w", v.Row.Type.Name(), err)
	}
	return nil
}

// A row behind others is one of which the first columns are read by somebody else.
type behind struct {
	pgx.Rows
	head []any
}

func (b behind) Scan(dest ...any) error { return b.Rows.Scan(append(slices.Clone(b.head), dest...)...) }

// BySlug is the view of a kind that shows one record by its slug, and nothing but its row: the first that it has; nil where there is none.
func BySlug(kind string) *View { return bySlug[kind] }

var bySlug = map[string]*View{}

// shownBySlug notes a view that BySlug is to find.
func (v *View) shownBySlug(kind string) {
	if bySlug[kind] == nil && v.Shape == One && v.Special == "" && !v.Uncacheable && len(v.Accept) == 0 && slices.Equal(v.plan.Params, []string{"slug"}) {
		bySlug[kind] = v
	}
}

// Form tells how the view's records are read and written from how another build does it: by what is selected, and by what was built from what.
func (v *View) Form() string { return v.plan.form }

func (v *View) form() string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(v.Headed(ByPath)))
	if b, ok := debug.ReadBuildInfo(); ok {
		_, _ = h.Write([]byte(b.String()))
	}
	for i := range v.Row.Type.NumField() {
		f := v.Row.Type.Field(i)
		_, _ = fmt.Fprintf(h, "%s %s %s\n", f.Name, f.Type, f.Tag)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// Boundary selects the next moment, strictly later than $2, at which time alone changes what is read of tenant $1. It goes over all rows of a kind, those
// not shown yet included.
func Boundary(moments []Moment) string {
	if len(moments) == 0 {
		return "NULL::timestamptz"
	}
	parts := make([]string, len(moments))
	for i, m := range moments {
		// Tables and columns of the catalogue, never a reader's words.
		parts[i] = "(SELECT min(" + m.Column + ") FROM " + m.Kind + " WHERE tenant_id = $1 AND " + m.Column + " > $2)"
	}
	return "least(" + strings.Join(parts, ", ") + ")"
}

// Rows is what follows the select list of a statement for the view's rows: $1 is the tenant, $2 the time, then come the path parameters.
func (p *Plan) Rows() string {
	sql := "\nFROM " + p.Resource.From + "\nWHERE " + p.Base
	for i, name := range p.Params {
		sql = strings.ReplaceAll(sql, "{"+name+"}", "$"+strconv.Itoa(i+3))
	}
	return sql + " AND $2::timestamptz IS NOT NULL" // a parameter that is sent must have a type
}

// ByIDs is what follows the select list of a statement for some records, whether the view has them or not: $3 are their ids.
func (p *Plan) ByIDs() string { return p.byID("ANY($3)") }

func (p *Plan) byID(id string) string {
	as := p.Resource.As
	return "\nFROM " + p.Resource.From + "\nWHERE " + as + ".tenant_id = $1 AND $2::timestamptz IS NOT NULL AND " + as + ".id = " + id
}

// Args are the arguments of a statement that ends with Rows.
func Args(tenant string, now time.Time, path []string) []any {
	args := []any{tenant, now}
	for _, v := range path {
		args = append(args, v)
	}
	return args
}
