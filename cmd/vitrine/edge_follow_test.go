package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/cells"
	"vitrine/internal/cli"
)

func TestEdgeFollowRefusesWhatItCannotFollow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key, empty := filepath.Join(dir, "key"), filepath.Join(dir, "empty")
	for path, text := range map[string]string{key: "vsk_secret\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const at = "http://127.0.0.1:1"
	file := filepath.Join(dir, "cells")
	for want, words := range map[string][]string{
		"--file is required":               {"--url", at, "demo=file:" + key},
		"must be the address of Vitrine":   {"--file", file, "demo=file:" + key},
		"must be the address":              {"--file", file, "--url", "ftp://127.0.0.1", "demo=file:" + key},
		"must be TENANT=env:NAME":          {"--file", file, "--url", at, "demo=vsk_secret"},
		"read the stream key of demo":      {"--file", file, "--url", at, "demo=file:" + empty},
		"each tenant must be named once":   {"--file", file, "--url", at, "a=file:" + key, "a=file:" + key},
		"must be a power of two":           {"--file", file, "--url", at, "--cells", "100", "a=file:" + key},
		"missing argument TENANT=KEY":      {"--file", file, "--url", at},
		"no such file or directory":        {"--file", filepath.Join(dir, "none", "x"), "--url", at, "a=file:" + key},
		"demo: must be TENANT=env:NAME or": {"--file", file, "--url", at, "demo"},
	} {
		var out bytes.Buffer
		c := &cli.Call{Stdout: &out, Stderr: &out}
		err := program().Run(context.Background(), c, append([]string{"edge", "follow"}, words...))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "vsk_secret") {
			t.Errorf("%v: %v, want %q", words, err, want)
		}
	}
}

func TestEdgeCellsFailsWithoutALease(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "cells")
	run := func() (string, error) {
		var out bytes.Buffer
		err := program().Run(context.Background(), &cli.Call{Stdout: &out, Stderr: &out}, []string{"edge", "cells", file})
		return out.String(), err
	}
	if _, err := run(); err == nil {
		t.Error("a file that is not there")
	}
	f, err := cells.Open(file, []string{"demo"}, cells.DefaultCells)
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	f.Tenants[0].Reset("0a1b2c3d", 42)
	if out, err := run(); err == nil || !strings.Contains(out, "no lease") || !strings.Contains(out, "0a1b2c3d") {
		t.Errorf("%q, %v", out, err)
	}
	f.Tenants[0].Grant("0a1b2c3d", cells.Now()+9e9)
	if out, err := run(); err != nil || !strings.Contains(out, "has a lease") || !strings.Contains(out, "42") {
		t.Errorf("%q, %v", out, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
