package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/admin"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

const (
	adminLimit  = 30 * time.Second // of one request
	adminAnswer = 4 << 20          // bytes of one answer
)

// errToken is part of the error if a process does not accept the token.
var errToken = errors.New("refuses the token")

// An adminClient sends requests to the admin listener of a process with the same settings.
type adminClient struct{ url, token string }

// newAdmin returns a client of the listener at url. Without a url it is the one of VITRINE_ADMIN_ADDR, or the
// one that a part with this data folder has opened.
func newAdmin(c *cli.Call, url string, parts ...string) (*adminClient, error) {
	dir := c.Env.Get(env.DataDir)
	token, err := boot.AdminToken(c.Env.Get(env.AdminToken), dir)
	if err != nil {
		return nil, err
	}
	if url == "" && !c.Env.Set(env.AdminAddr) {
		for _, part := range parts {
			if url = boot.AdminURL(dir, part); url != "" {
				break
			}
		}
	}
	if url == "" {
		url = admin.BaseURL(c.Env.Get(env.AdminAddr))
	}
	return &adminClient{strings.TrimSuffix(url, "/"), token}, nil
}

// get requests a path. An answer other than 200 is an error, with the body.
func (o *adminClient) get(ctx context.Context, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, adminLimit)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, o.url+path, nil)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Authorization", "Bearer "+o.token)
	rq.Header.Set("Accept", "application/json")
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("ask the admin listener at %s: %w (is Vitrine running? make run)", o.url, errors.Unwrap(err))
	}
	defer rs.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(io.LimitReader(rs.Body, adminAnswer))
	switch {
	case err != nil:
		return nil, fmt.Errorf("ask the admin listener at %s: %w", o.url, err)
	case rs.StatusCode == http.StatusUnauthorized:
		return body, fmt.Errorf("the process at %s %w: use its %s, or its %s", o.url, errToken, env.AdminToken.Name,
			env.DataDir.Name)
	case rs.StatusCode == http.StatusNotFound && !strings.HasPrefix(string(body), "{"):
		return body, fmt.Errorf("the process at %s does not serve %s", o.url, strings.SplitN(path, "?", 2)[0])
	case rs.StatusCode != http.StatusOK:
		return body, fmt.Errorf("%s: %s", rs.Status, strings.TrimSpace(string(body)))
	}
	return body, nil
}
