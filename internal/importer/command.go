package importer

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
)

const about = "" +
	"The file is JSON Lines, or CSV with a header row, gzip or not. FILE may be - for standard input. KIND is a " +
	"table: product, category, brand, brand_location, merchant, place, organization, campaign, page, blog_post, " +
	"attribute, route, faq, faq_group, collection, event, dictionary_term, project, or one of their child tables.\n\n" +
	"A field fills the column of its name (featuredImage fills featured_image). A brand, merchant, place or " +
	"category may be given by name; it is created if it is missing. New rows are PUBLISHED unless the file or " +
	"--set says otherwise.\n\n" +
	"The key says which row a record is. It is the first of sku, code, ean, id and slug that every row of the file has " +
	"and no two rows share. Later imports take the same key. The attributes, categories, images and other parts of a " +
	"row become those of the file, unless --merge keeps the others.\n\n" +
	"Rows that cannot be imported are written to the reject file with the reason; they do not stop the import. The " +
	"exit code is 0 if all rows are in, 3 if some are, 1 if none is, and 2 if the command line is wrong.\n\n" +
	"An import adds and updates rows. It removes rows only with --prune. Running the same command again repeats or " +
	"completes the import. Rows that have not changed are left alone."

// Command describes vitrine import. open connects to the database; it is not called if the command line is wrong.
func Command(open func(ctx context.Context, c *cli.Call) (*pgxpool.Pool, error)) cli.Command {
	return cli.Command{
		Name: "import", Args: "KIND FILE", Summary: "Import a file into a content table", About: about,
		Examples: []string{
			"import product products.csv --tenant shop --create-tenant",
			"import product parts.jsonl.gz --tenant shop --map title=name --map cost=amount --map weight=attribute:weight",
			"import brand brands.csv --tenant shop --key code --map code=- --set status=DRAFT",
			"import place stadiums.jsonl.gz --tenant shop --map Stadium=name --map Team=- --skip-unknown",
			"import product products.csv --tenant shop --prune --dry-run",
		},
		Setup: func(f *flag.FlagSet) cli.Run {
			o := bindFlags(f)
			return func(ctx context.Context, c *cli.Call, args []string) error {
				o.Kind, o.File = args[0], args[1]
				return o.execute(ctx, c, open)
			}
		},
	}
}

// bindFlags defines the flags and returns the options that they fill.
func bindFlags(f *flag.FlagSet) *Options {
	o := &Options{Map: map[string]string{}, Set: map[string]string{}, TenantMustExist: true}
	f.StringVar(&o.Tenant, "tenant", "", "`tenant` that gets the rows (default: the only one)")
	f.BoolFunc("create-tenant", "create the tenant if it does not exist", func(s string) error {
		create, err := strconv.ParseBool(s)
		o.TenantMustExist = !create
		return err
	})
	f.Func("map", "`FIELD=COLUMN`: the column that a field fills; - leaves the field out, attribute:NAME makes it an "+
		"attribute, category and brand take names; several are separated by commas", pairs("map", o.Map))
	f.Func("set", "`COLUMN=VALUE` for every row; may be repeated", pair("set", o.Set))
	bindKeyFlags(f, o)
	f.StringVar(&o.As, "as", "", "read the file as this known `dataset`, or as plain for none (default: recognised by "+
		"its "+
		"fields)")
	f.BoolVar(&o.SkipUnknown, "skip-unknown", false, "leave out fields that match no column")
	f.StringVar(&o.Rejects, "rejects", "", "`file` for rejected rows (default: FILE without .gz and with "+
		".rejects.jsonl, in "+
		"the current folder)")
	f.IntVar(&o.Batch, "batch", defaultBatch, "`rows` per transaction")
	f.IntVar(&o.Workers, "workers", defaultWorkers, "`number` of concurrent transactions")
	return o
}

// bindKeyFlags defines the flags that decide which row a record is, and what becomes of rows without one.
func bindKeyFlags(f *flag.FlagSet, o *Options) {
	f.Func("key", "`FIELD` that identifies a record, or several separated by commas (default: the key of earlier imports, "+
		"or else the first of sku, code, ean, id and slug that is unique in the file)", func(s string) error {
		for part := range strings.SplitSeq(s, ",") {
			o.Key = append(o.Key, strings.TrimSpace(part))
		}
		return nil
	})
	f.BoolVar(&o.Rekey, "rekey", false, "replace the key of earlier imports; rows are found by both keys")
	f.BoolVar(&o.Merge, "merge", false, "keep attributes, categories, images and other parts that a record no longer has")
	f.BoolFunc("prune", "remove the rows of earlier imports that the file no longer has; --prune=draft makes drafts of them",
		func(s string) error {
			o.Prune = s
			if on, err := strconv.ParseBool(s); err == nil {
				o.Prune = map[bool]string{true: pruneDelete}[on]
			}
			return nil
		})
	f.Func("prune-limit", "`PERCENT` of the rows that --prune may remove at most (default 20)", func(s string) error {
		limit, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "%"), 64)
		if err != nil || limit <= 0 || limit > 100 {
			return fmt.Errorf("--prune-limit %q: expected a percentage above 0 and up to 100", s)
		}
		o.PruneLimit = limit
		return nil
	})
	f.BoolVar(&o.DryRun, "dry-run", false, "write nothing; print what would change, with the first ten differences")
}

// execute imports the file and prints the report.
func (o *Options) execute(ctx context.Context, c *cli.Call,
	open func(ctx context.Context, c *cli.Call) (*pgxpool.Pool, error)) error {
	o.Stdin, o.Progress = os.Stdin, c.Stderr
	if o.File != "-" {
		if _, err := os.Stat(o.File); err != nil {
			return cli.UsageError{Err: err}
		}
	}
	pool, err := open(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	report, err := Run(ctx, pool, *o)
	if report.Read > 0 || err == nil {
		fmt.Fprint(c.Stdout, printable(report.String()))
	}
	switch {
	case err == nil:
		return report.rejection()
	case isInterrupt(ctx, err):
		fmt.Fprintln(c.Stderr, "vitrine:", report.interruption()) // the program exits with 130 and prints nothing more
		return err
	case report.in() > 0:
		return cli.PartialError{Err: plainError{err}}
	}
	return plainError{err}
}

// A plainError prints an error without characters that are not text.
type plainError struct{ error }

func (e plainError) Error() string { return printable(e.error.Error()) }
func (e plainError) Unwrap() error { return e.error }

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
