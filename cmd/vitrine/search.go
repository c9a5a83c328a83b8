package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
	"vitrine/internal/cli"
	"vitrine/search"
	"vitrine/search/rank"
	conf "vitrine/search/settings"
)

func searchCommands() []cli.Command {
	return []cli.Command{
		searchExplainCommand,
		{
			Name: "search settings show", Args: "TENANT",
			Summary: "Show the weights, synonyms, stop words and pins of a tenant",
			Setup:   cli.NoFlags(withDatabase(settingsShow)),
		},
		{
			Name: "search settings set", Args: "TENANT FIELD=WEIGHT...",
			Summary: "Change the weights of fields in searches of products",
			About: "The fields are title, brand, model, categories, attributes and description. A weight is a number from 0 " +
				"to 10. A field with 0 is not searched; the title needs at least 0.1. FIELD= restores the default. Weights " +
				"count in the lists in memory, not in Postgres. They read all words of the tenant again.",
			Examples: []string{"search settings set shop title=2 description=0.5", "search settings set shop description="},
			Setup:    cli.NoFlags(withDatabase(settingsSet)),
		},
		{
			Name: "search settings synonym add", Args: "TENANT TEXT TEXT...",
			Summary: "Add a synonym: a search for one text finds the others too",
			About: fmt.Sprintf("A text has one to %d words. With --one-way, only a search for the first text finds the "+
				"others. Synonyms of synonyms are not found. A tenant has at most %d synonyms of at most %d texts.",
				conf.MaxPhraseWords, conf.MaxSynonyms, conf.MaxPhrases),
			Examples: []string{
				`search settings synonym add shop laptop notebook "dizüstü bilgisayar"`,
				`search settings synonym add shop "tv stand" "media console" --one-way`,
			},
			Setup: synonymAdd,
		},
		{
			Name: "search settings synonym remove", Args: "TENANT TEXT...",
			Summary:  "Remove every synonym that has all of the texts",
			Examples: []string{"search settings synonym remove shop laptop notebook"},
			Setup:    cli.NoFlags(withDatabase(synonymRemove)),
		},
		{
			Name: "search settings stopword add", Args: "TENANT WORD...",
			Summary: "Add stop words: a record need not have them",
			About: fmt.Sprintf("They count beside the stop words of the language. If a search has no other words, they count "+
				"like any word. A tenant has at most %d.", conf.MaxStopWords),
			Examples: []string{"search settings stopword add shop buy cheap"},
			Setup:    cli.NoFlags(withDatabase(stopwordAdd)),
		},
		{
			Name: "search settings stopword remove", Args: "TENANT WORD...", Summary: "Remove stop words",
			Setup: cli.NoFlags(withDatabase(stopwordRemove)),
		},
		{
			Name: "search settings pin add", Args: "TENANT QUERY RECORD...",
			Summary: "Put records first in searches for one text",
			About: fmt.Sprintf("RECORD is a slug or an id. The records come first, in this order, in every search for the "+
				"same words, unless the request sorts. One that is not visible or does not pass the filters is left out. A "+
				"tenant has at most %d such searches, of at most %d records.", conf.MaxPins, conf.MaxPinned),
			Examples: []string{`search settings pin add demo "keten gömlek" mavi-keten-gomlek`},
			Setup:    pinAdd,
		},
		{
			Name: "search settings pin remove", Args: "TENANT QUERY [RECORD...]",
			Summary: "Remove records from a pinned search, or all of them",
			Setup:   pinRemove,
		},
		{
			Name: "search settings export", Args: "TENANT", Summary: "Print the search settings of a tenant as JSON",
			Setup: cli.NoFlags(withDatabase(settingsExport)),
		},
		{
			Name: "search settings import", Args: "TENANT FILE",
			Summary: "Replace the search settings of a tenant by those of a file",
			About: "FILE is JSON as search settings export prints it; - is standard input. Nothing is changed if it has a " +
				"mistake.",
			Examples: []string{"search settings export shop > search.json", "search settings import shop search.json"},
			Setup:    cli.NoFlags(withDatabase(settingsImport)),
		},
	}
}

// changeSearch changes the search settings of a tenant.
func changeSearch(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, tenant string,
	change func(pgx.Tx, *search.Settings) error,
) error {
	err := conf.Change(ctx, pool, tenant, func(tx pgx.Tx, s *search.Settings) error {
		if err := change(tx, s); err != nil {
			return err
		}
		if err := conf.Check(s); err != nil {
			return cli.UsageError{Err: err}
		}
		return nil
	})
	return changedSearch(c, tenant, err)
}

func changedSearch(c *cli.Call, tenant string, err error) error {
	switch {
	case errors.Is(err, conf.ErrUnknownTenant):
		return unknownTenant(tenant)
	case err != nil:
		return err
	}
	fmt.Fprintf(c.Stdout, "the search settings of %s were changed; searches follow them like any edit\n", tenant)
	return nil
}

func readSearch(ctx context.Context, pool *pgxpool.Pool, tenant string) (*search.Settings, error) {
	if err := knownTenant(ctx, pool, tenant); err != nil {
		return nil, err
	}
	s, err := conf.Read(ctx, pool, tenant)
	if s == nil {
		s = &search.Settings{}
	}
	return s, err
}

func settingsShow(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	s, err := readSearch(ctx, pool, args[0])
	if err != nil {
		return err
	}
	defaults := rank.DefaultWeights()
	for _, field := range search.WeightFields {
		if w, ok := s.Weights[field]; ok {
			fmt.Fprintf(c.Stdout, "weight    %-12s %v (default %v)\n", field, w, defaults[field])
		} else {
			fmt.Fprintf(c.Stdout, "weight    %-12s %v\n", field, defaults[field])
		}
	}
	for _, y := range s.Synonyms {
		if y.From != "" {
			fmt.Fprintf(c.Stdout, "synonym   %s → %s\n", y.From, strings.Join(y.To, ", "))
		} else {
			fmt.Fprintf(c.Stdout, "synonym   %s\n", strings.Join(y.Words, ", "))
		}
	}
	if len(s.StopWords) > 0 {
		fmt.Fprintf(c.Stdout, "stopword  %s\n", strings.Join(s.StopWords, ", "))
	}
	for _, p := range s.Pins {
		fmt.Fprintf(c.Stdout, "pin       %s: %s %s\n", p.Query, p.Kind, strings.Join(p.IDs, " "))
	}
	return nil
}

func settingsSet(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	return changeSearch(ctx, c, pool, args[0], func(_ pgx.Tx, s *search.Settings) error {
		for _, pair := range args[1:] {
			field, value, ok := strings.Cut(pair, "=")
			if !ok {
				return cli.Usagef("%q: expected FIELD=WEIGHT", pair)
			}
			if value == "" && slices.Contains(search.WeightFields, field) {
				delete(s.Weights, field)
				continue
			}
			w, err := strconv.ParseFloat(value, 64)
			if err != nil && slices.Contains(search.WeightFields, field) {
				return cli.Usagef("weight %q of %s: expected a number from 0 to %v", value, field, conf.MaxWeight)
			}
			if s.Weights == nil {
				s.Weights = map[string]float64{}
			}
			s.Weights[field] = w
		}
		return nil
	})
}

func synonymAdd(f *flag.FlagSet) cli.Run {
	oneWay := f.Bool("one-way", false, "only the first text finds the others")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		y := search.Synonym{Words: args[1:]}
		if *oneWay {
			y = search.Synonym{From: args[1], To: args[2:]}
		}
		return changeSearch(ctx, c, pool, args[0], func(_ pgx.Tx, s *search.Settings) error {
			if err := conf.AddSynonym(s, y); err != nil {
				return cli.UsageError{Err: err}
			}
			return nil
		})
	})
}

func synonymRemove(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	return changeSearch(ctx, c, pool, args[0], func(_ pgx.Tx, s *search.Settings) error {
		if conf.RemoveSynonyms(s, args[1:]) == 0 {
			return fmt.Errorf("%s has no synonym with %s", args[0], strings.Join(args[1:], ", "))
		}
		return nil
	})
}

func stopwordAdd(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	return changeSearch(ctx, c, pool, args[0], func(_ pgx.Tx, s *search.Settings) error {
		conf.AddStopWords(s, args[1:])
		return nil
	})
}

func stopwordRemove(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	return changeSearch(ctx, c, pool, args[0], func(_ pgx.Tx, s *search.Settings) error {
		if !conf.RemoveStopWords(s, args[1:]) {
			return fmt.Errorf("%s has no stop word %s", args[0], strings.Join(args[1:], ", "))
		}
		return nil
	})
}

// pinKind defines the flag for the kind of pinned records.
func pinKind(f *flag.FlagSet) *string { return f.String("kind", "product", "`kind` of the records") }

// searchedKind returns the kind of a module that can be searched, given by its table or the first word of its path.
func searchedKind(name string) (*catalog.Resource, error) {
	var known []string
	for _, r := range catalog.Searched() {
		if r.Name == name || r.Module() == name {
			return r, nil
		}
		known = append(known, r.Name)
	}
	return nil, cli.Usagef("--kind %q: the kinds are %s", name, strings.Join(known, ", "))
}

func pinAdd(f *flag.FlagSet) cli.Run {
	kind := pinKind(f)
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		r, err := searchedKind(*kind)
		if err != nil {
			return err
		}
		return changeSearch(ctx, c, pool, args[0], func(tx pgx.Tx, s *search.Settings) error {
			ids, err := recordIDs(ctx, tx, args[0], r, args[2:])
			if err != nil {
				return err
			}
			conf.AddPin(s, search.Pin{Query: args[1], Kind: r.Name, IDs: ids})
			return nil
		})
	})
}

func pinRemove(f *flag.FlagSet) cli.Run {
	kind := pinKind(f)
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		r, err := searchedKind(*kind)
		if err != nil {
			return err
		}
		return changeSearch(ctx, c, pool, args[0], func(tx pgx.Tx, s *search.Settings) error {
			ids, err := recordIDs(ctx, tx, args[0], r, args[2:])
			if err != nil {
				return err
			}
			if !conf.RemovePin(s, r.Name, args[1], ids) {
				return fmt.Errorf("%s has no such pin for %q", args[0], args[1])
			}
			return nil
		})
	})
}

// recordIDs returns the ids of records of a tenant that are given by id or slug.
func recordIDs(ctx context.Context, tx pgx.Tx, tenant string, r *catalog.Resource, names []string) ([]string, error) {
	key := "id"
	if err := tx.QueryRow(ctx, "SELECT coalesce(max(attname), 'id') FROM pg_attribute WHERE attrelid = to_regclass($1)"+
		" AND attname = 'slug' AND NOT attisdropped", r.Name).Scan(&key); err != nil {
		return nil, fmt.Errorf("read the columns of %s: %w", r.Name, err)
	}
	ids := make([]string, 0, len(names))
	for _, name := range names {
		var id string
		err := tx.QueryRow(ctx, "SELECT id FROM "+pgx.Identifier{r.Name}.Sanitize()+
			" WHERE tenant_id = $1 AND (id = $2 OR "+key+" = $2) ORDER BY id <> $2 LIMIT 1", tenant, name).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fmt.Errorf("tenant %s has no %s %q", tenant, r.Name, name)
		}
		if err != nil {
			return nil, fmt.Errorf("find the %s %q: %w", r.Name, name, err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func settingsExport(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	s, err := readSearch(ctx, pool, args[0])
	if err != nil {
		return err
	}
	e := json.NewEncoder(c.Stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(s)
}

func settingsImport(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	text, err := readSettingsFile(args[1])
	if err != nil {
		return err
	}
	s, err := conf.Decode(text)
	if err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	err = conf.Replace(ctx, pool, args[0], s, func(tx pgx.Tx) error {
		for _, p := range s.Pins {
			r, err := searchedKind(p.Kind)
			if err != nil || r.Name != p.Kind {
				return fmt.Errorf("%s: the pin of %q: unknown kind %q", args[1], p.Query, p.Kind)
			}
			if _, err := recordIDs(ctx, tx, args[0], r, p.IDs); err != nil {
				return fmt.Errorf("%s: the pin of %q: %w", args[1], p.Query, err)
			}
		}
		return nil
	})
	return changedSearch(c, args[0], err)
}

func readSettingsFile(name string) ([]byte, error) {
	in := io.Reader(os.Stdin)
	if name != "-" {
		f, err := os.Open(name) //nolint:gosec // the operator names the file
		if err != nil {
			return nil, fmt.Errorf("read the settings: %w", err)
		}
		defer func() { _ = f.Close() }() // read only
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, conf.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	return text, nil
}
