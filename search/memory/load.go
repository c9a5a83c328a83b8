package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"vitrine/search"
	"vitrine/search/rank"
	"vitrine/search/settings"
)

// Micros returns the SQL of a time in microseconds since 1970. A time that is infinite, or beyond the years that an
// int64 holds, becomes the greatest or the least number.
func Micros(column string) string {
	return fmt.Sprintf("CASE WHEN %[1]s > '-infinity' AND %[1]s < '200000-01-01'"+
		" THEN (extract(epoch FROM %[1]s) * 1000000)::bigint WHEN %[1]s > 'epoch' THEN 9223372036854775807"+
		" WHEN %[1]s < 'epoch' THEN -9223372036854775807 END", column)
}

// rowsSQL reads the columns of the rows that satisfy Shown.
func (k *Kind) rowsSQL() string {
	what := []string{k.As + ".id"}
	for _, c := range []string{k.Since, k.Until} {
		if c == "" {
			what = append(what, "NULL::bigint")
		} else {
			what = append(what, Micros(c))
		}
	}
	for _, n := range k.Numbers {
		what = append(what, n.Load)
	}
	what = append(what, k.Names...)
	for _, c := range k.Codes {
		what = append(what, c.Column)
	}
	if len(k.Words) > 0 {
		for _, text := range []string{k.Texts.Title, k.Texts.Model, k.Texts.Prose, k.Texts.Language} {
			if text == "" {
				text = "NULL::text"
			}
			what = append(what, text)
		}
	}
	return "SELECT " + strings.Join(what, ", ") + "\nFROM " + k.Name + " " + k.As + "\nWHERE " + k.As +
		".tenant_id = $1 AND (" + k.Shown + ")"
}

// queueRows queues the query of the table itself. before completes each row before its texts are read.
func (k *Kind) queueRows(batch *pgx.Batch, of readOf, before, each func(*row)) {
	var id string
	var since, until pgtype.Int8
	var texts [4]pgtype.Text
	reader := rank.Reader{Tuning: of.tuning}
	numbers, names, codes := make([]pgtype.Int8, len(k.Numbers)), make([]pgtype.Text, len(k.Names)),
		make([]pgtype.Text, len(k.Codes))
	into := []any{&id, &since, &until}
	for i := range numbers {
		into = append(into, &numbers[i])
	}
	for i := range names {
		into = append(into, &names[i])
	}
	for i := range codes {
		into = append(into, &codes[i])
	}
	if len(k.Words) > 0 {
		into = append(into, &texts[0], &texts[1], &texts[2], &texts[3])
	}
	of.queue(batch, k.Name, k.rowsSQL()+of.where(k, k.As+".id"), into, func() error {
		r := &row{id: id, since: orNone(since), until: orNone(until)}
		for _, n := range numbers {
			r.numbers = append(r.numbers, orNone(n))
		}
		for _, s := range names {
			r.names = append(r.names, s.String)
		}
		r.codes = append(r.codes, codes...)
		before(r)
		if len(k.Words) > 0 {
			d := docOf(r, texts, of.language)
			if r.text = reader.Read(d); of.doc != nil {
				of.doc(id, d)
			}
		}
		each(r)
		return nil
	})
}

// docOf returns the texts of a row.
func docOf(r *row, texts [4]pgtype.Text, language string) *rank.Doc {
	var attributes strings.Builder
	searches := language
	for _, p := range r.pairs {
		attributes.WriteString(p.name + ": " + p.value + "\n| ")
	}
	if texts[3].String != "" {
		language = texts[3].String
	}
	return &rank.Doc{Language: language, Searches: searches, Texts: [4]string{texts[0].String, texts[1].String,
		attributes.String(),
		plain(texts[2].String)}}
}

// readOf are the rows to read: those of ids, those that changed, or all of them.
type readOf struct {
	tenant string
	manner
	doc     func(id string, d *rank.Doc) // called with the texts of each row; nil: they are not needed
	ids     []string
	changed *span
}

// A span is the changes of a tenant after one of them, up to another.
type span struct {
	after uint64
	upTo  int64
}

// where is the SQL of the rows whose id is in a column.
func (of readOf) where(k *Kind, column string) string {
	switch {
	case of.ids != nil:
		return " AND " + column + " = ANY($2)"
	case of.changed != nil:
		return " AND " + column + " = ANY(" + k.changedSQL() + ")"
	}
	return ""
}

// args are the parameters of a query with where.
func (of readOf) args() []any {
	switch {
	case of.ids != nil:
		return []any{of.tenant, of.ids}
	case of.changed != nil:
		return []any{of.tenant, int64(of.changed.after), of.changed.upTo, fewChanged + 1} //nolint:gosec // as in Postgres
	}
	return []any{of.tenant}
}

// nameFields completes explanations with the fields of the rows' own texts.
func (k *Kind) nameFields(ctx context.Context, db search.DB, of readOf, res *search.Result) error {
	docs := map[string]*rank.Doc{}
	of.doc = func(id string, d *rank.Doc) { docs[id] = d }
	if err := k.read(ctx, db, of, func(*row) {}); err != nil {
		return err
	}
	for i, id := range res.IDs {
		if d := docs[id]; d != nil {
			rank.FieldsOf(&res.Explained[i], d)
		}
	}
	return nil
}

func orNone(n pgtype.Int8) int64 {
	if !n.Valid {
		return none
	}
	return n.Int64
}

// linksSQL and pairsSQL read the rows of Links and of Pairs.
func (k *Kind) linksSQL() string {
	t := &k.Tree
	return "SELECT x." + t.Owner + ", x." + t.Link + " FROM " + t.Links + " x WHERE x.tenant_id = $1"
}

func (k *Kind) pairsSQL() string {
	p := &k.Pairs
	return "SELECT x." + p.Owner + ", x.name, x.value, x.type FROM " + p.Table + " x WHERE x.tenant_id = $1"
}

// changedSQL is an array of the ids of rows that changed, themselves or in Links or Pairs, by the parameters of
// readOf.args. It is empty if more than fewChanged rows of any kind changed: then the rows are read later.
func (k *Kind) changedSQL() string {
	id, kinds := "ARRAY[c.id]", []string{k.Name}
	for _, parts := range []string{k.Tree.Links, k.Pairs.Table} {
		if parts != "" {
			kinds = append(kinds, parts)
		}
	}
	if owner := k.owner(); owner != "" { // a row of Links or Pairs has two owners: before the change and after it
		id = fmt.Sprintf("CASE WHEN c.kind = '%s' THEN ARRAY[c.id] ELSE ARRAY[c.before ->> '%[2]s', c.after ->> '%[2]s'] END",
			k.Name, owner)
	}
	return "ARRAY(SELECT unnest(" + id + `) FROM (
  SELECT r.*, count(*) OVER () AS n FROM (SELECT r.* ` + changedRows + `) r) c
WHERE c.n < $4 AND c.kind IN ('` + strings.Join(kinds, "', '") + `'))`
}

// changedRows reads the rows of any kind that changed after $2, up to $3, but no more than $4 of them.
const changedRows = `FROM change_tx t CROSS JOIN LATERAL (
    SELECT r.kind, r.id, r.before, r.after FROM change_row r
    WHERE r.xid = t.xid AND r.tenant_id = t.tenant_id LIMIT $4) r
  WHERE t.tenant_id = $1 AND t.seq > $2 AND t.seq <= $3 LIMIT $4`

// read reads complete rows in one round trip.
func (k *Kind) read(ctx context.Context, db search.DB, of readOf, each func(*row)) error {
	var batch pgx.Batch
	k.queueRead(&batch, of, each)
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return fmt.Errorf("read the rows of %s: %w", k.Name, err)
	}
	return nil
}

// queueRead queues the queries of complete rows.
func (k *Kind) queueRead(batch *pgx.Batch, of readOf, each func(*row)) {
	var owner, link string
	links := map[string][]string{}
	if k.Tree.Links != "" {
		of.queue(batch, k.Tree.Links, k.linksSQL()+of.where(k, "x."+k.Tree.Owner), []any{&owner, &link}, func() error {
			links[owner] = append(links[owner], link)
			return nil
		})
	}
	var p pair
	pairs := map[string][]pair{}
	if k.Pairs.Table != "" {
		columns := []any{&owner, &p.name, &p.value, &p.kind}
		of.queue(batch, k.Pairs.Table, k.pairsSQL()+of.where(k, "x."+k.Pairs.Owner), columns, func() error {
			pairs[owner] = append(pairs[owner], p)
			return nil
		})
	}
	k.queueRows(batch, of, func(r *row) {
		r.links, r.pairs = links[r.id], pairs[r.id]
		slices.SortFunc(r.pairs, pair.compare) // the sum of evidence must not depend on the order in Postgres
	}, each)
}

// nodes reads the rows of the tree (i is -1) or of the table that code i refers to: those of ids, or all if ids is nil.
func (k *Kind) nodes(ctx context.Context, db search.DB, i int, of readOf) ([]node, error) {
	table, parent := k.Tree.Kind, "x.parent_id"
	if i >= 0 {
		table, parent = k.Codes[i].Kind, "NULL"
	}
	sql := "SELECT x.id, x.name, x.slug, coalesce(" + parent + ", ''), x.status <> 'DRAFT' FROM " + table +
		" x WHERE x.tenant_id = $1" + of.where(k, "x.id")
	searched := len(k.Words) > 0 && (i < 0 && !k.TextOnly || i == k.wordsOf())
	reader := rank.Reader{Tuning: rank.DefaultTuning()}
	var all []node
	var h node
	columns := []any{&h.id, &h.name, &h.slug, &h.parent, &h.shown}
	var batch pgx.Batch
	of.queue(&batch, table, sql, columns, func() error {
		h.text = nil
		if searched {
			h.text = reader.Read(&rank.Doc{Language: of.language, Searches: of.language, Texts: [4]string{h.name}})
		}
		all = append(all, h)
		return nil
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, fmt.Errorf("read the rows of %s: %w", table, err)
	}
	return all, nil
}

// wordsOf returns the code whose related rows are searched too, -1 for none.
func (k *Kind) wordsOf() int {
	if len(k.Words) < 2 {
		return -1
	}
	alias, _, _ := strings.Cut(k.Words[1], ".")
	for i, c := range k.Codes {
		if c.Kind != "" && strings.Contains(k.From, " "+c.Kind+" "+alias+" ") {
			return i
		}
	}
	return -1
}

// queue queues a query of rows, which are scanned into pointers. It calls each for each row. The parameters of sql are
// those of where.
func (of readOf) queue(batch *pgx.Batch, table, sql string, into []any, each func() error) {
	batch.Queue(sql, of.args()...).Query(func(rows pgx.Rows) error {
		if _, err := pgx.ForEachRow(rows, into, each); err != nil {
			return fmt.Errorf("read %s: %w", table, err)
		}
		return nil
	})
}

// A manner is how the words of a tenant's rows are read: a table of another manner is built anew.
type manner struct {
	language          string
	tuning            rank.Tuning // with the tenant's weights
	brand, categories float32     // weights of the names of related rows and of nodes
}

// mannerOf reads the manner of a tenant.
func mannerOf(ctx context.Context, db search.DB, tenant string) (m manner, err error) {
	var weights map[string]float64
	if m.language, weights, err = settings.Manner(ctx, db, tenant); err != nil {
		return m, err //nolint:wrapcheck // it adds context
	}
	m.tuning = rank.DefaultTuning().With(weights)
	m.brand, m.categories = m.tuning.Related, m.tuning.Categories
	if w, ok := weights["brand"]; ok {
		m.brand = float32(w)
	}
	if w, ok := weights["categories"]; ok {
		m.categories = float32(w)
	}
	return m, nil
}

// load builds a table in a snapshot.
func load(ctx context.Context, db search.DB, k *Kind, tenant string, bytewise bool) (*table, error) {
	t := newTable(k)
	var err error
	if t.epoch, t.n, err = head(ctx, db, tenant); err != nil {
		return nil, err
	}
	t.edits.since = t.n
	if t.manner, err = mannerOf(ctx, db, tenant); err != nil {
		return nil, err
	}
	for _, r := range t.beside {
		if r.weight = t.brand; r.code < 0 {
			r.weight = t.categories
		}
	}
	of := readOf{tenant: tenant, manner: t.manner}
	for i := -1; i < len(k.Codes); i++ {
		if i < 0 && k.Tree.Kind == "" || i >= 0 && k.Codes[i].Kind == "" {
			continue
		}
		all, err := k.nodes(ctx, db, i, of)
		if err != nil {
			return nil, err
		}
		for _, h := range all {
			t.nameLocked(i, h)
		}
	}
	if err := k.read(ctx, db, of, func(r *row) { t.putLocked(t.compareRow(r), false) }); err != nil {
		return nil, err
	}
	t.completeLocked(bytewise)
	return t, nil
}

// completeLocked completes a table after its first rows. bytewise reports whether the database sorts text by bytes.
func (t *table) completeLocked(bytewise bool) {
	t.known.fill()
	if t.index != nil {
		t.index.Fill()
		for _, r := range t.beside {
			r.names.Fill()
		}
	}
	t.linkLocked()
	if len(t.kind.Order) > 0 {
		t.orderLocked(orderKey{several: true})
	}
	for _, desc := range []bool{false, true} {
		for _, c := range t.kind.Numbers {
			t.orderLocked(orderKey{column: c.Column, desc: desc})
		}
		for _, c := range t.kind.Names {
			if bytewise { // otherwise only Postgres can sort text
				t.orderLocked(orderKey{column: c, desc: desc})
			}
		}
	}
}
