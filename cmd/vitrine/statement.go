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

	"vitrine/internal/cli"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/transfer"
)

var statementCommand = cli.Command{
	Name:    "statement import",
	Args:    "FILE",
	Summary: "Book the transfers of a bank statement",
	About: "The file is JSON Lines, or CSV with a header row, with the fields id, iban, amount, currency, description " +
		"and " +
		"bookedAt (2026-11-21T10:00:00Z or 2026-11-21). Each line counts once, however often it is imported. Outgoing " +
		"transfers, with a negative amount, are skipped.",
	Examples: []string{"statement import november.csv --tenant shop"},
	Setup: func(f *flag.FlagSet) cli.Run {
		tenant := f.String("tenant", "demo", "`tenant` of the bank account")
		wait := f.Duration("wait", writeWait, "`time` to wait until a write service has booked the lines")
		return func(ctx context.Context, c *cli.Call, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return fmt.Errorf("read the statement: %w", err)
			}
			defer file.Close() //nolint:errcheck // it was only read
			lines, err := readStatement(file)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return importStatement(ctx, c, *tenant, *wait, lines)
		}
	},
}

func importStatement(ctx context.Context, c *cli.Call, tenant string, wait time.Duration,
	lines []writeapi.StatementLine) error {
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
		id, isNew, err := transfer.Stage(ctx, pool, tenant, l)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if !isNew {
			known++
		}
		ids = append(ids, id)
	}
	noun := "lines"
	if len(lines) == 1 {
		noun = "line"
	}
	fmt.Fprintf(c.Stdout, "%d %s, %d already known\n", len(lines), noun, known)
	return waitFor(ctx, c, wait, func() (bool, error) {
		rows, err := pool.Query(ctx, `
SELECT format('%s  %s %s  %s', txn, (amount / 100.0)::numeric(14,2), currency, outcome), outcome = ''
FROM statement_line WHERE tenant_id = $1 AND id = ANY ($2) ORDER BY booked_at, txn`, tenant, ids)
		if err != nil {
			return false, fmt.Errorf("read the lines: %w", err)
		}
		pending, all := 0, []string{}
		var text string
		var isPending bool
		if _, err := pgx.ForEachRow(rows, []any{&text, &isPending}, func() error {
			if isPending {
				pending++
			}
			all = append(all, text)
			return nil
		}); err != nil {
			return false, fmt.Errorf("read the lines: %w", err)
		}
		if pending > 0 {
			return false, nil
		}
		for _, l := range all {
			fmt.Fprintln(c.Stdout, l)
		}
		return true, nil
	})
}

// maxStatement limits the lines of one file.
const maxStatement = 100_000

// readStatement reads JSON Lines or CSV.
func readStatement(f io.Reader) ([]writeapi.StatementLine, error) {
	in := bufio.NewReader(f)
	first, err := in.Peek(1)
	if err != nil {
		return nil, errors.New("the file is empty")
	}
	var s statement
	if first[0] == '{' {
		err = s.readJSON(in)
	} else {
		err = s.readCSV(in)
	}
	return s.lines, err
}

// A statement collects the lines of a file.
type statement struct{ lines []writeapi.StatementLine }

func (s *statement) readJSON(in io.Reader) error {
	d := json.NewDecoder(in)
	d.UseNumber()
	for {
		var v map[string]any
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("line %d: %w", len(s.lines)+1, err)
		}
		fields := map[string]string{}
		for k, x := range v {
			fields[k] = fmt.Sprint(x)
		}
		if err := s.add(fields); err != nil {
			return err
		}
	}
}

func (s *statement) readCSV(in io.Reader) error {
	r := csv.NewReader(in)
	head, err := r.Read()
	if err != nil {
		return err
	}
	for _, name := range []string{"id", "iban", "amount", "currency", "description", "bookedAt"} {
		if !slices.Contains(head, name) {
			return fmt.Errorf("the header has no column %s", name)
		}
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		fields := map[string]string{}
		for i, name := range head {
			fields[name] = row[i]
		}
		if err := s.add(fields); err != nil {
			return err
		}
	}
}

// add adds a line. It skips outgoing transfers.
func (s *statement) add(fields map[string]string) error {
	if strings.HasPrefix(fields["amount"], "-") {
		return nil
	}
	at, err := time.Parse(time.RFC3339, fields["bookedAt"])
	if err != nil {
		at, err = time.Parse(time.DateOnly, fields["bookedAt"])
	}
	if err != nil {
		return fmt.Errorf("line %d: bookedAt=%q: expected a date such as 2026-11-21", len(s.lines)+1, fields["bookedAt"])
	}
	if len(s.lines) >= maxStatement {
		return fmt.Errorf("more than %d lines; split the file", maxStatement)
	}
	s.lines = append(s.lines, writeapi.StatementLine{
		ID: fields["id"], IBAN: strings.ReplaceAll(fields["iban"], " ", ""), Amount: writeapi.Number(fields["amount"]),
		Currency: fields["currency"], Description: fields["description"], BookedAt: at,
	})
	return nil
}
