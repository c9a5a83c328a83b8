package directus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

const guide = "../../../../docs/cms/directus.md"

// block is the first one of the guide.
var block = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestProveTheGuideLeadsToADirectus runs the lines of the guide from an empty folder, with the real program. Only the
// port differs, and npm install takes the packages that were installed for the tests.
func TestProveTheGuideLeadsToADirectus(t *testing.T) {
	in := install(t)
	h := kit.Open(t)
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(block.FindSubmatch(text)[1])), "\n")
	if len(lines) != 7 || lines[6] != "npx directus start" || !strings.Contains(lines[1], "&& cd ") ||
		!strings.HasPrefix(lines[0], "export ") {
		t.Fatalf("the guide has the lines %q", lines)
	}
	lines = lines[1:] // the shell below has these settings
	bin, root := t.TempDir(), t.TempDir()
	if err := testkit.Build(filepath.Join(bin, "vitrine")); err != nil {
		t.Fatal(err)
	}
	_, folder, _ := strings.Cut(lines[0], "&& cd ")
	dir := filepath.Join(root, folder)
	modules := filepath.Dir(filepath.Dir(in.cli))
	port := fmt.Sprint(freePort(t))
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	shell := func(line string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, "sh", "-ec", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "VITRINE_DATABASE_URL="+h.DatabaseURL, "PRESSURE_LIMITER_ENABLED=false",
			"PATH="+bin+":"+filepath.Dir(in.node)+":"+os.Getenv("PATH"))
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		return cmd
	}
	t.Cleanup(func() {
		for _, sql := range []string{"DROP OWNED BY directus_demo CASCADE", "DROP ROLE directus_demo"} {
			if _, err := h.Pool.Exec(context.Background(), sql); err != nil {
				t.Error(err)
			}
		}
	})
	begun := time.Now()
	for i, line := range lines[:5] {
		cmd := shell(line)
		switch {
		case i == 0:
			cmd.Dir = root
		case strings.Contains(line, "vitrine cms directus"):
			command, _, _ := strings.Cut(line, "#")
			cmd = shell(command + " --port " + port)
		case strings.Contains(line, "npm install"):
			start, _, _ := strings.Cut(line, "&&")
			cmd = shell(start + "&& ln -s '" + modules + "' node_modules")
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	var out bytes.Buffer
	server := shell(lines[5])
	server.Stdout, server.Stderr = &out, &out
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Cancel(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
		_ = server.Wait()
		if t.Failed() {
			t.Logf("directus:\n%s", out.String())
		}
	})
	env, err := os.ReadFile(filepath.Join(dir, ".env"))
	if err != nil {
		t.Fatal(err)
	}
	d := &site{T: t, env: map[string]string{}}
	for _, m := range setting.FindAllStringSubmatch(string(env), -1) {
		d.env[m[1]] = m[2]
	}
	for d.url = d.env["PUBLIC_URL"]; !d.answers(); {
		if ctx.Err() != nil {
			t.Fatalf("Directus does not answer within %s", startLimit)
		}
	}
	t.Logf("Directus answers after %s, without npm install", time.Since(begun))
	d.as("Editor")
	var p product
	d.ok("POST", "/items/product"+shown, fields{"name": "Chair", "slug": "guide-chair", "materials": []string{"oak"}}, &p)
	if len(p.Materials) != 1 {
		t.Errorf("the product is %+v", p)
	}
	var fields []struct{ Meta *struct{ Interface string } }
	d.ok("GET", "/fields/product", nil, &fields)
	for _, f := range fields {
		if f.Meta == nil {
			t.Error("a field of products is not described")
		}
	}
}
