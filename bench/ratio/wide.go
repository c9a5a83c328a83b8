package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tagsFile is the source file that decides which tags a list carries.
const tagsFile = "internal/catalog/dimension.go"

// wideTags replaces its ListTags: one tag for each kind, which every change of any record of the kind invalidates.
const wideTags = `
// ListTags appends one tag for each kind that a list reads.
func (p *Plan) ListTags(dst []string, u Use, columns ...string) []string {
	for _, tag := range p.preciseListTags(nil, u, columns...) {
		tag = Unbanded(tag)
		kind := tag
		for i := range len(tag) {
			if tag[i] == '|' || tag[i] == '/' || tag[i] == ':' {
				kind = tag[:i]
				break
			}
		}
		dst = append(dst, AnyTag(kind))
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}
`

// buildWide builds a binary whose lists carry kind-wide tags. The sources are not changed: the compiler reads one file
// from an overlay.
func (b *bench) buildWide(ctx context.Context) (string, error) {
	source, err := filepath.Abs(filepath.Join(b.o.source, tagsFile))
	if err != nil {
		return "", fmt.Errorf("find the sources: %w", err)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return "", fmt.Errorf("read the sources: %w", err)
	}
	const name = "func (p *Plan) ListTags("
	if strings.Count(string(text), name) != 1 {
		return "", errors.New(tagsFile + " has no ListTags any more; adapt this benchmark")
	}
	changed, overlay, binary := b.place.Path("wide.go"), b.place.Path("overlay.json"), b.place.Path("vitrine-wide")
	replaced := strings.Replace(string(text), name, "func (p *Plan) preciseListTags(", 1) + wideTags
	if err := os.WriteFile(changed, []byte(replaced), 0o600); err != nil {
		return "", fmt.Errorf("write the changed file: %w", err)
	}
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{source: changed}})
	if err != nil {
		return "", fmt.Errorf("write the overlay: %w", err)
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return "", fmt.Errorf("write the overlay: %w", err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", binary, "./cmd/vitrine")
	build.Dir = b.o.source
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build with kind-wide tags: %w\n%s", err, out)
	}
	return binary, nil
}
