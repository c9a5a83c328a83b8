package cells

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
)

// Options say what Follow follows.
type Options struct {
	File  string // path of the file of cells
	URL   string // of Vitrine
	Name  string // of the follower; empty: one that belongs to the file
	Cells int    // of a tenant

	Tenants []string
	Keys    map[string]func() (string, error) // reads the stream key of each tenant

	Out io.Writer // a line when it begins
	Log *slog.Logger
}

// Follow follows the changes of some tenants into a file until ctx is done.
func Follow(ctx context.Context, o Options) error {
	f, err := Open(o.File, o.Tenants, o.Cells)
	if err != nil {
		return err
	}
	name, how := o.Name, "a new file"
	if name == "" {
		name = f.Name()
	}
	if f.Kept {
		how = "going on from what it holds"
	}
	fmt.Fprintf(o.Out, "following %s into %s as %s (%s)\n", strings.Join(o.Tenants, ", "), o.File, name, how)
	// A redirect must not carry the key to another address.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var all sync.WaitGroup
	for _, t := range f.Tenants {
		follower := NewFollower(Config{URL: o.URL, Name: name, Cells: t, Key: o.Keys[t.ID], Client: client, Log: o.Log,
			Now: Now})
		all.Go(func() { follower.Run(ctx) })
	}
	all.Wait()
	return f.Close()
}
