package main

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/importer"
)

func importCommand() cli.Command {
	return importer.Command(func(ctx context.Context, c *cli.Call) (*pgxpool.Pool, error) { return openDatabase(ctx, c) })
}
