package main

import (
	"context"

	"vitrine/internal/api"
)

// printOpenAPI prints the document that /openapi.json serves.
func printOpenAPI(_ context.Context, c *call) error {
	_, err := c.stdout.Write(api.OpenAPI)
	return err
}
