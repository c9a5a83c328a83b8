package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/env"
)

// editLimit is how long edit waits for a gateway to show what was written.
const editLimit = 10 * time.Second

// An edition is one call of edit.
type edition struct {
	tenant, kind, slug string
	columns, values    []string
	gateways           []string // base URLs
	path               string   // where the record is read, under /v1
	times              int
}

const editHelp = `Usage: vitrine edit KIND SLUG column=value… [flags]

Writes to Postgres as an editor's CMS would, and prints the milliseconds until every gateway served the new version.
A value of NULL empties the column; {n} becomes the number of the round.

Flags:
`

const editExamples = `
Examples:
  vitrine edit product mavi-keten-gomlek amount=99.90
  vitrine edit product mavi-keten-gomlek stock={n} --times 200
  vitrine edit brand loria name="Loria & Co" --tenant demo
`

// edit edits a record as an editor would, and times how long it takes until every gateway shows it.
func edit(ctx context.Context, c *call) error {
	e, err := parseEdit(c)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return usageError{err}
	}
	for _, g := range e.gateways { // before anything is written
		if err := get(ctx, g+"/readyz"); err != nil {
			return fmt.Errorf("gateway %s is not ready: %w (is Vitrine running? make run)", g, err)
		}
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var took []time.Duration
	for n := 1; n <= e.times; n++ {
		d, changed, err := e.once(ctx, c.stdout, conn.Conn(), n)
		if err != nil {
			return err
		}
		if changed {
			took = append(took, d)
		}
	}
	if e.times > 1 && len(took) > 0 {
		slices.Sort(took)
		fmt.Fprintf(c.stdout, "%d edits: commit to visible on %d gateway(s) p50 %s, p99 %s, max %s\n", len(took), len(e.gateways),
			ms(took[len(took)/2]), ms(took[len(took)*99/100]), ms(took[len(took)-1]))
	}
	if len(took) < e.times {
		fmt.Fprintf(c.stdout, "%d of %d changed nothing: the values were there already\n", e.times-len(took), e.times)
	}
	return nil
}

func parseEdit(c *call) (*edition, error) {
	e := &edition{}
	f := flag.NewFlagSet("vitrine edit", flag.ContinueOnError)
	f.SetOutput(c.stdout)
	f.StringVar(&e.tenant, "tenant", "demo", "whose record it is")
	f.IntVar(&e.times, "times", 1, "how often to edit; {n} in a value is the round")
	f.Func("gateway", "base URL of a gateway to watch, repeatable (default: the one at "+env.Addr.Name+")", func(s string) error {
		e.gateways = append(e.gateways, strings.TrimSuffix(s, "/"))
		return nil
	})
	f.Usage = func() {
		fmt.Fprint(c.stdout, editHelp)
		f.PrintDefaults()
		fmt.Fprint(c.stdout, editExamples)
	}
	var words []string
	for rest := c.args; ; {
		if err := f.Parse(rest); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			break
		}
		words, rest = append(words, f.Arg(0)), f.Args()[1:]
	}
	if len(words) < 3 {
		return nil, errors.New("edit takes a kind, a slug and at least one column=value; vitrine edit -h shows examples")
	}
	if len(e.gateways) == 0 {
		e.gateways = []string{"http://" + c.env.Get(env.Addr)}
	}
	if e.times < 1 || e.times > 100_000 {
		return nil, errors.New("--times takes 1 to 100000")
	}
	e.kind, e.slug = words[0], words[1]
	for _, w := range words[2:] {
		column, value, ok := strings.Cut(w, "=")
		if !ok || column == "" {
			return nil, fmt.Errorf("%q is not column=value", w)
		}
		e.columns, e.values = append(e.columns, column), append(e.values, value)
	}
	res := catalog.Named(e.kind)
	if res == nil {
		return nil, fmt.Errorf("there is no kind %q; there are %s", e.kind, strings.Join(editable(), ", "))
	}
	page := pageOf(res)
	if page == "" {
		return nil, fmt.Errorf("a %s has no page of its own to watch; these have: %s", e.kind, strings.Join(editable(), ", "))
	}
	e.path = strings.Replace(page, "{slug}", url.PathEscape(e.slug), 1)
	return e, c.env.Err()
}

// pageOf is the path of a kind's single records, by slug; "" if they have none.
func pageOf(res *catalog.Resource) string {
	for _, v := range res.Views {
		if v.Shape == catalog.One && strings.HasSuffix(v.Path, "/{slug}") && strings.Count(v.Path, "/") == 2 {
			return v.Path
		}
	}
	return ""
}

// editable lists the kinds that can be edited by slug, and watched.
func editable() []string {
	var names []string
	for _, r := range catalog.All {
		if pageOf(r) != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// once writes, commits, and waits until every gateway serves the version the commit made. changed is false where the values were there already.
func (e *edition) once(ctx context.Context, out io.Writer, conn *pgx.Conn, n int) (took time.Duration, changed bool, err error) {
	set := make([]string, len(e.columns))
	args := []any{e.tenant, e.slug}
	for i, column := range e.columns {
		value := strings.ReplaceAll(e.values[i], "{n}", strconv.Itoa(n))
		if value == "NULL" {
			set[i] = pgx.Identifier{column}.Sanitize() + " = NULL"
			continue
		}
		args = append(args, value)
		set[i] = fmt.Sprintf("%s = $%d", pgx.Identifier{column}.Sanitize(), len(args))
	}
	tx, err := conn.Begin(ctx)
	if err != nil {
		return 0, false, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // nothing to undo once it is committed
	// As a CMS would write it: values as text, converted by Postgres to the column's type.
	tag, err := tx.Exec(ctx, "UPDATE "+pgx.Identifier{e.kind}.Sanitize()+" SET "+strings.Join(set, ", ")+" WHERE tenant_id = $1 AND slug = $2",
		append([]any{pgx.QueryExecModeSimpleProtocol}, args...)...)
	if err != nil {
		_ = tx.Rollback(ctx) // so that the connection can be asked why
		return 0, false, fmt.Errorf("%s %s was not changed: %w", e.kind, e.slug, plainly(ctx, conn, err))
	}
	if tag.RowsAffected() == 0 {
		return 0, false, fmt.Errorf("tenant %s has no %s with the slug %s (--tenant says whose it is)", e.tenant, e.kind, e.slug)
	}
	var xid string
	if err := tx.QueryRow(ctx, "SELECT pg_current_xact_id()::text").Scan(&xid); err != nil {
		return 0, false, fmt.Errorf("edit: %w", err)
	}
	if err := tx.Commit(ctx); err != nil {
		return 0, false, fmt.Errorf("%s %s was not changed: %w", e.kind, e.slug, plainly(ctx, conn, err))
	}
	committed := time.Now()
	var seq uint64
	var epoch string
	err = conn.QueryRow(ctx, `
SELECT c.seq, s.epoch::text FROM change_tx c JOIN tenant_seq s ON s.tenant_id = c.tenant_id WHERE c.tenant_id = $1 AND c.xid = $2::text::xid8`,
		e.tenant, xid).Scan(&seq, &epoch)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("read the change's number: %w", err)
	}
	for _, g := range e.gateways {
		d, err := e.watch(ctx, g, seq, committed)
		if err != nil {
			return 0, false, err
		}
		took = max(took, d)
	}
	if e.times == 1 {
		fmt.Fprintf(out, "%s %s: change %d of tenant %s visible on %d gateway(s) %s after its commit\n", e.kind, e.slug, seq, e.tenant, len(e.gateways), ms(took))
		fmt.Fprintf(out, "a read with x-consistency: %s is at least that new\n", catalog.Consistency(e.tenant, epoch, seq))
	}
	return took, true, nil
}

// watch reads the record's page until its version is at least seq.
func (e *edition) watch(ctx context.Context, gateway string, seq uint64, since time.Time) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	for {
		rq, err := http.NewRequestWithContext(ctx, http.MethodGet, gateway+"/v1"+e.path, nil)
		if err != nil {
			return 0, err
		}
		rq.Header.Set("x-service-client", e.tenant)
		rs, err := http.DefaultClient.Do(rq)
		if err != nil {
			if ctx.Err() != nil {
				return 0, fmt.Errorf("gateway %s did not show change %d within %s", gateway, seq, editLimit)
			}
			return 0, fmt.Errorf("read %s: %w (is Vitrine running? make run)", gateway, err)
		}
		_, err = io.Copy(io.Discard, rs.Body)
		_ = rs.Body.Close()
		if err != nil {
			return 0, fmt.Errorf("read %s: %w", gateway, err)
		}
		version, err := strconv.ParseUint(rs.Header.Get("X-Version"), 10, 64)
		if err == nil && version >= seq || rs.StatusCode == http.StatusNotFound {
			return time.Since(since), nil
		}
	}
}

// ms writes a duration as milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
