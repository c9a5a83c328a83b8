package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
)

const (
	markupLimit = 10 * time.Second // for reading all texts
	markupShown = 10               // texts that the finding lists
)

// checkMarkup reports the texts that hold markup which Vitrine does not serve. Readers get the rest of them.
func checkMarkup(ctx context.Context, pool *pgxpool.Pool) Finding {
	ctx, cancel := context.WithTimeout(ctx, markupLimit)
	defer cancel()
	var listed []string
	read, cut := 0, 0
	for _, r := range catalog.All {
		for _, column := range catalog.HTMLColumns(r.Name) {
			err := eachMarkup(ctx, pool, r.Name, column, func(tenant, id, html string) {
				read++
				_, lost := markup.Clean(html)
				if !lost.Any() {
					return
				}
				if cut++; cut <= markupShown {
					listed = append(listed, fmt.Sprintf("%s %s of tenant %s (%s: %s)", r.Name, id, tenant, column, lost))
				}
			})
			switch {
			case errors.Is(ctx.Err(), context.DeadlineExceeded):
				return markupFinding(fmt.Sprintf("the first %d texts with tags", read), cut, listed)
			case err != nil:
				return wrong("texts", err.Error(), "run vitrine migrate")
			}
		}
	}
	return markupFinding(fmt.Sprintf("%d texts with tags", read), cut, listed)
}

func markupFinding(checked string, cut int, listed []string) Finding {
	if cut == 0 {
		return good("texts", "all markup is served, in "+checked)
	}
	if cut > markupShown {
		listed = append(listed, fmt.Sprintf("and %d others", cut-markupShown))
	}
	return warning("texts", fmt.Sprintf("of %s, %d hold markup that readers do not get: %s", checked, cut,
		strings.Join(listed, "; ")), "take it out of the texts, or leave it: the rest of each text is served as it is")
}

// eachMarkup calls each for the texts of a column that hold a tag, of all tenants, drafts included.
func eachMarkup(ctx context.Context, pool *pgxpool.Pool, kind, column string,
	each func(tenant, id, html string)) error {
	table, c := pgx.Identifier{kind}.Sanitize(), pgx.Identifier{column}.Sanitize()
	rows, err := pool.Query(ctx,
		"SELECT tenant_id, id, "+c+" FROM "+table+" WHERE "+c+" LIKE '%<%' ORDER BY tenant_id, id")
	if err != nil {
		return fmt.Errorf("read %s.%s: %w", kind, column, err)
	}
	var tenant, id, html string
	_, err = pgx.ForEachRow(rows, []any{&tenant, &id, &html}, func() error {
		each(tenant, id, html)
		return nil
	})
	return err
}
