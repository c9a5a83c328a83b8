package provider

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/secret"
)

// Settings are what an operator declares about an edge, by name. Secrets are named as env:NAME or file:PATH and never
// kept.
type Settings map[string]string

// A form lists the settings of a kind.
type form struct {
	required, optional, secrets []string
	choices                     map[string][]string
}

var forms = map[string]form{
	"fastly": {required: []string{"service", "token"}, optional: []string{"soft"}, secrets: []string{"token"},
		choices: map[string][]string{"soft": {"true", "false"}}},
	"cloudflare": {required: []string{"zone", "token"}, optional: []string{"plan"}, secrets: []string{"token"},
		choices: map[string][]string{"plan": slices.Sorted(maps.Keys(cloudflarePlans))}},
	"akamai": {required: []string{"host", "client-token", "access-token", "client-secret"}, optional: []string{"network"},
		secrets: []string{"client-token", "access-token", "client-secret"},
		choices: map[string][]string{"network": {"production", "staging"}}},
	"cloudfront": {required: []string{"distribution", "access-key", "secret-key"},
		optional: []string{"session-token", "tags-per-hour", "header"},
		secrets:  []string{"access-key", "secret-key", "session-token"}},
	"bunny": {required: []string{"pullzone", "key"}, secrets: []string{"key"}},
	"varnish": {required: []string{"url"}, optional: []string{"method", "key"}, secrets: []string{"key"},
		choices: map[string][]string{"method": {"xkey", "ban"}}},
	"nginx": {}, "cells": {}, "groups": {},
}

// Check checks the settings of a kind, without a network and without the values of secrets. It reports what is missing,
// unknown or malformed.
func (s Settings) Check(kind string) error {
	f, known := forms[kind]
	if !known {
		return fmt.Errorf("unknown kind %q", kind)
	}
	all := slices.Concat(f.required, f.optional)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		value := s[name]
		switch {
		case !slices.Contains(all, name):
			return fmt.Errorf("%s: edges of kind %s have no such setting; theirs are %s", name, kind, list(all))
		case len(value) > 1000 || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return fmt.Errorf("%s: must have at most 1000 characters, without control characters", name)
		case slices.Contains(f.secrets, name) && !named(value):
			return fmt.Errorf("%s: name the secret, as env:NAME or file:PATH", name)
		case len(f.choices[name]) > 0 && !slices.Contains(f.choices[name], value):
			return fmt.Errorf("%s=%s: must be %s", name, value, list(f.choices[name]))
		}
	}
	for _, name := range f.required {
		if s[name] == "" {
			return fmt.Errorf("%s=… is required for edges of kind %s", name, kind)
		}
	}
	return s.checkForms()
}

// checkForms checks values that become part of a URL or of a header.
func (s Settings) checkForms() error {
	for _, name := range []string{"service", "zone", "distribution", "pullzone", "header"} {
		if v := s[name]; v != "" && strings.ContainsFunc(v, func(r rune) bool { return !plain(r) }) {
			return fmt.Errorf("%s=%s: must have only letters, digits, - and _", name, v)
		}
	}
	if v := s["host"]; v != "" && strings.ContainsFunc(v, func(r rune) bool { return !plain(r) && r != '.' }) {
		return fmt.Errorf("host=%s: must be a host name", v)
	}
	if v := s["tags-per-hour"]; v != "" {
		if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 1_000_000 {
			return fmt.Errorf("tags-per-hour=%s: must be a number from 1 to 1000000", v)
		}
	}
	if v := s["url"]; v != "" {
		_, err := urls(v)
		return err
	}
	return nil
}

// urls reads the URLs of machines, separated by commas.
func urls(text string) (all []string, err error) {
	for part := range strings.SplitSeq(text, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
			return nil, fmt.Errorf("url=%s: must be http://HOST:PORT/, several separated by commas", text)
		}
		all = append(all, u.String())
	}
	if len(all) > 20 {
		return nil, errors.New("url: must be at most 20 machines")
	}
	return all, nil
}

func plain(r rune) bool {
	return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func named(s string) bool {
	for _, prefix := range []string{"env:", "file:"} {
		if name, ok := strings.CutPrefix(s, prefix); ok && name != "" {
			return true
		}
	}
	return false
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Secrets returns a function that reads named secrets from the environment and from files. Its errors contain names
// only.
func Secrets(lookup func(string) string) func(string) (string, error) {
	return func(at string) (string, error) {
		var read string
		if name, ok := strings.CutPrefix(at, "env:"); ok {
			read = lookup(name)
		} else if path, ok := strings.CutPrefix(at, "file:"); ok {
			data, err := os.ReadFile(path)
			if err != nil {
				return "", fmt.Errorf("read a secret: %w", err)
			}
			read = string(data)
		}
		text, err := secret.Text(read)
		if err != nil {
			return "", fmt.Errorf("%s: %w", at, err)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			return "", fmt.Errorf("%s: the secret contains a space or a character that no header may contain", at)
		}
		return text, nil
	}
}
