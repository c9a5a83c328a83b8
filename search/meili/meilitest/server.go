package meilitest

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// StartLimit is the time limit for the start of Meilisearch.
const StartLimit = 30 * time.Second

// Open returns the URL and the key of the Meilisearch for tests: the one at VITRINE_MEILI_URL, or one that is started
// from PATH in a temporary folder and ends with the process. Without one the test is skipped.
func Open(t testing.TB) (url, key string) {
	t.Helper()
	url, err := theServer()
	if errors.Is(err, errNone) {
		t.Skip("SKIPPED for want of Meilisearch 1.14 or newer: put `meilisearch` on PATH " +
			"(https://www.meilisearch.com/docs/learn/self_hosted/install_meilisearch_locally)" +
			" or set VITRINE_MEILI_URL and VITRINE_MEILI_KEY")
	}
	if err != nil {
		t.Fatal(err)
	}
	return url, os.Getenv("VITRINE_MEILI_KEY")
}

var theServer = sync.OnceValues(func() (url string, err error) {
	if url := os.Getenv("VITRINE_MEILI_URL"); url != "" {
		return strings.TrimRight(url, "/"), nil
	}
	binary, err := exec.LookPath("meilisearch")
	if err != nil {
		return "", errNone
	}
	dir, err := os.MkdirTemp("", "vitrine-meili-")
	if err != nil {
		return "", fmt.Errorf("start Meilisearch: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("start Meilisearch: %w", err)
	}
	addr := listener.Addr().String()
	_ = listener.Close() // nothing was accepted

	// The shell stops Meilisearch when its input is closed, which happens when this process ends in any way.
	//nolint:gosec,noctx // the tester's own program, which outlives the test
	cmd := exec.Command("sh", "-c", `"$0" "$@" </dev/null & read _; kill $! && wait $!; rm -rf "$VITRINE_MEILI_DIR"`,
		binary, "--http-addr", addr, "--db-path", filepath.Join(dir, "db"), "--dump-dir", filepath.Join(dir, "dumps"),
		"--snapshot-dir", filepath.Join(dir, "snapshots"), "--no-analytics", "--env", "development", "--log-level", "ERROR",
		"--max-indexing-threads", "1", "--max-indexing-memory", "256MiB")
	cmd.Env = append(os.Environ(), "VITRINE_MEILI_DIR="+dir)
	cmd.Dir = dir
	if _, err := cmd.StdinPipe(); err != nil {
		return "", fmt.Errorf("start Meilisearch: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start Meilisearch: %w", err)
	}
	go func() { _ = cmd.Wait() }()

	for deadline := time.Now().Add(StartLimit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if rs, err := http.Get("http://" + addr + "/health"); err == nil { //nolint:gosec,noctx // it is on this machine
			_ = rs.Body.Close()
			return "http://" + addr, nil
		}
	}
	return "", fmt.Errorf("%s did not answer at %s within %v", binary, addr, StartLimit)
})

var errNone = errors.New("no meilisearch on PATH")
