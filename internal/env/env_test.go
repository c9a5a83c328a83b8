package env_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/env"
)

func TestErrorsNameVariableValueAndAcceptedValues(t *testing.T) {
	t.Parallel()
	r := env.Map(map[string]string{"VITRINE_CACHE_BYTES": "12x", "VITRINE_ENV": "prod", "VITRINE_ADDR": ":1"})
	for range 2 { // reported once, however often it is read; VITRINE_ENV is reported although it is not read
		r.Bytes(env.CacheBytes)
		r.Get(env.Addr)
	}
	got := r.Err()
	for _, want := range []string{
		`VITRINE_CACHE_BYTES="12x": expected a number of bytes such as 268435456 or 256MB`,
		`VITRINE_ENV="prod": expected one of development, production`,
	} {
		if got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("got %v, want it to contain %s", got, want)
		}
	}
	if n := strings.Count(got.Error(), "VITRINE_"); n != 2 {
		t.Errorf("names %d variables, want 2: %v", n, got)
	}
}

func TestAddressesURLsAndBytesAreChecked(t *testing.T) {
	t.Parallel()
	f := func(name, value string, good bool) {
		t.Helper()
		if err := env.Map(map[string]string{name: value}).Err(); (err == nil) != good {
			t.Errorf("%s=%q: %v", name, value, err)
		}
	}
	for _, addr := range []string{"127.0.0.1:8080", ":0", "[::1]:80", "localhost:65535"} {
		f("VITRINE_ADDR", addr, true)
	}
	for _, addr := range []string{
		"8080", "localhost", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:65536", "127.0.0.1:-1", "http://x:80", ":08",
	} {
		f("VITRINE_ADDR", addr, false)
	}
	f("VITRINE_NATS_URL", "nats://127.0.0.1:4222", true)
	f("VITRINE_NATS_URL", "127.0.0.1:4222", false)
	f("VITRINE_MEILI_URL", "https://search.example", true)
	f("VITRINE_MEILI_URL", "ftp://search.example", false)
	f("VITRINE_CACHE_BYTES", "1MB", true)
	f("VITRINE_CACHE_BYTES", "1000", false)
}

func TestUnknownVariablesAreListed(t *testing.T) {
	t.Parallel()
	r := env.Map(map[string]string{
		"VITRINE_CACHE_BITES": "1GB", "VITRINE_ADDR": ":1", "PATH": "x", "VITRINE_TEST_X": "1", "VITRINE_SEED": "7",
		"VITRINE_ADDRESS": "",
	})
	if got := strings.Join(r.Unknown(), " "); got != "VITRINE_ADDRESS VITRINE_CACHE_BITES" {
		t.Errorf("unknown: %s", got)
	}
}

// Vitrine warns of unknown variables, so it must know every variable that the repository names.
func TestEveryVariableInTheRepositoryIsKnown(t *testing.T) {
	t.Parallel()
	names := regexp.MustCompile(`\bVITRINE_[A-Z_]+\b`)
	others := []string{
		"VITRINE_CHANGES",        // a stream of the bus
		"VITRINE_MEILI_DIR",      // of a shell that search/meili's test starts
		"VITRINE_WEBHOOK_SECRET", // of the storefront in docs/edge/nextjs.md
		"VITRINE_EDGE",           // of deploy/clients/recipes
		"VITRINE_URL",            // of @vitrine/next
		"VITRINE_TENANT",         // as above
		"VITRINE_STREAM_KEY",     // as above
		"VITRINE_NEXT",           // as above
	}
	root, seen := filepath.Join("..", ".."), map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			hidden := path != root && strings.HasPrefix(name, ".") && name != ".ci"
			if hidden || name == "node_modules" || name == "bin" {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || rel == filepath.Join("internal", "env", "env_test.go") { // it contains misspelled ones
			return err
		}
		ext := filepath.Ext(rel)
		if ext != ".go" && ext != ".md" && rel != "Makefile" && filepath.Dir(rel) != ".ci" {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, name := range names.FindAllString(string(text), -1) {
			seen[name] = rel
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) < len(env.All()) {
		t.Fatalf("only %d names were found", len(seen))
	}
	for _, name := range others {
		delete(seen, name)
	}
	for _, name := range env.Map(seen).Unknown() {
		t.Errorf("%s: %s is not a variable of Vitrine (known.go) or of its tests (testPrefixes in reader.go)", seen[name],
			name)
	}
}

func TestBytesAndDefaults(t *testing.T) {
	t.Parallel()
	f := func(value string, want int64) {
		t.Helper()
		r := env.Map(map[string]string{"VITRINE_CACHE_BYTES": value})
		if got := r.Bytes(env.CacheBytes); got != want || r.Err() != nil {
			t.Errorf("%q: got %d, %v; want %d", value, got, r.Err(), want)
		}
	}
	f("", 0)
	f("268435456", 256<<20)
	f("1GiB", 1<<30)
	f(" 2 mb ", 2<<20)
	f("2048K", 2<<20)
}

func TestNumbersAndBooleans(t *testing.T) {
	t.Parallel()
	n, b := env.Int("N", "3", "", 1), env.Bool("B", "true", "")
	f := func(number, yes string, wantN int, wantB, wantOK bool) {
		t.Helper()
		r := env.Map(map[string]string{"N": number, "B": yes})
		if gotN, gotB := r.Int(n), r.Bool(b); gotN != wantN || gotB != wantB || (r.Err() == nil) != wantOK {
			t.Errorf("%q, %q: got %d, %v, %v", number, yes, gotN, gotB, r.Err())
		}
	}
	f("", "", 3, true, true)
	f("1", "false", 1, false, true)
	f("0", "1", 3, true, false)
	f("1.5", "1", 3, true, false)
	f("1", "yes", 1, true, false)
}

func TestVariablesAreUniqueAndTheirDefaultsAreAccepted(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	defaults := map[string]string{}
	for _, v := range env.All() {
		if seen[v.Name] || v.Help == "" || v.Used == "" ||
			!strings.HasPrefix(v.Name, "VITRINE_") && !strings.HasPrefix(v.Name, "OTEL_") {
			t.Errorf("%s: duplicate, incompletely described, or with another prefix", v.Name)
		}
		seen[v.Name] = true
		defaults[v.Name] = v.Default
	}
	if err := env.Map(defaults).Err(); err != nil {
		t.Errorf("the defaults are not accepted: %v", err)
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	f := func(m map[string]string, v env.Var, want string) {
		t.Helper()
		if got := env.Map(m).Shown(v); got != want {
			t.Errorf("%s: got %q, want %q", v.Name, got, want)
		}
	}
	f(map[string]string{"VITRINE_DATABASE_URL": "postgres://u:hunter2@h/d"}, env.DatabaseURL, "(set, not shown)")
	f(nil, env.DatabaseURL, "(none)")
	f(nil, env.Addr, "127.0.0.1:8080")
}

func TestSecretsAreNotInErrors(t *testing.T) {
	t.Parallel()
	v := env.Bytes("SECRET", "1", "", 0)
	v.Secret = true
	r := env.Map(map[string]string{"SECRET": "hunter2"})
	r.Bytes(v)
	if err := r.Err(); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
}
