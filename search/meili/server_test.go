package meili_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search/meili"
)

// startLimit is the time limit for the start of Meilisearch.
const startLimit = 30 * time.Second

// theServer is the URL of the Meilisearch for tests: the one at VITRINE_MEILI_URL, or one started from PATH in a
// temporary folder.
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
		return "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	addr := listener.Addr().String()
	listener.Close()

	// The shell stops Meilisearch when its input is closed, which happens when this process ends in any way.
	cmd := exec.Command("sh", "-c", `"$0" "$@" </dev/null & read _; kill $! && wait $!; rm -rf "$VITRINE_MEILI_DIR"`,
		binary, "--http-addr", addr, "--db-path", filepath.Join(dir, "db"), "--dump-dir", filepath.Join(dir, "dumps"),
		"--snapshot-dir", filepath.Join(dir, "snapshots"), "--no-analytics", "--env", "development", "--log-level", "ERROR",
		"--max-indexing-threads", "1", "--max-indexing-memory", "256MiB")
	cmd.Env = append(os.Environ(), "VITRINE_MEILI_DIR="+dir)
	cmd.Dir = dir
	if _, err := cmd.StdinPipe(); err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	go cmd.Wait()

	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if rs, err := http.Get("http://" + addr + "/health"); err == nil {
			rs.Body.Close()
			return "http://" + addr, nil
		}
	}
	return "", fmt.Errorf("%s did not answer at %s within %v", binary, addr, startLimit)
})

var errNone = fmt.Errorf("no meilisearch on PATH")

var indexSets atomic.Int64

// config returns the configuration for a real Meilisearch, with indexes that are deleted after the test.
func config(t testing.TB) meili.Config {
	t.Helper()
	url, err := theServer()
	if err == errNone {
		t.Skip("SKIPPED for want of Meilisearch 1.14 or newer: put `meilisearch` on PATH " +
			"(https://www.meilisearch.com/docs/learn/self_hosted/install_meilisearch_locally)" +
			" or set VITRINE_MEILI_URL and VITRINE_MEILI_KEY")
	}
	if err != nil {
		t.Fatal(err)
	}
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key = url, os.Getenv("VITRINE_MEILI_KEY")
	cfg.Prefix = fmt.Sprintf("test_%d_%d_", time.Now().UnixNano(), indexSets.Add(1))
	cfg.Timeout = 20 * time.Second // a loaded machine must not cause fallbacks
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), startLimit)
		defer cancel()
		client := meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key))
		for _, kind := range []string{"product", "brand"} {
			if _, err := client.DeleteIndexWithContext(ctx, cfg.Prefix+kind); err != nil {
				t.Log(err)
			}
		}
	})
	return cfg
}

func newEngine(t testing.TB, cfg meili.Config) *meili.Engine {
	t.Helper()
	e, err := meili.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	return e
}
