package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// The user whom docs/operations/deploy.md creates has every right that backups and their checks need. So has the one
// of Compose.
func TestTheUserOfTheGuideChecksItsBackups(t *testing.T) {
	t.Parallel()
	create := regexp.MustCompile(`(?m)^CREATE ROLE vitrine LOGIN .*;$`)
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations", "deploy.md"))
	if err != nil {
		t.Fatal(err)
	}
	compose, err := os.ReadFile(filepath.Join("..", "..", "deploy", "compose", "postgres-init.sh"))
	if err != nil {
		t.Fatal(err)
	}
	guide := create.FindString(string(text))
	if other := create.FindString(string(compose)); strings.ReplaceAll(other, ":'password'", "'change-me'") != guide {
		t.Errorf("the user of Compose is made by %s, that of the guide by %s", other, guide)
	}
	db := schematest.Open(t)
	at, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(at.Path, "/") + "_owner"
	exec := func(sql string) {
		t.Helper()
		if _, err := db.Pool.Exec(context.WithoutCancel(t.Context()), sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	exec(strings.Replace(guide, "vitrine", name, 1))
	exec("GRANT vitrine_gateway, vitrine_writer TO " + name)
	exec("CREATE DATABASE " + name + " OWNER " + name)
	t.Cleanup(func() {
		exec("DROP DATABASE " + name + " WITH (FORCE)")
		exec("DROP ROLE " + name)
	})
	at.Path, at.User = "/"+name, url.UserPassword(name, "change-me")
	c := terminal{t, map[string]string{"VITRINE_DATABASE_URL": at.String(), "VITRINE_DATA_DIR": t.TempDir()}}
	c.prints(nil, "migrate")
	c.prints(nil, "tenant", "create", "shop")
	dir := t.TempDir()
	old := filepath.Join(dir, "vitrine-20260102T030405Z.dump")
	for _, path := range []string{old, strings.TrimSuffix(old, ".dump") + ".json"} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.prints([]string{"verified in the temporary database", "deleted " + old}, "backup", dir, "--keep", "1", "--verify")
}
