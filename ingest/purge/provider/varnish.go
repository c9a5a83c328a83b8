package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// varnish purges one or more Varnish servers with the VCL of deploy/edge/varnish: PURGE with the xkey module, or BAN.
// That VCL answers with the header Vitrine-Purged, so a Varnish without it is noticed.
type varnish struct {
	*client
	s    Settings
	urls []string
}

func openVarnish(c *client, s Settings) (Provider, error) {
	all, err := urls(s["url"])
	return varnish{c, s, all}, err
}

// Limits: a header line holds 8 KB. xkey reads its index for each tag; each ban is compared with every later hit, so
// there are few.
func (p varnish) Limits() Limits {
	if p.s["method"] == "ban" {
		return Limits{Tags: 200, Calls: 2, Burst: 10}
	}
	return Limits{Tags: 500, Calls: 100, Burst: 200}
}

// Purge purges all machines at once. One that fails does not keep the others from being purged.
func (p varnish) Purge(ctx context.Context, tags []string) error {
	key := ""
	if p.s["key"] != "" {
		text, err := p.secret(p.s["key"])
		if err != nil {
			return err
		}
		key = text
	}
	errs := make([]error, len(p.urls))
	var wg sync.WaitGroup
	for i, at := range p.urls {
		wg.Go(func() { errs[i] = p.purge(ctx, at, key, tags) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// purge purges one machine.
func (p varnish) purge(ctx context.Context, at, key string, tags []string) error {
	method, value := "PURGE", strings.Join(tags, " ")
	if p.s["method"] == "ban" {
		method, value = "BAN", strings.Join(tags, "|")
	}
	rq, err := request(ctx, method, at, "", nil)
	if err != nil {
		return err
	}
	rq.Header.Set("Vitrine-Purge", value)
	if key != "" {
		rq.Header.Set("Vitrine-Purge-Key", key)
	}
	answer, header, err := p.call(rq, http.StatusOK)
	if err != nil {
		return fmt.Errorf("%s: %w", rq.URL.Host, err)
	}
	if _, err := strconv.Atoi(header.Get("Vitrine-Purged")); err != nil {
		return fmt.Errorf("%s: %w", rq.URL.Host, p.unexpected(answer))
	}
	return nil
}
