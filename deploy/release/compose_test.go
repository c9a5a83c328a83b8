package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose loads the compose file as docker compose config does, with the settings of env.example. Values that an
// operator must set are replaced by the word given.
func compose(t *testing.T, missing string) (*types.Project, error) {
	t.Helper()
	dir := filepath.Join("..", "compose")
	example, err := os.ReadFile(filepath.Join(dir, "env.example"))
	if err != nil {
		t.Fatal(err)
	}
	var settings []string
	for line := range strings.Lines(string(example)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasSuffix(line, "=") {
			line += missing
		}
		settings = append(settings, line)
	}
	options, err := cli.NewProjectOptions([]string{filepath.Join(dir, "compose.yaml")}, cli.WithEnv(settings),
		cli.WithInterpolation(true), cli.WithNormalization(true), cli.WithConsistency(true), cli.WithResolvedPaths(true),
		cli.WithProfiles([]string{"*"}))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(context.Background())
}

func TestComposeFileIsAccepted(t *testing.T) {
	t.Parallel()
	p, err := compose(t, "secret")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, s := range p.Services {
		if !strings.HasPrefix(s.Image, "vitrine:") {
			if !strings.Contains(s.Image, ":") {
				t.Errorf("%s: the image %s has no version", s.Name, s.Image)
			}
			continue
		}
		parts = append(parts, s.Name)
		if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.Privileged || len(s.Ports) > 0 {
			t.Errorf("%s may do more than it needs", s.Name)
		}
		if _, ok := s.DependsOn["migrate"]; !ok && s.Name != "migrate" {
			t.Errorf("%s does not wait for the migration", s.Name)
		}
		for name, value := range s.Environment {
			if value != nil && strings.Contains(name, "SECRET") && !strings.HasPrefix(*value, "file:") {
				t.Errorf("%s: %s is no file", s.Name, name)
			}
		}
	}
	slices.Sort(parts)
	want := []string{"gateway-1", "gateway-2", "ingest-1", "ingest-2", "migrate", "vitrine", "writesvc"}
	if !slices.Equal(parts, want) {
		t.Errorf("the services of Vitrine are %v, want %v", parts, want)
	}
	for _, s := range p.Services {
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" && s.Name != "haproxy" {
				t.Errorf("%s can be reached from other machines at port %s", s.Name, port.Published)
			}
		}
		for _, v := range s.Volumes {
			if v.Type != types.VolumeTypeBind {
				continue
			}
			if _, err := os.Stat(v.Source); err != nil {
				t.Errorf("%s mounts a file that does not exist: %v", s.Name, err)
			}
		}
	}
}

func TestComposeRefusesMissingPasswords(t *testing.T) {
	t.Parallel()
	if _, err := compose(t, ""); err == nil || !strings.Contains(err.Error(), "DB_PASSWORD") {
		t.Errorf("without passwords: error %v", err)
	}
}

// A service that goes on for long says whether it is healthy, so that up --wait and ps tell the truth.
func TestComposeChecksEveryLastingService(t *testing.T) {
	t.Parallel()
	p, err := compose(t, "secret")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Services {
		lasting := s.Restart == "unless-stopped"
		if h := s.HealthCheck; lasting != (h != nil && !h.Disable && len(h.Test) > 1) {
			t.Errorf("%s: lasting %t, health check %+v", s.Name, lasting, h)
			continue
		}
		if lasting && strings.HasPrefix(s.Image, "vitrine:") &&
			!slices.Equal(s.HealthCheck.Test, []string{"CMD", "/usr/local/bin/vitrine", "ready"}) {
			t.Errorf("%s is checked by %v", s.Name, s.HealthCheck.Test)
		}
	}
}

// Postgres has connections for all services of a machine with 32 processors, as docs/operations/scale.md counts them,
// and ten for operators.
func TestComposeHasEnoughConnections(t *testing.T) {
	t.Parallel()
	p, err := compose(t, "secret")
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]int{"gateway": 32 + 2*32, "ingest": 13 + 1, "writesvc": 28}
	need := 10
	for _, s := range p.Services {
		if strings.HasPrefix(s.Image, "vitrine:") && s.Restart != "no" {
			n, ok := most[s.Command[0]]
			if !ok {
				t.Errorf("%s: how many connections it opens is not known", s.Name)
			}
			need += n
		}
	}
	have := 100
	for _, arg := range p.Services["postgres"].Command {
		_, _ = fmt.Sscanf(arg, "max_connections=%d", &have)
	}
	if have < need {
		t.Errorf("Postgres accepts %d connections, and %d may be opened", have, need)
	}
}
