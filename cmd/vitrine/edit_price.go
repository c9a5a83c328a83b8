package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/price"
)

// pricedSQL reads the price columns of a record, by kind, in the order of price.Columns.
var pricedSQL = map[string]string{
	"product": pricedOf("product", "x.list_price::text, x.sale_price::text, x.discount::text"),
	"event":   pricedOf("event", "x.list_price::text, x.sale_price::text, x.discount::text"),
	"route":   pricedOf("route", "NULL, NULL, NULL"),
}

func pricedOf(kind, others string) string {
	return "SELECT x.amount::text, " + others + ", coalesce(x.currency, t.currency)::text FROM " + kind +
		" x JOIN tenant t ON t.id = x.tenant_id WHERE x.tenant_id = $1 AND x.slug = $2"
}

// checkPrice refuses an edit of a price that contradicts itself. The triggers of the schema have completed the price.
func (e *edition) checkPrice(ctx context.Context, tx pgx.Tx) error {
	sql := pricedSQL[e.kind]
	edited := func(column string) bool { return slices.Contains(price.Columns, column) }
	if sql == "" || !slices.ContainsFunc(e.columns, edited) {
		return nil
	}
	var given, p price.Price
	into, set := p.Texts(), given.Texts()
	found := make([]*string, len(into))
	err := tx.QueryRow(ctx, sql, e.tenant, e.slug).Scan(&found[0], &found[1], &found[2], &found[3], &found[4])
	if errors.Is(err, pgx.ErrNoRows) { // the slug was edited too
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the price: %w", err)
	}
	for i, text := range found {
		if text != nil {
			*into[i] = *text
		}
	}
	for i, column := range e.columns {
		at := slices.Index(price.Columns, column)
		switch {
		case at < 0 || column == "currency":
		case e.values[i] != "NULL" && *into[at] != "": // as it was typed: Postgres rounds it
			*into[at], *set[at] = e.values[i], e.values[i]
		case e.values[i] == "NULL" && column == "amount" && p.Amount != "":
			return fmt.Errorf("the amount follows from the other columns of the price: set sale_price, list_price and " +
				"discount to NULL too")
		}
	}
	if err := given.Complete().Check(); err != nil {
		return err
	}
	return p.Check()
}
