package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"vitrine/cmd/vitrine/backup"
	"vitrine/internal/cli"
)

// What backup and restore print about a database that was compared with the manifest.
const (
	verified = "verified in the temporary database %s"
	same     = ": %d rows in %d tables and the last changes of %d tenants are those of the backup\n"
)

var backupCommand = cli.Command{
	Name:    "backup",
	Args:    "FOLDER",
	Summary: "Write a backup of the database into a folder, by pg_dump",
	About: "The backup is a dump in the custom format, and beside it a manifest with the rows of each table and the " +
		"last change of each tenant. Recent changes for gateways are left out. Editors may go on meanwhile. The client " +
		"programs of Postgres must be installed. Secrets are not part of the backup. With --verify the new backup is " +
		"restored into a temporary database of the same server, and compared with its manifest. Old backups are deleted " +
		"only after that. The user needs the right to create databases for it.",
	Examples: []string{"backup /var/backups/vitrine --keep 14", "backup /var/backups/vitrine --keep 14 --verify"},
	Setup: func(f *flag.FlagSet) cli.Run {
		keep := f.Int("keep", 0, "delete all but the newest `number` of backups in the folder")
		verify := f.Bool("verify", false, "restore the backup into a temporary database of the same server, compare, and "+
			"drop it")
		return func(ctx context.Context, c *cli.Call, args []string) error {
			url, err := databaseURL(c)
			if err != nil {
				return err
			}
			if *keep < 0 {
				return cli.Usagef("backup: --keep must not be negative")
			}
			path, m, err := backup.Write(ctx, url, args[0], time.Now())
			if err != nil {
				return fmt.Errorf("back up: %w", err)
			}
			fmt.Fprintf(c.Stdout, "%s: %d rows in %d tables, %d tenants\n", path, m.Rows(), len(m.Tables), len(m.Tenants))
			if *verify {
				r, err := backup.Verify(ctx, url, path)
				if err != nil {
					return fmt.Errorf("verify the backup: %w", err)
				}
				fmt.Fprintf(c.Stdout, verified+same, r.Database, r.Manifest.Rows(), len(r.Manifest.Tables), len(r.Manifest.Tenants))
			}
			if *keep == 0 {
				return nil
			}
			deleted, err := backup.Keep(args[0], *keep)
			for _, old := range deleted {
				fmt.Fprintln(c.Stdout, "deleted", old)
			}
			return err
		}
	},
}

var restoreCommand = cli.Command{
	Name:    "restore",
	Args:    "DUMP",
	Summary: "Restore a backup into the configured database, which must be empty",
	About: "Afterwards the rows of each table and the last change of each tenant are compared with the manifest, the " +
		"schema is brought up to date, and every tenant begins a new epoch. Stop all processes that use the database " +
		"before. With --verify the configured database is not changed.",
	Examples: []string{"restore /var/backups/vitrine/vitrine-20260102T030405Z.dump",
		"restore /var/backups/vitrine/vitrine-20260102T030405Z.dump --verify"},
	Setup: func(f *flag.FlagSet) cli.Run {
		verify := f.Bool("verify", false, "restore into a temporary database of the same server, compare, and drop it")
		return func(ctx context.Context, c *cli.Call, args []string) error {
			url, err := databaseURL(c)
			if err != nil {
				return err
			}
			act, done := backup.Restore, "restored into %s"
			if *verify {
				act, done = backup.Verify, verified
			}
			r, err := act(ctx, url, args[0])
			if err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			fmt.Fprintf(c.Stdout, done+same, r.Database, r.Manifest.Rows(), len(r.Manifest.Tables), len(r.Manifest.Tenants))
			return nil
		}
	},
}
