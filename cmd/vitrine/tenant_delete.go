package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/term"

	"vitrine/internal/cli"
)

func tenantDelete(f *flag.FlagSet) cli.Run {
	var yes string
	f.StringVar(&yes, "yes", "", "`TENANT` again, in place of the question")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		id := args[0]
		if err := knownTenant(ctx, pool, id); err != nil {
			return err
		}
		held, err := holdings(ctx, pool, id)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "tenant %s has %s\n", id, held)
		switch {
		case yes == id:
		case yes != "":
			return cli.Usagef("tenant delete: --yes %s is not the tenant %s; nothing was deleted", yes, id)
		case !term.IsTerminal(int(os.Stdin.Fd())):
			return cli.Usagef("tenant delete: this cannot be undone; repeat the command with --yes %s", id)
		default:
			if err := confirmName(os.Stdin, c.Stdout, id); err != nil {
				return err
			}
		}
		return deleteTenant(ctx, c, pool, id)
	})
}

// confirmName asks for the name of a tenant.
func confirmName(in io.Reader, out io.Writer, id string) error {
	fmt.Fprintf(out, "Deleting it cannot be undone. Type the name of the tenant to delete it: ")
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the answer: %w", err)
	}
	if strings.TrimSpace(line) != id {
		return fmt.Errorf("the answer is not %s; nothing was deleted", id)
	}
	return nil
}

// holdings counts what belongs to a tenant: accounts, orders and payments first, then its content.
func holdings(ctx context.Context, pool *pgxpool.Pool, id string) (string, error) {
	rows, err := pool.Query(ctx, "SELECT kind FROM watched WHERE kind <> 'tenant' ORDER BY kind")
	if err != nil {
		return "", fmt.Errorf("list the content tables: %w", err)
	}
	content, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", fmt.Errorf("list the content tables: %w", err)
	}
	var parts []string
	for _, table := range append([]string{"account", "orders", "payment", "ticket"}, content...) {
		var n int64
		sql := "SELECT count(*) FROM " + pgx.Identifier{table}.Sanitize() + " WHERE tenant_id = $1"
		if err := pool.QueryRow(ctx, sql, id).Scan(&n); err != nil {
			return "", fmt.Errorf("count the rows of %s: %w", table, err)
		}
		if n > 0 || table == "account" || table == "orders" {
			parts = append(parts, humanize.Comma(n)+" "+holdingName(table, n))
		}
	}
	return strings.Join(parts, ", "), nil
}

// holdingName names the rows of a table for a count.
func holdingName(table string, n int64) string {
	if table == "orders" {
		table = "order"
	}
	name := strings.ReplaceAll(table, "_", " ")
	switch {
	case n == 1, strings.HasSuffix(name, "related"):
	case strings.HasSuffix(name, "y"):
		name = strings.TrimSuffix(name, "y") + "ies"
	default:
		name += "s"
	}
	return name
}

// deleteTenant deletes a tenant with everything that belongs to it, in one transaction.
func deleteTenant(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, id string) error {
	tag, err := pool.Exec(ctx, `DELETE FROM tenant WHERE id = $1`, id)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == pgForeignKey && pg.TableName == "" {
		return fmt.Errorf("tenant %s was not deleted: %s. Wait until it is settled (vitrine payment show), or disable the "+
			"tenant meanwhile: vitrine tenant disable %s", id, pg.Message, id)
	}
	if err != nil {
		return fmt.Errorf("tenant %s was not deleted: %w", id, explainError(ctx, pool, err))
	}
	if tag.RowsAffected() == 0 {
		return unknownTenant(id)
	}
	fmt.Fprintf(c.Stdout, "tenant %s was deleted\n", id)
	return nil
}

const pgForeignKey = "23503"
