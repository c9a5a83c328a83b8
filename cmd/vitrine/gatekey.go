package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/ticket"
)

var gateKeyCommand = cli.Command{
	Name:     "gate-key",
	Args:     "TENANT NAME [EVENT]",
	Summary:  "Create a key with which a gate checks in tickets",
	About:    "NAME is the name of the gate. With EVENT, the slug of an event, the key is valid only for its tickets.",
	Examples: []string{"gate-key demo north-door"},
	Setup:    cli.NoFlags(withTenant(gateKey)),
}

func gateKey(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	event := ""
	if len(args) == 3 {
		const sql = `SELECT id FROM event WHERE tenant_id = $1 AND slug = $2`
		err := pool.QueryRow(ctx, sql, args[0], args[2]).Scan(&event)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("tenant %s has no event %s", args[0], args[2])
		}
		if err != nil {
			return fmt.Errorf("find the event: %w", err)
		}
	}
	key, err := ticket.NewGateKey(ctx, pool, args[0], args[1], event)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Stdout, key)
	return nil
}
