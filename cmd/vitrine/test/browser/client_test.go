package browser

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/api"
)

// clientDir is the folder of the TypeScript client.
const clientDir = "../../../../deploy/clients/typescript"

// documentHash is in the first lines of the client's types. It is the hash of the document they were generated
// from.
var documentHash = regexp.MustCompile(`(?m)^// document sha256: ([0-9a-f]{64})$`)

func TestTheTypeScriptClientIsOfThisDocument(t *testing.T) {
	t.Parallel()
	afterGolden(t)
	types, err := os.ReadFile(filepath.Join(clientDir, "src", "schema.ts"))
	if err != nil {
		t.Fatal(err)
	}
	m := documentHash.FindSubmatch(types)
	if want := fmt.Sprintf("%x", sha256.Sum256(api.OpenAPI)); m == nil || string(m[1]) != want {
		t.Error("the OpenAPI document has changed and the TypeScript client has not: run `make client`")
	}
}

func TestTheLockFileNamesNoRegistry(t *testing.T) {
	t.Parallel()
	lock, err := os.ReadFile(filepath.Join(clientDir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(lock, []byte(`"resolved"`)) {
		t.Error("package-lock.json names the registry: create it with omit-lockfile-registry-resolved " +
			"(.npmrc)")
	}
}

// TestTheTypeScriptClientCompilesAndReads generates the client's types again, compiles them, and runs the example
// against the demo.
func TestTheTypeScriptClientCompilesAndReads(t *testing.T) {
	t.Parallel()
	afterGolden(t)
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s, so the TypeScript client is not compiled. Install Node.js 20 or newer.", tool)
		}
	}
	h := kit.Shared(t)
	dir := t.TempDir()
	for _, name := range []string{".npmrc", "package.json", "package-lock.json", "tsconfig.json", "generate.mjs",
		"src/index.ts", "src/example.ts", "src/schema.ts"} {
		text, err := os.ReadFile(filepath.Join(clientDir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := runIn(t, dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline",
		"--fetch-retries=1"); err != nil {
		if unreachable.MatchString(out) {
			t.Skipf("SKIPPED: no package registry can be reached, so the TypeScript client is not compiled:\n%s", out)
		}
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "openapi.json"), api.OpenAPI, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := runIn(t, dir, "node", "generate.mjs", "openapi.json", "again.ts"); err != nil {
		t.Fatalf("make the types: %v\n%s", err, out)
	}
	want, err := os.ReadFile(filepath.Join(dir, "src", "schema.ts"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "again.ts"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("src/schema.ts is not what generate.mjs writes: run `make client` (-checked in +generated):\n%s", diff)
	}
	if out, err := runIn(t, dir, "npx", "--no-install", "tsc", "-p", "."); err != nil {
		t.Fatalf("the client does not compile: %v\n%s", err, out)
	}
	out, err := runIn(t, dir, "node", "dist/example.js", "http://"+h.Gateway.Addr())
	if err != nil || !strings.Contains(out, "Mavi Keten Gömlek") || !strings.Contains(out, "404 NOT_FOUND") {
		t.Errorf("the example: %v\n%s", err, out)
	}
}

// afterGolden skips the test while golden files are written, because the document may have changed.
func afterGolden(t *testing.T) {
	t.Helper()
	if os.Getenv("VITRINE_GOLDEN") == "write" {
		t.Skip("SKIPPED: golden files are being written. If the OpenAPI document changed, run `make client` next.")
	}
}

// unreachable matches npm's message for a missing network.
var unreachable = regexp.MustCompile(`ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH`)

// programLimit is for one program: npm ci takes minutes on a busy machine.
const programLimit = 5 * time.Minute

// runIn runs a program in a folder, and returns its output.
func runIn(t *testing.T, dir, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), programLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}
