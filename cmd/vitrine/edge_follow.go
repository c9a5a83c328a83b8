package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/cells"
	"vitrine/internal/cli"
)

func cellsCommands() []cli.Command {
	return []cli.Command{
		{
			Name: "edge follow", Args: "TENANT=KEY...",
			Summary: "Follow changes on the host of a Varnish or an nginx, so that it serves nothing stale",
			About: "It keeps the number of the last change of each tag in a file that caches on the same host map into " +
				"their memory. It acknowledges changes, and announcements wait for it while it has a lease. KEY names the " +
				"stream key of the tenant, as env:NAME or file:PATH. The file should be in /run or /dev/shm. " +
				"Ctrl-C or SIGTERM stops it. docs/edge/cells.md describes the caches.\n\n" +
				"A restart with the same file and tenants goes on where the previous process ended. Only one process can follow " +
				"into a file.",
			Examples: []string{
				"edge follow --file /run/vitrine/cells --url http://10.1.0.7:8080 shop=file:/etc/vitrine/shop.key",
			},
			NoSettings: true, Setup: edgeFollow,
		},
		{
			Name: "edge cells", Args: "FILE", Summary: "Show how far the file of vitrine edge follow is",
			About: "It prints a line for each tenant. It fails if a tenant has no lease: then all its requests go to " +
				"Vitrine.",
			NoSettings: true, Setup: cli.NoFlags(edgeCells),
		},
	}
}

func edgeFollow(f *flag.FlagSet) cli.Run {
	file := f.String("file", "", "`path` of the file of cells")
	at := f.String("url", "", "`URL` of Vitrine, as the edge reaches it")
	name := f.String("edge", "", "`name` of the follower, unique for each tenant (default: the host's name and a random "+
		"part)")
	size := f.Int("cells", cells.DefaultCells, "`number` of cells of a tenant, a power of two; 8 bytes each")
	return func(ctx context.Context, c *cli.Call, args []string) error {
		base, err := url.Parse(*at)
		switch {
		case *file == "":
			return cli.Usagef("edge follow: --file is required")
		case *at == "" || err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" ||
			base.User != nil || base.RawQuery != "" || base.Fragment != "":
			return cli.Usagef("edge follow: --url %s: must be the address of Vitrine, such as http://10.1.0.7:8080", *at)
		}
		var tenants []string
		keys := map[string]func() (string, error){}
		read := provider.Secrets(os.Getenv)
		for _, arg := range args {
			tenant, key, ok := strings.Cut(arg, "=")
			if !ok || !strings.HasPrefix(key, "env:") && !strings.HasPrefix(key, "file:") {
				return cli.Usagef("edge follow: %s: must be TENANT=env:NAME or TENANT=file:PATH", tenant)
			}
			tenants = append(tenants, tenant)
			keys[tenant] = func() (string, error) { return read(key) }
			if _, err := keys[tenant](); err != nil {
				return fmt.Errorf("read the stream key of %s: %w", tenant, err)
			}
		}
		return cells.Follow(ctx, cells.Options{File: *file, URL: *at, Name: *name, Cells: *size, Tenants: tenants, Keys: keys,
			Out: c.Stdout, Log: slog.New(slog.NewTextHandler(c.Stderr, nil))})
	}
}

func edgeCells(_ context.Context, c *cli.Call, args []string) error {
	m, err := cells.Map(args[0])
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }() // the process ends
	without := 0
	for _, t := range m.Tenants() {
		state := "has a lease"
		if !t.Leased {
			state = "no lease: Vitrine answers each request"
			without++
		}
		fmt.Fprintf(c.Stdout, "%-20s epoch %-8s applied %-10d low-water mark %-10d %s\n", t.Tenant, t.Epoch, t.Applied,
			t.Floor, state)
	}
	if without > 0 {
		return fmt.Errorf("%d tenants have no lease", without)
	}
	return nil
}
