package main

import (
	"context"
	"fmt"

	"vitrine/internal/api"
)

// printOpenAPI prints the document that /openapi.json serves.
func printOpenAPI(_ context.Context, c *call) error {
	if len(c.args) > 0 {
		return usageError{fmt.Errorf("openapi takes no arguments: its output is the document")}
	}
	_, err := c.stdout.Write(api.OpenAPI)
	return err
}
