package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// program builds the program for a target, and returns its path. It is static: it runs without any file of a system.
func (r *release) program(ctx context.Context, t target) (string, error) {
	name := "vitrine"
	if t.OS == "windows" {
		name += ".exe"
	}
	if r.Prebuilt != "" {
		return filepath.Join(r.Prebuilt, t.OS+"_"+t.Arch, name), nil
	}
	path, err := filepath.Abs(filepath.Join(r.Dir, "programs", t.OS+"_"+t.Arch, name))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(r.Out, "building vitrine for %s\n", t)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags",
		strings.Join(r.ldflags(), " "), "-o", path, "./cmd/vitrine")
	cmd.Dir = r.Source
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.OS, "GOARCH="+t.Arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build for %s: %w\n%s", t, err, out)
	}
	return path, nil
}

func (r *release) ldflags() []string {
	const pkg = "vitrine/internal/build"
	return []string{"-s", "-w", "-X " + pkg + ".version=" + r.Version, "-X " + pkg + ".commit=" + r.Commit,
		"-X " + pkg + ".date=" + r.Date.Format(time.RFC3339)}
}
