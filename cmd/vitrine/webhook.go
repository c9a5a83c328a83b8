package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest"
	"vitrine/internal/catalog"
	"vitrine/internal/env"
)

const webhookHelp = `Usage: vitrine webhook replay TENANT ID [--after NUMBER|TOKEN]

Begins a webhook again, also one that was stopped: changes after the one that is named are posted, once more where they were before.
Without --after, from the oldest that is kept. vitrine tenant webhook list TENANT shows the ids.
`

// webhookCommand is vitrine webhook.
func webhookCommand(ctx context.Context, c *call) error {
	if c.helpless() {
		fmt.Fprint(c.stdout, webhookHelp)
		return nil
	}
	if c.args[0] != "replay" || len(c.args) != 3 && (len(c.args) != 5 || c.args[3] != "--after") {
		return usageError{errors.New("webhook: it is vitrine webhook replay TENANT ID [--after NUMBER|TOKEN]")}
	}
	tenant, id, after := c.args[1], c.args[2], uint64(0)
	if len(c.args) == 5 {
		n, err := strconv.ParseUint(c.args[4], 10, 63)
		if of, seq, _, ok := catalog.ParseConsistency(c.args[4]); err != nil && ok && of == tenant {
			n, err = seq, nil
		}
		if err != nil {
			return usageError{fmt.Errorf("--after %s: want the number of a change, or a token of this tenant", c.args[4])}
		}
		after = n
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := ingest.ReplayWebhook(ctx, pool, tenant, id, after); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "webhook %s begins again after change %d\n", id, after)
	return nil
}

// shopWebhook is vitrine tenant webhook.
func shopWebhook(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	switch verb, tenant := args[0], args[1]; {
	case verb == "add" && len(args) == 3:
		id, secret, err := ingest.AddWebhook(ctx, pool, tenant, args[2], c.env.Bool(env.WebhookLoopback) && !production(c))
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "webhook %s: changes of %s from now on are posted to %s\nits secret, which is not shown again: %s\n", id, tenant, args[2], secret)
		return nil
	case verb == "list" && len(args) == 2:
		all, err := ingest.Webhooks(ctx, pool, tenant)
		if err != nil {
			return err
		}
		for _, w := range all {
			state := "up to change " + strconv.FormatUint(w.Delivered, 10)
			if w.Behind > 0 {
				state += fmt.Sprintf(", %d behind", w.Behind)
			}
			switch {
			case w.Stopped:
				state += ", stopped: " + w.LastError
			case w.Attempts > 0:
				state += fmt.Sprintf(", %d attempts, the next at %s: %s", w.Attempts, w.NextAt.UTC().Format(time.RFC3339), w.LastError)
			}
			fmt.Fprintf(c.stdout, "%s  %s  %s\n", w.ID, w.URL, state)
		}
		return nil
	case verb == "remove" && len(args) == 3:
		if err := ingest.RemoveWebhook(ctx, pool, tenant, args[2]); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "webhook %s is gone\n", args[2])
		return nil
	}
	return usageError{errors.New("tenant webhook: it is add TENANT URL, list TENANT or remove TENANT ID")}
}

// shopStreamKey is vitrine tenant stream-key.
func shopStreamKey(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	if len(args) == 2 && args[1] == "--remove" {
		if err := ingest.RemoveStreamKey(ctx, pool, args[0]); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "nobody hears of changes of %s any more; its webhooks rest\n", args[0])
		return nil
	}
	if len(args) != 1 {
		return usageError{errors.New("tenant stream-key: it is stream-key TENANT [--remove]")}
	}
	key, err := ingest.MakeStreamKey(ctx, pool, args[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "the stream key of %s, which is not shown again; one it had before is void:\n", args[0])
	fmt.Fprintln(c.stdout, key) // alone, for whoever keeps it in a variable
	return nil
}
