package importer

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/term"

	"vitrine/internal/cli"
	"vitrine/internal/importer/source"
)

const about = "" +
	"The file is JSON, JSON Lines, CSV with a header row, YAML, xlsx or Markdown, gzip or not. FILE may be a folder of " +
	"Markdown and HTML documents, or - for standard input. KIND is a " +
	"table: product, category, brand, brand_location, merchant, place, organization, campaign, page, blog_post, " +
	"attribute, route, faq, faq_group, collection, event, dictionary_term, project, or one of their child tables.\n\n" +
	"A field fills the column of its name (featuredImage fills featured_image). A brand, merchant, place or " +
	"category may be given by name; it is created if it is missing. New rows are PUBLISHED unless the file or " +
	"--set says otherwise.\n\n" +
	"The key says which row a record is. It is the first of sku, code, ean, id and slug that every row of the file has " +
	"and no two rows share. Without one, the whole row is the key, and a changed row becomes a second record; --key " +
	"names another field. Later imports take the same key. The attributes, categories, images and other parts of a " +
	"row become those of the file, unless --merge keeps the others.\n\n" +
	"Before the first row is written, the command shows which field fills which column. On a terminal it asks whether " +
	"that is right. A value that its column does not take is left out with a warning; --strict rejects its row.\n\n" +
	"Rows that cannot be imported are written to the reject file with the reason; they do not stop the import. The " +
	"exit code is 0 if all rows are in, 3 if some are, 1 if none is, and 2 if the command line is wrong.\n\n" +
	"An import adds and updates rows. It removes rows only with --prune: those that earlier imports of its series wrote " +
	"and the file lacks. All files without a known data set are one series, called plain, unless --series names " +
	"another; give each supplier one. Running the same command again repeats or " +
	"completes the import. Rows that have not changed are left alone."

// Command describes vitrine import. open connects to the database; it is not called if the command line is wrong.
func Command(open func(ctx context.Context, c *cli.Call) (*pgxpool.Pool, error)) cli.Command {
	return cli.Command{
		Name: "import", Args: "KIND FILE", Summary: "Import a file into a content table", About: about,
		Examples: []string{
			"import product products.csv --tenant shop --create-tenant",
			"import product parts.jsonl.gz --tenant shop --map title=name --map cost=amount --map weight=attribute:weight",
			"import product list.xlsx --tenant shop --plan plan.yaml",
			"import product list.xlsx --tenant shop --map-file plan.yaml --yes",
			"import brand brands.csv --tenant shop --key code --map code=- --set status=DRAFT",
			"import place stadiums.jsonl.gz --tenant shop --map Stadium=name --map Team=- --skip-unknown",
			"import product products.csv --tenant shop --prune --dry-run",
			"import product acme.csv --tenant shop --series acme --prune",
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
		"attribute, category and brand take names; categories:/, reads / between steps and a comma between paths; several "+
		"are separated by commas", pairs("map", o.Map))
	f.Func("set", "`COLUMN=VALUE` for every row; may be repeated", pair("set", o.Set))
	bindKeyFlags(f, o)
	f.StringVar(&o.Series, "series", "", "`name` of the series of imports that the file continues, such as that of a "+
		"supplier; each has a key of its own, and --prune removes only its rows (default: the data set, or plain)")
	f.StringVar(&o.As, "as", "", "read the file as this known `dataset`, or as plain for none (default: recognised by "+
		"its fields)")
	bindReading(f, o)
	f.BoolVar(&o.SkipUnknown, "skip-unknown", false, "leave out fields that match no column")
	f.StringVar(&o.Rejects, "rejects", "", "`file` for rejected rows (default: FILE without .gz and with "+
		".rejects.jsonl, in the current folder)")
	f.IntVar(&o.Batch, "batch", defaultBatch, "`rows` per transaction")
	f.IntVar(&o.Workers, "workers", defaultWorkers, "`number` of concurrent transactions")
	return o
}

// bindKeyFlags defines the flags that decide which row a record is, and what becomes of rows without one.
func bindKeyFlags(f *flag.FlagSet, o *Options) {
	f.Func("key", "`FIELD` that identifies a record, or several separated by commas (default: the key of earlier "+
		"imports, or else the first of sku, code, ean, id and slug that is unique in the file, or else the whole row: a "+
		"changed row is then a second record)", func(s string) error {
		for part := range strings.SplitSeq(s, ",") {
			o.Key = append(o.Key, strings.TrimSpace(part))
		}
		return nil
	})
	f.BoolVar(&o.Rekey, "rekey", false, "replace the key of earlier imports; rows are found by both keys")
	f.BoolVar(&o.TakeAsNew, "take-as-new", false, "insert records that match no row, although some rows are known only "+
		"by a key that the file lacks")
	f.BoolVar(&o.Merge, "merge", false, "keep attributes, categories, images and other parts that a record no longer has")
	f.BoolFunc("prune", "remove the rows of earlier imports that the file no longer has; --prune=draft makes drafts of "+
		"them", func(s string) error {
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

// bindReading defines the flags that say how the file is read and understood.
func bindReading(f *flag.FlagSet, o *Options) {
	f.StringVar(&o.Format, "format", "", "`format` of the file: "+strings.Join(source.Formats, ", ")+
		" (default: its content and name show it)")
	f.StringVar(&o.Encoding, "encoding", "", "`encoding` of the text, such as windows-1254, iso-8859-9 or utf-16 "+
		"(default: guessed if it is not UTF-8)")
	f.StringVar(&o.Sheet, "sheet", "", "`name` of the sheet of a workbook (default: the first visible one)")
	f.BoolVar(&o.Sections, "sections", false, "take rows of a table with a value in one column only as headings: the "+
		"rows below get it as their category")
	f.BoolVar(&o.Templates, "templates", false, "remove template code, such as {% include x %} and {{ site.url }}, from "+
		"texts of Markdown and HTML")
	f.StringVar(&o.Records, "records", "", "`member` of a JSON or YAML document that lists the records, such as "+
		"data.products; . for the document itself (default: found by its form)")
	f.IntVar(&o.MaxLine, "max-line", defaultMaxLine, "length limit of a record in `bytes`")
	f.StringVar(&o.Decimal, "decimal", "", "`sign` before the decimals of all numbers, comma or dot (default: each "+
		"column shows its own)")
	f.StringVar(&o.Timezone, "timezone", "", "`zone` of times that name none, such as Europe/Istanbul (default: UTC)")
	f.Func("null", "`word` that means nothing, such as \"No old price\"; may be repeated", func(s string) error {
		o.Null = append(o.Null, s)
		return nil
	})
	f.BoolVar(&o.Strict, "strict", false, "reject a row with a value that its column does not take, instead of leaving "+
		"the value out")
	f.BoolVar(&o.Attributes, "attributes", false, "make attributes of fields that match no column")
	f.StringVar(&o.PlanFile, "plan", "", "write the plan to this `file` and import nothing; - prints it")
	f.StringVar(&o.MapFile, "map-file", "", "follow the plan in this `file`; other flags change it")
	f.BoolVar(&o.yes, "yes", false, "do not ask whether the plan is right")
}

// ask asks a question on the terminal. Anything but yes is no.
func ask(c *cli.Call, in io.Reader) func(question string) (bool, error) {
	lines := bufio.NewScanner(in)
	return func(question string) (bool, error) {
		fmt.Fprint(c.Stderr, question)
		if !lines.Scan() {
			fmt.Fprintln(c.Stderr)
			return false, lines.Err()
		}
		answer := strings.ToLower(strings.TrimSpace(lines.Text()))
		return answer == "y" || answer == "yes", nil
	}
}

// execute imports the file and prints the report.
func (o *Options) execute(ctx context.Context, c *cli.Call,
	open func(ctx context.Context, c *cli.Call) (*pgxpool.Pool, error)) error {
	o.Stdin, o.Progress, o.PlanOut = os.Stdin, c.Stderr, c.Stdout
	if !o.yes && !o.DryRun && o.File != "-" && term.IsTerminal(int(os.Stdin.Fd())) {
		o.Ask = ask(c, os.Stdin)
	}
	if o.File != "-" {
		if _, err := os.Stat(o.File); err != nil {
			return missing(o.File, err)
		}
	}
	pool, err := open(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	report, err := Run(ctx, pool, *o)
	if report.Read > 0 || err == nil && o.PlanFile == "" {
		fmt.Fprint(c.Stdout, cli.Plain(report.String()))
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

// missing explains why a file that the command line names cannot be opened.
func missing(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("there is no file %s; correct its name, or the folder in it", name)
	}
	return cli.UsageError{Err: err}
}

// isInterrupt reports that the user or the system ended the import.
func isInterrupt(ctx context.Context, err error) bool {
	return errors.Is(err, context.Canceled) && ctx.Err() != nil
}

// A plainError prints an error without characters that are not text.
type plainError struct{ error }

func (e plainError) Error() string { return cli.Plain(e.error.Error()) }
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

// pairs reads several, separated by commas. A comma with nothing after it belongs to the value, as in category:,
func pairs(name string, into map[string]string) func(string) error {
	one := pair(name, into)
	return func(s string) error {
		parts := strings.Split(s, ",")
		if last := len(parts) - 1; last > 0 && parts[last] == "" {
			parts = append(parts[:last-1], parts[last-1]+",")
		}
		for _, part := range parts {
			if err := one(part); err != nil {
				return err
			}
		}
		return nil
	}
}
