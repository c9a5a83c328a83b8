package boot

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestTheExplorerNeedsNoOtherHost opens /docs in a browser that finds no host but this one, under the policy that forbids all others.
func TestTheExplorerNeedsNoOtherHost(t *testing.T) {
	t.Parallel()
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("SKIPPED: no browser to open /docs with. Install chromium to have the explorer looked at.")
	}
	h := sharedHouse(t)
	if policy := get(t, h, "", "/docs").Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'self'; ") {
		t.Errorf("/docs may load from elsewhere: its policy is %q", policy)
	}
	profile, err := os.MkdirTemp("", "vitrine-browser-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(profile) }) // a browser's last process may still write to it
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	page, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--user-data-dir="+profile,
		"--virtual-time-budget=20000", "--dump-dom", "http://"+h.Gateway.Addr()+"/docs").Output()
	if err != nil {
		t.Fatalf("open /docs in %s: %v", browser, err)
	}
	for _, shown := range []string{"operations-tag-product", "operations-tag-dictionary", "OAS 3.1"} {
		if !strings.Contains(string(page), shown) {
			t.Errorf("the page does not show %s: it has %d bytes", shown, len(page))
		}
	}
}
