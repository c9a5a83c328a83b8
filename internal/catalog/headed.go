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

// Headed holds records of a view and the head of their tenant, read in one statement and so in one snapshot, without
// a transaction.
type Headed struct {
	Records []Record
	Known   bool // the tenant exists; if not, the other fields are zero
	Epoch   string
	Seq     uint64    // the tenant's last change number
	Until   time.Time // the next time at which the view changes without an edit; zero: never
}

// By is the kind of key that records are read by.
type By int

const (
	ByPath By = iota // the view's path parameters
	ByID             // ids, including those of records outside the view
	keyKinds
)

// Headed returns the statement that reads records of a view. $1 is the tenant, $2 the time. $3 and up are the path
// parameters, or $3 is a list of ids.
func (v *View) Headed(by By) string { return v.plan.headed[by] }

// HeadedEach returns the statement for several keys at once, each with its own tenant: starting a statement costs
// Postgres more than reading a record. $1 are the tenants, $3 the path parameters or ids, one for each tenant.
func (v *View) HeadedEach(by By) string { return v.plan.headedEach[by] }

// compileHeaded builds the statements.
func (v *View) compileHeaded() {
	p := v.plan
	p.headed = [keyKinds]string{ByPath: v.headed(p.Rows()), ByID: v.headed(p.ByIDs())}
	p.headedEach = [keyKinds]string{ByPath: v.headedEach(p.Rows()), ByID: v.headedEach(p.byID("$3"))}
}

func (v *View) headed(from string) string {
	return "SELECT h.epoch::text, h.n, " + Boundary(v.plan.clocks) +
		", r.*\nFROM tenant_seq h\nLEFT JOIN LATERAL (\nSELECT true, " +
		v.Row.Columns() + from + "\n) r ON true\nWHERE h.tenant_id = $1"
}

func (v *View) headedEach(from string) string {
	of := strings.NewReplacer("$1", keyed+".tenant_id", "$3", keyed+".key").Replace
	return "SELECT " + keyed + ".i, h.epoch::text, h.n, " + of(Boundary(v.plan.clocks)) +
		", r.*\nFROM unnest($1::text[], $3::text[]) WITH ORDINALITY AS " + keyed + "(tenant_id, key, i)" +
		"\nJOIN tenant_seq h ON h.tenant_id = " + keyed + ".tenant_id\nLEFT JOIN LATERAL (\nSELECT true, " +
		of(v.Row.Columns()+from) + "\nOFFSET 0) r ON true" // OFFSET 0 makes Postgres look each key up by itself
}

// keyed is the alias of the keys in HeadedEach. It replaces $1, so no view may use it as an alias.
const keyed = "one_of_the_keys"

// ScanHeaded reads the result of Headed and closes rows. The error is that of Postgres.
func (v *View) ScanHeaded(rows pgx.Rows) (Headed, error) {
	var h Headed
	err := v.scanHeaded(rows, nil, func() *Headed { return &h })
	return h, err
}

// ScanHeadedEach reads the result of HeadedEach for n keys and closes rows.
func (v *View) ScanHeadedEach(rows pgx.Rows, n int) ([]Headed, error) {
	all := make([]Headed, n)
	var i int
	err := v.scanHeaded(rows, []any{&i}, func() *Headed { return &all[i-1] })
	return all, err
}

// scanHeaded reads rows that begin with the columns first. about returns where to add the current row.
func (v *View) scanHeaded(rows pgx.Rows, first []any, about func() *Headed) error {
	defer rows.Close()
	var read Headed
	var next *time.Time
	head := append(slices.Clip(first), &read.Epoch, &read.Seq, &next, nil) // the last: whether a record follows
	records := v.Row.Scanner(rows, len(head))
	for rows.Next() {
		err := rows.Scan(append(slices.Clip(head), make([]any, len(rows.FieldDescriptions())-len(head))...)...)
		if err != nil {
			return fmt.Errorf("read %s: %w", v.Row.Type.Name(), err)
		}
		h := about()
		h.Known, h.Epoch, h.Seq = true, read.Epoch, read.Seq
		if rows.RawValues()[len(head)-1] != nil { // the tenant has such a record
			h.Records = append(h.Records, records.Record())
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

// BySlug returns the first view of a kind that shows one record by its slug and nothing but its row, nil if there is
// none.
func BySlug(kind string) *View { return bySlug[kind] }

var bySlug = map[string]*View{}

// shownBySlug registers a view for BySlug.
func (v *View) shownBySlug(kind string) {
	plain := v.Shape == One && v.Special == "" && !v.Uncacheable && len(v.Accept) == 0
	if bySlug[kind] == nil && plain && slices.Equal(v.plan.Params, []string{"slug"}) {
		bySlug[kind] = v
	}
}

// Form identifies the form of the view's records: its statement, its fields and the build. A record made by a build
// with another form must not be used.
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

// lastTime is later than every time that is awaited. Columns may be infinite, and JSON has no years after 9999.
const lastTime = "9999-01-01 00:00:00+00"

// Boundary returns the SQL of the next time, strictly after $2, at which the data of tenant $1 changes without an edit.
// It covers all rows of a kind, including those that are not visible yet.
func Boundary(moments []Moment) string {
	if len(moments) == 0 {
		return "NULL::timestamptz"
	}
	parts := make([]string, len(moments))
	for i, m := range moments {
		// Tables and columns come from the catalogue, never from a request.
		parts[i] = "(SELECT min(" + m.Column + ") FROM " + m.Kind + " WHERE tenant_id = $1 AND " + m.Column + " > $2" +
			" AND " + m.Column + " < '" + lastTime + "')"
	}
	return "least(" + strings.Join(parts, ", ") + ")"
}

// Rows returns the rest of a statement for the view's rows, after the select list. $1 is the tenant, $2 the time, $3
// and up are the path parameters.
func (p *Plan) Rows() string {
	sql := "\nFROM " + p.Resource.From + "\nWHERE " + p.Base
	for i, name := range p.Params {
		sql = strings.ReplaceAll(sql, "{"+name+"}", "$"+strconv.Itoa(i+3))
	}
	return sql + " AND $2::timestamptz IS NOT NULL" // a parameter that is sent must have a type
}

// ByIDs returns the rest of a statement for records by id, after the select list, including records outside the view.
// $3 is the list of ids.
func (p *Plan) ByIDs() string { return p.byID("ANY($3)") }

func (p *Plan) byID(id string) string {
	as := p.Resource.As
	return "\nFROM " + p.Resource.From + "\nWHERE " + as + ".tenant_id = $1 AND $2::timestamptz IS NOT NULL AND " +
		as + ".id = " + id
}

// IDsOf returns the statement that reads slug and id of visible records. $1 is the tenant, $2 the time, $3 the slugs.
func (r *Resource) IDsOf() string {
	return "SELECT " + r.As + ".slug, " + r.As + ".id\nFROM " + r.Name + " " + r.As + "\nWHERE " + r.As +
		".tenant_id = $1 AND $2::timestamptz IS NOT NULL AND (" + r.Live + ") AND " + r.As + ".slug = ANY($3)"
}

// Args returns the arguments of a statement that ends with Rows.
func Args(tenant string, now time.Time, path []string) []any {
	args := []any{tenant, now}
	for _, v := range path {
		args = append(args, v)
	}
	return args
}
