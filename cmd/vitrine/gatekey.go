package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/ticket"
)

// gateCommands manage the keys with which gates check in tickets.
func gateCommands() []cli.Command {
	return []cli.Command{
		{
			Name:    "gate-key",
			Args:    "TENANT NAME [EVENT]",
			Summary: "Create a key with which a gate checks in tickets",
			About: "NAME is the name of the gate. With EVENT, the slug of an event, the key is valid only for its tickets. " +
				"Without EVENT it admits tickets of every event, unless the gate sends eventId with each scan.",
			Examples: []string{"gate-key demo north-door"},
			Setup:    cli.NoFlags(withTenant(gateKey)),
		},
		{
			Name: "gate list", Args: "TENANT", Summary: "List the keys of gates, without the keys themselves",
			Setup: cli.NoFlags(withTenant(gateList)),
		},
		{
			Name: "gate revoke", Args: "TENANT ID", Summary: "End the use of a gate's key",
			Setup: cli.NoFlags(withTenant(gateRevoke)),
		},
	}
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

func gateList(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	all, err := ticket.GateKeys(ctx, pool, args[0])
	if err != nil {
		return err
	}
	for _, k := range all {
		event, state := "all events", "in use"
		if k.Event != "" {
			event = k.Event
		}
		if k.Revoked != nil {
			state = "revoked " + k.Revoked.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(c.Stdout, "%s  %s  %-32s %-24s %s\n", k.ID, k.Created.UTC().Format(time.RFC3339), k.Name, event, state)
	}
	return nil
}

func gateRevoke(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	found, err := ticket.RevokeGateKey(ctx, pool, args[0], args[1])
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("tenant %s has no gate key %s; vitrine gate list %s shows the keys", args[0], args[1], args[0])
	}
	fmt.Fprintf(c.Stdout, "the gate key %s is revoked\n", args[1])
	return nil
}
