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

	"vitrine/cmd/vitrine/doctor"
	"vitrine/internal/catalog"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var editCommand = cli.Command{
	Name:    "edit",
	Args:    "KIND SLUG COLUMN=VALUE...",
	Summary: "Edit a record in Postgres, and time how long gateways take to show it",
	About: "The command writes as an editor's CMS would. It prints the milliseconds from the commit until every " +
		"gateway serves " +
		"the new version. The value NULL empties the column; {n} becomes the number of the round.",
	Examples: []string{
		"edit product mavi-keten-gomlek amount=99.90",
		"edit product mavi-keten-gomlek stock={n} --times 200",
		`edit brand loria name="Loria & Co" --tenant demo`,
	},
	Setup: func(f *flag.FlagSet) cli.Run {
		e := &edition{}
		f.StringVar(&e.tenant, "tenant", "demo", "`tenant` of the record")
		f.IntVar(&e.times, "times", 1, "`number` of rounds")
		f.Func("gateway", "`URL` of a gateway to watch; may be repeated (default: the one at "+env.Addr.Name+")",
			func(s string) error {
				e.gateways = append(e.gateways, strings.TrimSuffix(s, "/"))
				return nil
			})
		return e.run
	},
}

// An edition is one call of edit.
type edition struct {
	tenant, kind, slug string
	columns, values    []string
	gateways           []string // base URLs
	path               string   // of the record's page, under /v1
	times              int
}

// editLimit bounds the wait for a gateway to show an edit.
const editLimit = 10 * time.Second

func (e *edition) run(ctx context.Context, c *cli.Call, args []string) error {
	if err := e.parse(c, args); err != nil {
		return cli.UsageError{Err: err}
	}
	for _, g := range e.gateways { // before anything is written
		if err := doctor.Probe(ctx, g+"/readyz"); err != nil {
			return fmt.Errorf("gateway %s is not ready: %w (start Vitrine with make run; if it listens elsewhere, set %s or "+
				"--gateway here too)", g, err, env.Addr.Name)
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
		d, changed, err := e.once(ctx, c.Stdout, conn.Conn(), n)
		if err != nil {
			return err
		}
		if changed {
			took = append(took, d)
		}
	}
	if e.times > 1 && len(took) > 0 {
		slices.Sort(took)
		fmt.Fprintf(c.Stdout, "%d edits: commit to visible on %d gateway(s) p50 %s, p99 %s, max %s\n", len(took),
			len(e.gateways),
			ms(took[len(took)/2]), ms(took[len(took)*99/100]), ms(took[len(took)-1]))
	}
	if len(took) < e.times {
		fmt.Fprintf(c.Stdout, "%d of %d edits changed nothing, because the record already had these values\n",
			e.times-len(took), e.times)
	}
	return nil
}

// parse reads the arguments.
func (e *edition) parse(c *cli.Call, args []string) error {
	if len(e.gateways) == 0 {
		e.gateways = []string{"http://" + c.Env.Get(env.Addr)}
	}
	if e.times < 1 || e.times > 100_000 {
		return fmt.Errorf("--times %d: expected a number from 1 to 100000", e.times)
	}
	e.kind, e.slug = args[0], args[1]
	for _, w := range args[2:] {
		column, value, ok := strings.Cut(w, "=")
		if !ok || column == "" {
			return fmt.Errorf("%q: expected COLUMN=VALUE", w)
		}
		e.columns, e.values = append(e.columns, column), append(e.values, value)
	}
	res := catalog.Named(e.kind)
	if res == nil {
		return fmt.Errorf("unknown kind %q; the kinds are %s", e.kind, strings.Join(editable(), ", "))
	}
	page := pageOf(res)
	if page == "" {
		return fmt.Errorf("a %s has no page of its own to watch; these kinds have: %s", e.kind, strings.Join(editable(),
			", "))
	}
	e.path = strings.Replace(page, "{slug}", url.PathEscape(e.slug), 1)
	return c.Env.Err()
}

// pageOf returns the path of a kind's single records, by slug. It returns "" if the kind has no such page.
func pageOf(res *catalog.Resource) string {
	for _, v := range res.Views {
		if v.Shape == catalog.One && strings.HasSuffix(v.Path, "/{slug}") && strings.Count(v.Path, "/") == 2 {
			return v.Path
		}
	}
	return ""
}

// editable lists the kinds that edit can edit and watch.
func editable() []string {
	var names []string
	for _, r := range catalog.All {
		if pageOf(r) != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// once writes, commits, and waits until every gateway serves the new version. changed is false if the record already
// had the values.
func (e *edition) once(ctx context.Context, out io.Writer, conn *pgx.Conn, n int) (took time.Duration, changed bool,
	err error) {
	sql, args := e.statement(n)
	tx, err := conn.Begin(ctx)
	if err != nil {
		return 0, false, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	tag, err := tx.Exec(ctx, sql, args...)
	if err != nil {
		_ = tx.Rollback(ctx) // so that explainError can use the connection
		return 0, false, fmt.Errorf("%s %s was not changed: %w", e.kind, e.slug, explainError(ctx, conn, err))
	}
	if tag.RowsAffected() == 0 {
		return 0, false, fmt.Errorf("tenant %s has no %s with the slug %s (--tenant names another tenant)", e.tenant, e.kind,
			e.slug)
	}
	if err := e.checkPrice(ctx, tx); err != nil {
		return 0, false, fmt.Errorf("%s %s was not changed: %w", e.kind, e.slug, err)
	}
	var xid string
	if err := tx.QueryRow(ctx, "SELECT pg_current_xact_id()::text").Scan(&xid); err != nil {
		return 0, false, fmt.Errorf("edit: %w", err)
	}
	if err := tx.Commit(ctx); err != nil {
		return 0, false, fmt.Errorf("%s %s was not changed: %w", e.kind, e.slug, explainError(ctx, conn, err))
	}
	committed := time.Now()
	var seq uint64
	var epoch string
	err = conn.QueryRow(ctx, `
SELECT c.seq, s.epoch::text FROM change_tx c JOIN tenant_seq s ON s.tenant_id = c.tenant_id
WHERE c.tenant_id = $1 AND c.xid = $2::text::xid8`,
		e.tenant, xid).Scan(&seq, &epoch)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("read the change number: %w", err)
	}
	for _, g := range e.gateways {
		d, err := e.watch(ctx, g, seq, committed)
		if err != nil {
			return 0, false, err
		}
		took = max(took, d)
	}
	if e.times == 1 {
		fmt.Fprintf(out, "%s %s: change %d of tenant %s visible on %d gateway(s) %s after its commit\n",
			e.kind, e.slug, seq, e.tenant, len(e.gateways), ms(took))
		fmt.Fprintf(out, "a read with the header x-consistency: %s shows this change or a later one\n",
			catalog.Consistency(e.tenant, epoch, seq))
	}
	return took, true, nil
}

// statement is the UPDATE of a round, with its arguments. As a CMS would, it sends values as text. Postgres converts
// them to the column's type.
func (e *edition) statement(n int) (sql string, args []any) {
	set := make([]string, len(e.columns))
	args = []any{pgx.QueryExecModeSimpleProtocol, e.tenant, e.slug}
	for i, column := range e.columns {
		value := strings.ReplaceAll(e.values[i], "{n}", strconv.Itoa(n))
		if value == "NULL" {
			set[i] = pgx.Identifier{column}.Sanitize() + " = NULL"
			continue
		}
		args = append(args, value)
		set[i] = fmt.Sprintf("%s = $%d", pgx.Identifier{column}.Sanitize(), len(args)-1)
	}
	return "UPDATE " + pgx.Identifier{e.kind}.Sanitize() + " SET " + strings.Join(set, ", ") +
		" WHERE tenant_id = $1 AND slug = $2", args
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

// ms formats a duration in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
