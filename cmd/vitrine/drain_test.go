package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/health"
)

// Before it stops, a process tells balancers so and still answers. A second signal ends the wait.
func TestDrainAnswersUntilItStops(t *testing.T) {
	t.Parallel()
	dir := home(t)
	h := serveIn(t, dir, nil, "VITRINE_DRAIN=10m", "VITRINE_LOG_FORMAT=json", "VITRINE_LOG=debug")
	admin, err := os.ReadFile(filepath.Join(dir, "data", "admin", "serve"))
	if err != nil {
		t.Fatal(err)
	}
	operators := strings.TrimSpace(string(admin))
	for _, base := range []string{h.base, operators} {
		if got := readiness(t, base); got.status != http.StatusOK || !got.Ready {
			t.Errorf("%s/readyz of a running process: %+v", base, got)
		}
	}
	if res, err := http.Get(operators + "/healthz"); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("healthz of the admin listener: %v %v", res, err)
	}
	if res, err := http.Get(operators + "/status"); err != nil || res.StatusCode != http.StatusUnauthorized {
		t.Errorf("status of the admin listener without a token: %v %v", res, err)
	}

	h.signal(syscall.SIGTERM)
	h.until("the gateway says that it stops", func() bool { return readiness(t, h.base).status == 503 })
	for base, part := range map[string]string{h.base: "gateway", operators: "serve"} {
		got := readiness(t, base)
		if got.status != http.StatusServiceUnavailable || len(got.Reasons) != 1 || got.Reasons[0].Part != part {
			t.Errorf("%s/readyz of a process that stops: %+v", base, got)
		}
	}
	for range 2 { // the second one is answered from the cache
		res, err := http.Get(h.base + "/t/demo/v1/brand?limit=1")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK || !res.Close {
			t.Errorf("a read before the stop: %d, closes the connection: %v", res.StatusCode, res.Close)
		}
	}
	h.signal(syscall.SIGTERM)
	if code := h.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for lines := bufio.NewScanner(strings.NewReader(h.out.String())); lines.Scan(); {
		if line := lines.Text(); strings.Contains(line, `"level"`) || strings.Contains(line, "level=") {
			var record struct{ Time, Level, Msg string }
			if err := json.Unmarshal([]byte(line), &record); err != nil || record.Level == "" {
				t.Errorf("a log line is no JSON: %v: %s", err, line)
			}
		}
	}
	if !strings.Contains(h.out.String(), `"level":"`) {
		t.Errorf("no log line in:\n%s", h.out.String())
	}
}

type ready struct {
	health.Report
	status int
}

// readiness reads /readyz, whose body has no unknown members.
func readiness(t *testing.T, base string) (r ready) {
	t.Helper()
	res, err := http.Get(base + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &r.Report); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	if diff := cmp.Diff(string(r.Body()), string(body)); diff != "" {
		t.Errorf("%s/readyz: %s", base, diff)
	}
	r.status = res.StatusCode
	return r
}
