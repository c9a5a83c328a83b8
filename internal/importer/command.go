package importer

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

const help = `Usage: vitrine import KIND FILE [flags]

Imports a file into a content table. The file is JSON Lines, or CSV with a header row, gzip or not.
Rows that cannot be imported are written to the reject file with the reason; they do not stop the import.
Running the same command again repeats or completes the import. Rows that have not changed are left alone.

KIND is a table: product, category, brand, brand_location, merchant, place, organization, campaign, page, blog_post,
attribute, route, faq, faq_group, collection, event, dictionary_term, project, or one of their child tables.
FILE may be - for standard input.

A field fills the column of its name (featuredImage fills featured_image). A brand, merchant, place or category may be
given by name; it is created if it is missing. An import adds and updates rows; it never deletes any. New rows are
PUBLISHED unless the file or --set says otherwise.

Flags:
`

const examples = `
Examples:
  vitrine import product products.csv --tenant shop --create-tenant
  vitrine import product parts.jsonl.gz --tenant shop --map title=name --map cost=amount --map weight=attribute:weight
  vitrine import brand brands.csv --tenant shop --key code --map code=- --set status=DRAFT
  vitrine import place stadiums.jsonl.gz --tenant shop --map Stadium=name --map Team=- --skip-unknown
`

// Command runs vitrine import. It reads the flags, which may stand anywhere, imports the file, and prints the report to
// stdout. open connects to the database; it is not called if the command line is wrong.
func Command(ctx context.Context, args []string, stdout, stderr io.Writer,
	open func(ctx context.Context) (*pgxpool.Pool, error)) error {
	o, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	o.Stdin, o.Progress = os.Stdin, stderr
	if o.File != "-" {
		if _, err := os.Stat(o.File); err != nil {
			return usage("%w", err)
		}
	}
	pool, err := open(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	report, err := Run(ctx, pool, o)
	if report.Read > 0 || err == nil {
		fmt.Fprint(stdout, report)
	}
	return err
}

func parseFlags(args []string, stderr io.Writer) (Options, error) {
	o := Options{Map: map[string]string{}, Set: map[string]string{}}
	create := false
	f := flag.NewFlagSet("vitrine import", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.Tenant, "tenant", "", "the `tenant` that gets the rows (default: the only one)")
	f.BoolVar(&create, "create-tenant", false, "create the tenant if it does not exist")
	f.Func("map", "`FIELD=COLUMN`: the column that a field fills; - leaves the field out, attribute:NAME makes it an "+
		"attribute, category and brand take names; several are separated by commas", pairs("map", o.Map))
	f.Func("set", "`COLUMN=VALUE` for every row; may be repeated", pair("set", o.Set))
	f.Func("key", "the `FIELD` that identifies a record, or several separated by commas (default: id, or else slug, or else "+
		"the whole content)", func(s string) error {
		for part := range strings.SplitSeq(s, ",") {
			o.Key = append(o.Key, strings.TrimSpace(part))
		}
		return nil
	})
	f.StringVar(&o.As, "as", "", "read the file as this known `dataset`, or as plain for none (default: recognised by its fields)")
	f.BoolVar(&o.SkipUnknown, "skip-unknown", false, "leave out fields that match no column")
	f.StringVar(&o.Rejects, "rejects", "", "the `file` for rejected rows (default: FILE without .gz and with .rejects.jsonl, "+
		"in the current folder)")
	f.IntVar(&o.Batch, "batch", defaultBatch, "`rows` per transaction")
	f.IntVar(&o.Workers, "workers", defaultWorkers, "concurrent transactions")
	var words []string
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				fmt.Fprint(stderr, help)
				f.SetOutput(stderr)
				f.PrintDefaults()
				fmt.Fprint(stderr, examples)
				return o, err
			}
			return o, usage("%w\n(vitrine import --help lists the flags)", err)
		}
		if args = f.Args(); len(args) == 0 {
			break
		}
		words, args = append(words, args[0]), args[1:]
	}
	o.TenantMustExist = !create
	switch {
	case len(words) == 2:
		o.Kind, o.File = words[0], words[1]
		return o, nil
	case len(words) > 2:
		return o, usage("expected KIND and one FILE, got %s", strings.Join(words, " "))
	}
	return o, usage("expected KIND and FILE, as in: vitrine import product products.csv (see vitrine import --help)")
}

// pair reads name=value.
func pair(name string, into map[string]string) func(string) error {
	return func(s string) error {
		left, right, ok := strings.Cut(s, "=")
		if !ok || left == "" {
			return fmt.Errorf("--%s %q: expected name=value", name, s)
		}
		into[strings.TrimSpace(left)] = strings.TrimSpace(right)
		return nil
	}
}

// pairs reads several, separated by commas.
func pairs(name string, into map[string]string) func(string) error {
	one := pair(name, into)
	return func(s string) error {
		for part := range strings.SplitSeq(s, ",") {
			if err := one(part); err != nil {
				return err
			}
		}
		return nil
	}
}
