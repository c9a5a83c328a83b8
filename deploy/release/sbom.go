package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// modules reads what a program was built from. The go command writes it into every program.
func modules(program string) (*buildinfo.BuildInfo, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, fmt.Errorf("read the modules of %s: %w", program, err)
	}
	return info, nil
}

// used returns the module that was built, if another one replaced it.
func used(m *debug.Module) *debug.Module {
	if m.Replace != nil {
		return m.Replace
	}
	return m
}

// purl names a Go module as package URLs do.
func purl(path, version string) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = url.PathEscape(strings.ToLower(parts[i]))
	}
	return "pkg:golang/" + strings.Join(parts, "/") + "@" + url.PathEscape(version)
}

// sbom lists the modules of a program and the Go version as CycloneDX. The same program gives the same document.
func (r *release) sbom(info *buildinfo.BuildInfo, t target) ([]byte, error) {
	self := purl(info.Main.Path, r.Version)
	bom := cdx.NewBOM()
	bom.SerialNumber = r.serial(t)
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.Date.Format(time.RFC3339),
		Component: &cdx.Component{BOMRef: self, Type: cdx.ComponentTypeApplication, Name: "vitrine", Version: r.Version,
			PackageURL: self, Licenses: &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}}},
		Properties: &[]cdx.Property{{Name: "platform", Value: t.String()}},
	}
	goVersion := strings.TrimPrefix(strings.Fields(info.GoVersion)[0], "go")
	std := purl("std", goVersion)
	parts := []cdx.Component{{BOMRef: std, Type: cdx.ComponentTypeLibrary, Name: "std", Version: goVersion, PackageURL: std}}
	refs := []string{std}
	for _, dep := range info.Deps {
		m := used(dep)
		ref := purl(m.Path, m.Version)
		parts = append(parts, cdx.Component{BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version,
			PackageURL: ref})
		refs = append(refs, ref)
	}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: self, Dependencies: &refs}}
	var b bytes.Buffer
	if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
		return nil, fmt.Errorf("write the bill of materials: %w", err)
	}
	return b.Bytes(), nil
}

// serial makes the number of a document from what it is about, in the form of a UUID of version 8.
func (r *release) serial(t target) string {
	sum := sha256.Sum256([]byte(r.Version + " " + r.Commit + " " + t.String()))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("urn:uuid:%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
}
