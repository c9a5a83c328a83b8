package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// A statement is provenance in the form of in-toto and SLSA 1.0. Nobody has signed it: sign it when you publish it.
type statement struct {
	Type          string     `json:"_type"`
	Subject       []resource `json:"subject"`
	PredicateType string     `json:"predicateType"`
	Predicate     struct {
		BuildDefinition struct {
			BuildType            string            `json:"buildType"`
			ExternalParameters   map[string]string `json:"externalParameters"`
			ResolvedDependencies []resource        `json:"resolvedDependencies"`
		} `json:"buildDefinition"`
		RunDetails struct {
			Builder map[string]string `json:"builder"`
		} `json:"runDetails"`
	} `json:"predicate"`
}

// A resource is something that is built, or built from.
type resource struct {
	Name   string            `json:"name,omitempty"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest"`
}

// provenance says what a thing with a SHA-256 digest was built from: the commit, and the modules with their hashes.
func (r *release) provenance(info *buildinfo.BuildInfo, t target, name, digest string) ([]byte, error) {
	s := statement{Type: "https://in-toto.io/Statement/v1", PredicateType: "https://slsa.dev/provenance/v1",
		Subject: []resource{{Name: name, Digest: map[string]string{"sha256": digest}}}}
	def := &s.Predicate.BuildDefinition
	def.BuildType = "urn:vitrine:build:go:v1"
	def.ExternalParameters = map[string]string{"version": r.Version, "platform": t.String(), "go": info.GoVersion,
		"flags": "-trimpath -buildvcs=false", "ldflags": strings.Join(r.ldflags(), " ")}
	def.ResolvedDependencies = []resource{{Name: "vitrine", Digest: map[string]string{"gitCommit": r.Commit}}}
	for _, dep := range info.Deps {
		m := used(dep)
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
		if err != nil {
			return nil, fmt.Errorf("the hash of module %s: %w", m.Path, err)
		}
		def.ResolvedDependencies = append(def.ResolvedDependencies, resource{URI: purl(m.Path, m.Version),
			Digest: map[string]string{"dirHash1": hex.EncodeToString(sum)}})
	}
	s.Predicate.RunDetails.Builder = map[string]string{"id": "urn:vitrine:builder:make"}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the provenance: %w", err)
	}
	return append(text, '\n'), nil
}
