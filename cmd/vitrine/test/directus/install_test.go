package directus

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/proving"
)

// A program is an installed Directus, with the Node.js that runs it.
type program struct{ node, cli string }

const installLimit = 40 * time.Minute

// unreachable matches npm's message for a missing network.
var unreachable = regexp.MustCompile(`ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH`)

// installing lets one test at a time install Directus.
var installing sync.Mutex

// install installs the packages of npm/ into the user's cache, or finds them there.
func install(t *testing.T) *program {
	t.Helper()
	if !proving.Long() {
		t.Skip("SKIPPED: make prove runs it: it installs Directus, of 1 GB")
	}
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	if runtime.GOOS != "linux" || arch == "" {
		t.Skipf("SKIPPED: npm/package.json has no Node.js for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("SKIPPED: no npm, so Directus cannot be installed. Install Node.js 20 or newer.")
	}
	installing.Lock()
	defer installing.Unlock()
	lock, err := os.ReadFile("npm/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	dir := filepath.Join(cache, "vitrine", fmt.Sprintf("directus-%x", sha256.Sum256(lock))[:25])
	if _, err := os.Stat(dir); err != nil {
		fill(t, dir, arch)
	}
	return &program{
		node: filepath.Join(dir, "node_modules", "node-linux-"+arch, "bin", "node"),
		cli:  filepath.Join(dir, "node_modules", "directus", "cli.js"),
	}
}

// fill installs Directus beside dir and then renames the folder, so that dir is always complete.
func fill(t *testing.T, dir, arch string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), "part-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(part) //nolint:errcheck // it was renamed, or the test fails
	for _, name := range []string{".npmrc", "package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("npm", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(part, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), installLimit)
	defer cancel()
	node := filepath.Join(part, "node_modules", "node-linux-"+arch)
	run := func(in string, name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir = filepath.Join(part, in)
		cmd.Env = append(os.Environ(), "PATH="+filepath.Join(node, "bin")+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		switch {
		case err == nil:
		case unreachable.Match(out):
			t.Skipf("SKIPPED: no package registry can be reached, so Directus cannot be installed:\n%s", out)
		default:
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	run("", "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1")
	// The only native module without a binary in its package is built with the headers in the package of Node.js.
	run("node_modules/isolated-vm", "node", "../node-gyp/bin/node-gyp.js", "rebuild", "--release", "--nodedir="+node)
	if err := os.Rename(part, dir); err != nil {
		t.Fatal(err)
	}
}

func TestTheLockFileNamesNoRegistry(t *testing.T) {
	t.Parallel()
	lock, err := os.ReadFile("npm/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(lock), `"resolved"`) {
		t.Error("package-lock.json names the registry: create it with omit-lockfile-registry-resolved (.npmrc)")
	}
}
