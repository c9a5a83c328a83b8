package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
)

// archives writes an archive and a bill of materials for each target, and the checksums of all of them. Names and
// contents follow the defaults of goreleaser, which installers expect.
func (r *release) archives(ctx context.Context) error {
	dist := filepath.Join(r.Dir, "dist")
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	shells, err := r.completions(ctx)
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, t := range r.Targets {
		path, err := r.program(ctx, t)
		if err != nil {
			return err
		}
		base := fmt.Sprintf("vitrine_%s_%s_%s", r.Version, t.OS, t.Arch)
		if files[base+".tar.gz"], err = r.archive(path, shells); err != nil {
			return err
		}
		info, err := modules(path)
		if err != nil {
			return err
		}
		if files[base+".cdx.json"], err = r.sbom(info, t); err != nil {
			return err
		}
		digest := fmt.Sprintf("%x", sha256.Sum256(files[base+".tar.gz"]))
		if files[base+".intoto.json"], err = r.provenance(info, t, base+".tar.gz", digest); err != nil {
			return err
		}
	}
	return r.write(dist, files)
}

// write writes the files and checksums.txt, in the form of sha256sum.
func (r *release) write(dist string, files map[string][]byte) error {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	var sums bytes.Buffer
	for _, name := range names {
		path := filepath.Join(dist, name)
		if err := os.WriteFile(path, files[name], 0o644); err != nil { //nolint:gosec // for everyone
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(files[name]), name)
		fmt.Fprintf(r.Out, "%s  %.1f MB\n", path, float64(len(files[name]))/1e6)
	}
	return os.WriteFile(filepath.Join(dist, "checksums.txt"), sums.Bytes(), 0o644) //nolint:gosec // for everyone
}

// completions asks the program of this machine for the scripts, by their path in an archive.
func (r *release) completions(ctx context.Context) (map[string][]byte, error) {
	path, err := r.program(ctx, target{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for shell, file := range map[string]string{"bash": "vitrine.bash", "zsh": "_vitrine", "fish": "vitrine.fish"} {
		script, err := exec.CommandContext(ctx, path, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("make the completion for %s: %w", shell, err)
		}
		all["completions/"+file] = script
	}
	return all, nil
}

// archive makes a tar.gz of a program with its documents.
func (r *release) archive(program string, more map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	if err := addFile(w, filepath.Base(program), program, r.Date); err != nil {
		return nil, err
	}
	for _, f := range [][2]string{{"LICENSE", "LICENSE"}, {"README.md", "README.md"}, {"CHANGELOG.md", "CHANGELOG.md"},
		{"docs/licenses.md", "licenses.md"}, {"docs/vitrine.1", "man/vitrine.1"}} {
		content, err := os.ReadFile(filepath.Join(r.Source, f[0]))
		if err != nil {
			return nil, err
		}
		if err := addBytes(w, f[1], content, 0o644, r.Date); err != nil {
			return nil, err
		}
	}
	var names []string
	for name := range more {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if err := addBytes(w, name, more[name], 0o644, r.Date); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
