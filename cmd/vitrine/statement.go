package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment"
)

const statementHelp = `Usage: vitrine statement import FILE --tenant T

Reads lines of a bank's statement and books them: each counts once, however often it is imported. JSON Lines or CSV with a head, with
id, iban, amount, currency, description, bookedAt (2026-11-21T10:00:00Z or 2026-11-21). Lines of money that left the account are passed by.

Flags:
`

// statement is vitrine statement.
func statement(ctx context.Context, c *call) error {
	if c.helpless() {
		fmt.Fprint(c.stdout, statementHelp)
		return nil
	}
	if c.args[0] != "import" {
		return usageError{fmt.Errorf("statement: there is no %q, only import", c.args[0])}
	}
	flags := flag.NewFlagSet("statement import", flag.ContinueOnError)
	flags.SetOutput(c.stderr)
	flags.Usage = func() { fmt.Fprint(c.stderr, statementHelp); flags.PrintDefaults() }
	tenant := flags.String("tenant", "demo", "whose statement it is")
	wait := flags.Duration("wait", writeWait, "how long to wait for a write service to book them")
	var files []string
	for args := c.args[1:]; ; args = flags.Args()[1:] { // flags may stand behind the file
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil
			}
			return usageError{err}
		}
		if flags.NArg() == 0 {
			break
		}
		files = append(files, flags.Arg(0))
	}
	if len(files) != 1 {
		return usageError{errors.New("statement import: want one file")}
	}
	f, err := os.Open(files[0])
	if err != nil {
		return fmt.Errorf("read the statement: %w", err)
	}
	defer f.Close() //nolint:errcheck // it is read
	lines, err := readStatement(f)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	return importStatement(ctx, c, *tenant, *wait, lines)
}

func importStatement(ctx context.Context, c *call, tenant string, wait time.Duration, lines []writeapi.StatementLine) error {
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := knownTenant(ctx, pool, tenant); err != nil {
		return err
	}
	ids := []string{}
	known := 0
	for i, l := range lines {
		id, fresh, err := payment.Stage(ctx, pool, tenant, l)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if !fresh {
			known++
		}
		ids = append(ids, id)
	}
	fmt.Fprintf(c.stdout, "%d lines, %d of them known already\n", len(lines), known)
	return waitFor(ctx, c, wait, func() (bool, error) {
		rows, err := pool.Query(ctx, `SELECT format('%s  %s %s  %s', txn, (amount / 100.0)::numeric(14,2), currency, outcome), outcome = '' FROM statement_line WHERE tenant_id = $1 AND id = ANY ($2) ORDER BY booked_at, txn`, tenant, ids)
		if err != nil {
			return false, fmt.Errorf("read the lines: %w", err)
		}
		open, all := 0, []string{}
		var text string
		var waits bool
		if _, err := pgx.ForEachRow(rows, []any{&text, &waits}, func() error {
			if waits {
				open++
			}
			all = append(all, text)
			return nil
		}); err != nil {
			return false, fmt.Errorf("read the lines: %w", err)
		}
		if open > 0 {
			return false, nil
		}
		for _, l := range all {
			fmt.Fprintln(c.stdout, l)
		}
		return true, nil
	})
}

// maxStatement is how many lines one file may have.
const maxStatement = 100_000

// readStatement reads JSON Lines or CSV.
func readStatement(f io.Reader) (lines []writeapi.StatementLine, err error) {
	in := bufio.NewReader(f)
	first, err := in.Peek(1)
	if err != nil {
		return nil, errors.New("the file is empty")
	}
	add := func(m map[string]string) error {
		if strings.HasPrefix(m["amount"], "-") {
			return nil
		}
		at, err := time.Parse(time.RFC3339, m["bookedAt"])
		if err != nil {
			at, err = time.Parse(time.DateOnly, m["bookedAt"])
		}
		if err != nil {
			return fmt.Errorf("line %d: bookedAt=%q is no date", len(lines)+1, m["bookedAt"])
		}
		if len(lines) >= maxStatement {
			return fmt.Errorf("there are more than %d lines", maxStatement)
		}
		lines = append(lines, writeapi.StatementLine{ID: m["id"], IBAN: strings.ReplaceAll(m["iban"], " ", ""), Amount: writeapi.Number(m["amount"]), Currency: m["currency"], Description: m["description"], BookedAt: at})
		return nil
	}
	if first[0] == '{' {
		d := json.NewDecoder(in)
		d.UseNumber()
		for {
			var v map[string]any
			if err := d.Decode(&v); errors.Is(err, io.EOF) {
				return lines, nil
			} else if err != nil {
				return nil, fmt.Errorf("line %d: %w", len(lines)+1, err)
			}
			m := map[string]string{}
			for k, x := range v {
				m[k] = fmt.Sprint(x)
			}
			if err := add(m); err != nil {
				return nil, err
			}
		}
	}
	r := csv.NewReader(in)
	head, err := r.Read()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"id", "iban", "amount", "currency", "description", "bookedAt"} {
		if !slices.Contains(head, name) {
			return nil, fmt.Errorf("the head has no %s", name)
		}
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
		m := map[string]string{}
		for i, name := range head {
			m[name] = row[i]
		}
		if err := add(m); err != nil {
			return nil, err
		}
	}
}
