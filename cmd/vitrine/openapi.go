package main

import (
	"context"

	"vitrine/internal/api"
	"vitrine/internal/cli"
)

var openapiCommand = cli.Command{
	Name:       "openapi",
	Summary:    "Print the OpenAPI document of the API",
	About:      "A gateway serves the same document at /openapi.json.",
	NoSettings: true,
	Setup: cli.NoFlags(func(_ context.Context, c *cli.Call, _ []string) error {
		_, err := c.Stdout.Write(api.OpenAPI)
		return err
	}),
}
