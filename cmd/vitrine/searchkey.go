package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/tenant"
)

// searchKeyCommand manages the key that search widgets send.
func searchKeyCommand() cli.Command {
	return cli.Command{
		Name: "tenant search-key", Args: "TENANT",
		Summary: "Create the public key of a tenant's search widgets, show when it was made, or remove it",
		About: "Pages send the key with each search of a widget: POST /1/indexes/*/queries and POST /multi-search. It " +
			"replaces the previous key and is printed only once. It is public: it opens nothing that the API does not show.",
		Examples: []string{"tenant search-key shop", "tenant search-key shop --show", "tenant search-key shop --remove"},
		Setup:    searchKey,
	}
}

func searchKey(f *flag.FlagSet) cli.Run {
	remove := f.Bool("remove", false, "remove the key: widgets can no longer search")
	show := f.Bool("show", false, "show whether there is a key, and when it was made")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		id := args[0]
		switch {
		case *remove && *show:
			return cli.Usagef("tenant search-key: --remove and --show exclude one another")
		case *show:
			at, err := tenant.SearchKeyMade(ctx, pool, id)
			if err != nil {
				return err
			}
			if at == nil {
				fmt.Fprintf(c.Stdout, "%s has no search key; its widgets cannot search\n", id)
				return nil
			}
			fmt.Fprintf(c.Stdout, "%s has a search key, made at %s\n", id, at.UTC().Format(time.RFC3339))
			return nil
		case *remove:
			if err := tenant.RemoveSearchKey(ctx, pool, id); err != nil {
				return err
			}
			fmt.Fprintf(c.Stdout, "the search key of %s was removed; its widgets can no longer search\n", id)
			return nil
		}
		key, err := tenant.MakeSearchKey(ctx, pool, id)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Stderr, "search key of %s; it is not shown again, and the previous key is no longer valid:\n", id)
		fmt.Fprintln(c.Stdout, key) // alone on stdout, so that a script can store it in a variable
		return nil
	})
}
