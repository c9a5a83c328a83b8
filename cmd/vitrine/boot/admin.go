package boot

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/pprof" //nolint:gosec // its pages are at the admin listener only, which needs the token
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vitrine/gateway/parent"
	"vitrine/gateway/verify"
	"vitrine/internal/admin"
	"vitrine/internal/alarm"
	"vitrine/internal/health"
	"vitrine/internal/wire"
)

// adminTokenFile holds the token of the admin listener that development makes, in the folder secrets of the data
// folder.
const adminTokenFile = "admin-token"

// adminToken returns the token of the admin listener: the given one, or in development that of a data folder. given
// reports that an operator chose it. In production without a given one it returns "": there is no listener.
func adminToken(value, dir string, production bool) (token string, given bool, err error) {
	if token, err = givenToken(value); token != "" || err != nil {
		return token, true, err
	}
	if production {
		return "", false, nil
	}
	if _, err := secret("VITRINE_ADMIN_TOKEN", "", dir, adminTokenFile, false); err != nil {
		return "", false, err
	}
	token, err = keptToken(dir)
	return token, false, err
}

// givenToken reads the token of VITRINE_ADMIN_TOKEN: text, or file:PATH. It returns "" if there is none.
func givenToken(value string) (string, error) {
	value, err := secretText("VITRINE_ADMIN_TOKEN", value)
	if err != nil || value == "" {
		return "", err
	}
	err = admin.CheckToken(value)
	if err == nil {
		err = weak([]byte(value))
	}
	if b, herr := hex.DecodeString(value); err == nil && herr == nil {
		err = weak(b)
	}
	if err != nil {
		return "", fmt.Errorf("VITRINE_ADMIN_TOKEN: %w", err) // without the value
	}
	return value, nil
}

func keptToken(dir string) (string, error) {
	text, err := os.ReadFile(AdminTokenPath(dir))
	if err != nil {
		return "", fmt.Errorf("read the admin token: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// AdminTokenPath returns the file of the token that development makes.
func AdminTokenPath(dir string) string { return filepath.Join(dir, "secrets", adminTokenFile) }

// AdminToken returns the token with which a command reaches the admin listener of a process with the same settings.
func AdminToken(value, dir string) (string, error) {
	token, err := givenToken(value)
	if token != "" || err != nil {
		return token, err
	}
	token, err = keptToken(dir)
	if errors.Is(err, os.ErrNotExist) {
		return "", errors.New("VITRINE_ADMIN_TOKEN is not set, and the data folder has no token: " +
			"use the settings of the running process")
	}
	return token, err
}

// AdminURL returns the base URL of the admin listener that a part with this data folder has opened, or "".
func AdminURL(dir, part string) string {
	text, err := os.ReadFile(filepath.Join(dir, "admin", part))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// checkAdmin reports an admin listener that cannot be opened safely.
func (c Config) checkAdmin() error {
	if c.AdminAddr == "" {
		return nil
	}
	token, err := givenToken(c.AdminToken)
	switch {
	case err != nil:
		return err
	case token == "" && !admin.Loopback(c.AdminAddr):
		return fmt.Errorf("VITRINE_ADMIN_TOKEN is not set: %s can be reached from other machines. Make one with: "+
			"openssl rand -hex 32", c.AdminAddr)
	case token == "" && c.Production && c.PrivateMetrics && c.Gateway:
		return errors.New("VITRINE_ADMIN_TOKEN is not set: VITRINE_METRICS=admin needs the admin listener")
	}
	return nil
}

// openAdmin opens the listener for operators, with the pages of all parts of this process.
func (a *App) openAdmin(context.Context) error {
	if a.cfg.AdminAddr == "" {
		return nil
	}
	token, given, err := adminToken(a.cfg.AdminToken, a.cfg.DataDir, a.cfg.Production)
	if err != nil {
		return err
	}
	if token == "" {
		a.cfg.Step("admin listener: off, because VITRINE_ADMIN_TOKEN is not set")
		return nil
	}
	s, err := admin.New(admin.Config{Addr: a.cfg.AdminAddr, AnyPort: a.cfg.AdminAnyPort, Token: token, Given: given,
		Log: a.cfg.Log.With("part", "admin")})
	if err != nil {
		return err
	}
	gather := prometheus.Gatherers(a.Metrics())
	if a.Gateway != nil {
		s.Handle("/status", a.Gateway.Status(a.Alarms.All, a.webhooks))
		s.Handle("/why", a.Gateway.Why())
		s.Handle("/search/explain", a.Gateway.Explained())
		s.Handle("/edge/urls", a.Gateway.TaggedURLs())
		s.HandleMany(wire.AnswerPath, parent.MostRequests, a.Gateway.Answers())
	} else {
		s.Handle("/status", statusPage(a.part(), time.Now(), a.Alarms))
	}
	s.HandlePublic("/healthz", http.HandlerFunc(health.Alive))
	s.HandlePublic("/readyz", health.Handler(a.health))
	s.Handle("/metrics", promhttp.HandlerFor(gather, promhttp.HandlerOpts{}))
	s.Handle("/debug/pprof/", http.HandlerFunc(pprof.Index))
	s.Handle("/debug/pprof/profile", http.HandlerFunc(pprof.Profile))
	s.Handle("/debug/pprof/trace", http.HandlerFunc(pprof.Trace))
	if a.Write != nil && a.Kept != nil {
		s.Handle("/mail", http.HandlerFunc(a.Kept.ServePage))
		s.Handle("/mail.json", http.HandlerFunc(a.Kept.ServeJSON))
	}
	if err := s.Start(); err != nil {
		return err
	}
	a.Admin, a.AdminToken = s, token
	a.onStop(s.Stop)
	return a.noteAdmin(s.URL())
}

const webhooksShown = 100

// webhooks reads the state of all webhooks: those that fail first. Of a URL only the host is shown, because its path
// may be a secret.
func (a *App) webhooks(ctx context.Context) ([]verify.Webhook, error) {
	rows, err := a.Pool.Query(ctx, `
SELECT w.tenant_id, w.url, w.stopped, w.attempts, coalesce(w.last_error, ''), greatest(s.n - w.n, 0)
FROM webhook w JOIN tenant_seq s ON s.tenant_id = w.tenant_id
ORDER BY w.stopped DESC, w.attempts DESC, w.tenant_id, w.url LIMIT $1`, webhooksShown)
	if err != nil {
		return nil, fmt.Errorf("read the webhooks: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (w verify.Webhook, err error) {
		var to string
		var stopped bool
		if err := row.Scan(&w.Tenant, &to, &stopped, &w.Attempts, &w.Said, &w.Behind); err != nil {
			return w, err
		}
		if u, err := url.Parse(to); err == nil {
			w.Host = u.Host
		}
		switch {
		case stopped:
			w.State = "stopped"
		case w.Attempts > 0:
			w.State = "retrying"
		default:
			w.State = "delivering"
		}
		return w, nil
	})
}

// noteAdmin writes the listener's URL into the data folder, where commands find it. The end of the process removes it.
func (a *App) noteAdmin(url string) error {
	path := filepath.Join(a.cfg.DataDir, "admin", a.part())
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(url+"\n"), 0o600)
	}
	if err != nil {
		return fmt.Errorf("note the admin listener: %w", err)
	}
	a.onStop(func() { _ = os.Remove(path) })
	return nil
}

// Parts are the names of processes by the parts that they run.
var Parts = []string{"serve", "gateway", "ingest", "writesvc"}

// part names the process by what it runs.
func (a *App) part() string {
	switch c := a.cfg; {
	case c.Gateway && c.Ingest:
		return "serve"
	case c.Gateway:
		return "gateway"
	case c.Ingest:
		return "ingest"
	}
	return "writesvc"
}

// A processStatus is /status of a process without a gateway.
type processStatus struct {
	Part   string        `json:"part"`
	Up     string        `json:"up"`
	Alarms []alarm.Alarm `json:"alarms"`
}

func statusPage(part string, started time.Time, alarms *alarm.Board) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		body, err := json.Marshal(processStatus{part, time.Since(started).Round(time.Second).String(), alarms.All()})
		if err != nil {
			http.Error(w, "Internal error.", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = w.Write(append(body, '\n')) // the client may be gone
	})
}
