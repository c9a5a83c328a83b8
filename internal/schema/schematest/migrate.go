package schematest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"

	"vitrine/internal/schema"
)

func migrate(ctx context.Context, url string) error {
	return schema.Migrate(ctx, url, nil)
}

// fingerprint returns a hash of all migrations, so that edited migrations get their own template.
func fingerprint() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(schema.Migrations, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		sql, err := fs.ReadFile(schema.Migrations, path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(sql), sql)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the migrations: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}
