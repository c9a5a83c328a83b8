package widgets

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
)

// installed is the folder with the client libraries, which all tests share.
var installed struct {
	sync.Mutex
	dir, out string
	err      error
}

// unreachable matches npm's message for a missing network.
var unreachable = regexp.MustCompile(`ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH`)

// npm installs the client libraries once, and returns their folder.
func npm(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s, so no client library can search. Install Node.js 20 or newer.", tool)
		}
	}
	in := &installed
	in.Lock()
	defer in.Unlock()
	if in.dir == "" && in.err == nil {
		in.dir, in.out, in.err = install()
	}
	if in.err != nil {
		if unreachable.MatchString(in.out) {
			t.Skipf("SKIPPED: no package registry can be reached, so no client library can search:\n%s", in.out)
		}
		t.Fatalf("npm ci: %v\n%s", in.err, in.out)
	}
	return in.dir
}

// install copies the files of npm/ and installs the packages that they name.
func install() (dir, out string, err error) {
	if dir, err = os.MkdirTemp("", "vitrine-widgets-*"); err != nil {
		return "", "", err
	}
	kit.AtEnd(func() { _ = os.RemoveAll(dir) })
	files, err := os.ReadDir("npm")
	if err != nil {
		return dir, "", err
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join("npm", f.Name()))
		if err != nil {
			return dir, "", err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), text, 0o644); err != nil {
			return dir, "", err
		}
	}
	out, err = run(context.Background(), dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts",
		"--prefer-offline", "--fetch-retries=1")
	return dir, out, err
}

// run runs a program in a folder and returns its output.
func run(ctx context.Context, dir, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
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

// TestAnOpenPageSearchesAgain runs the test of refresh.js.
func TestAnOpenPageSearchesAgain(t *testing.T) {
	t.Parallel()
	npm(t)
	const file = "../../../../deploy/clients/instantsearch/test/refresh.test.mjs"
	if out, err := run(t.Context(), ".", "node", "--test", file); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestTheRealClientsSearch runs cases.mjs: each client library, driven as InstantSearch drives it.
func TestTheRealClientsSearch(t *testing.T) {
	t.Parallel()
	dir := npm(t)
	h, keys := keys(t)
	arg, err := json.Marshal(map[string]any{"url": "http://" + h.Address(), "tenants": keys, "shapes": shapes})
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(t.Context(), dir, "node", "cases.mjs", string(arg))
	if err != nil || !strings.Contains(out, " cases passed") {
		t.Errorf("%v\n%s", err, out)
	}
}

// shapes are the shapes whose clients are tested.
var shapes = []string{"algolia", "meilisearch"}
