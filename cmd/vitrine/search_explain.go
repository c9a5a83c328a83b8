package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"text/tabwriter"

	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/search"
)

// searchExplainCommand shows how a search ranks.
var searchExplainCommand = cli.Command{
	Name: "search explain", Args: "TENANT QUERY",
	Summary: "Show how a search ranks: the rules, the words and the fields of each record",
	About: "The command asks the admin listener of the gateway, which answers as of Postgres. While developing, the API " +
		"answers the same with explain=true. docs/search.md explains the rules.",
	Examples: []string{`search explain demo "keten gömlek"`, "search explain demo loria --module brand --limit 3"},
	Setup: func(f *flag.FlagSet) cli.Run {
		module := f.String("module", "product", "first `word` of the path of the list")
		limit := f.Int("limit", 10, "the most `records`")
		at := f.String("admin", "", "`URL` of the admin listener (default: the one at "+env.AdminAddr.Name+")")
		return func(ctx context.Context, c *cli.Call, args []string) error {
			o, err := newAdmin(c, *at, "serve", "gateway")
			if err != nil {
				return err
			}
			params := url.Values{"search": {args[1]}, "limit": {strconv.Itoa(*limit)}}
			body, err := o.get(ctx, "/search/explain?"+url.Values{"tenant": {args[0]},
				"path": {"/v1/" + *module + "?" + params.Encode()}}.Encode())
			var found explainedList
			if jerr := json.Unmarshal(body, &found); err == nil && jerr != nil {
				return fmt.Errorf("read the answer of %s: %w", o.url, jerr)
			}
			if err != nil && found.Message != "" {
				return errors.New(found.Message)
			}
			if err != nil {
				return err
			}
			return found.print(c.Stdout)
		}
	},
}

// An explainedList is the gateway's answer.
type explainedList struct {
	Message string // of an error
	Data    []struct {
		Name, Title, Question, Word, Slug string
		Explain                           search.Explanation `json:"_explain"`
	}
}

func (l *explainedList) print(out io.Writer) error {
	if len(l.Data) == 0 {
		fmt.Fprintln(out, "nothing is found")
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for i, d := range l.Data {
		name := d.Slug
		for _, s := range []string{d.Word, d.Question, d.Title, d.Name} {
			if s != "" {
				name = s
			}
		}
		fmt.Fprintf(w, "%d. %s\t%s\tscore %v\n", i+1, name, d.Explain.Engine, d.Explain.Score)
		for _, r := range d.Explain.Rules {
			fmt.Fprintf(w, "   %s %s\t%v\t", r.Rule, r.Word, r.Value)
			if r.Weight != 0 {
				fmt.Fprintf(w, "weight %v", r.Weight)
			}
			fmt.Fprintln(w)
			for _, m := range r.Matches {
				fmt.Fprintf(w, "     %s\t%v\t%s, in %s", m.Term, m.Evidence, m.By, strings.Join(m.Fields, ", "))
				if m.Typos > 0 {
					fmt.Fprintf(w, ", typos: %d", m.Typos)
				}
				fmt.Fprintln(w)
			}
		}
	}
	return w.Flush()
}
