package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/announce"
	"vitrine/internal/catalog"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

func changeCommands() []cli.Command {
	return []cli.Command{
		{
			Name: "tenant stream-key", Args: "TENANT", Summary: "Create the key for the change stream of a tenant, or remove it",
			About: "The key opens GET /v1/changes. It replaces the previous key and is printed only once. Webhooks need a " +
				"stream key " +
				"too.",
			Examples: []string{"tenant stream-key shop", "tenant stream-key shop --remove"},
			Setup:    streamKey,
		},
		{
			Name: "tenant webhook add", Args: "TENANT URL", Summary: "Add a webhook: post the changes of a tenant to a URL",
			About: "Requests are signed (Standard Webhooks). The secret is printed only once. Changes from now on are posted.",
			Setup: cli.NoFlags(withDatabase(webhookAdd)),
		},
		{
			Name: "tenant webhook list", Args: "TENANT", Summary: "List the webhooks of a tenant",
			Setup: cli.NoFlags(withDatabase(webhookList)),
		},
		{
			Name: "tenant webhook remove", Args: "TENANT WEBHOOK", Summary: "Remove a webhook",
			Setup: cli.NoFlags(withDatabase(webhookRemove)),
		},
		{
			Name: "webhook replay", Args: "TENANT WEBHOOK", Summary: "Post changes to a webhook again",
			About: "A webhook that was stopped after too many failures starts again. vitrine tenant webhook list shows the ids.",
			Examples: []string{
				"webhook replay shop 0123456789abcdef01234567 --after 1200",
			},
			Setup: webhookReplay,
		},
	}
}

func streamKey(f *flag.FlagSet) cli.Run {
	remove := f.Bool("remove", false, "remove the key: streams end and webhooks pause")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		if *remove {
			if err := announce.RemoveStreamKey(ctx, pool, args[0]); err != nil {
				return err
			}
			fmt.Fprintf(c.Stdout, "the stream key of %s was removed; its streams end and its webhooks pause\n", args[0])
			return nil
		}
		key, err := announce.MakeStreamKey(ctx, pool, args[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Stderr, "stream key of %s; it is not shown again, and the previous key is no longer valid:\n", args[0])
		fmt.Fprintln(c.Stdout, key) // alone on stdout, so that a script can store it in a variable
		return nil
	})
}

func webhookAdd(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	loopback := c.Env.Bool(env.WebhookLoopback) && !production(c)
	id, secret, err := announce.AddWebhook(ctx, pool, args[0], args[1], loopback)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "webhook %s: changes of %s are posted to %s from now on\nsecret, not shown again: %s\n",
		id, args[0], args[1], secret)
	return nil
}

func webhookList(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	all, err := announce.Webhooks(ctx, pool, args[0])
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
			state += fmt.Sprintf(", %d attempts, the next at %s: %s",
				w.Attempts, w.NextAt.UTC().Format(time.RFC3339), w.LastError)
		}
		fmt.Fprintf(c.Stdout, "%s  %s  %s\n", w.ID, w.URL, state)
	}
	return nil
}

func webhookRemove(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	if err := announce.RemoveWebhook(ctx, pool, args[0], args[1]); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "webhook %s was removed\n", args[1])
	return nil
}

func webhookReplay(f *flag.FlagSet) cli.Run {
	start := f.String("after", "", "change `number` or token after which to begin (default: the oldest change that is "+
		"kept)")
	return func(ctx context.Context, c *cli.Call, args []string) error {
		after := uint64(0)
		if *start != "" {
			n, err := strconv.ParseUint(*start, 10, 63)
			if tenant, seq, _, ok := catalog.ParseConsistency(*start); err != nil && ok && tenant == args[0] {
				n, err = seq, nil
			}
			if err != nil {
				return cli.Usagef("--after %s: expected a change number, or a token of this tenant", *start)
			}
			after = n
		}
		pool, err := openDatabase(ctx, c)
		if err != nil {
			return err
		}
		defer pool.Close()
		if err := announce.ReplayWebhook(ctx, pool, args[0], args[1], after); err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "webhook %s begins again after change %d\n", args[1], after)
		return nil
	}
}
