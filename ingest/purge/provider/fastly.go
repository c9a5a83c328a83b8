package provider

import (
	"context"
	"encoding/json"
	"net/http"
)

// fastly purges by surrogate keys: POST /service/{id}/purge.
type fastly struct {
	*client
	s Settings
}

func openFastly(c *client, s Settings) (Provider, error) { return fastly{c, s}, nil }

// Limits: 256 keys a call, and 100,000 calls an hour for a customer.
func (p fastly) Limits() Limits { return Limits{Tags: 256, Calls: 100_000. / 3600, Burst: 100} }

func (p fastly) Purge(ctx context.Context, tags []string) error {
	token, err := p.secret(p.s["token"])
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string][]string{"surrogate_keys": tags})
	if err != nil {
		return err
	}
	rq, err := request(ctx, http.MethodPost, "https://api.fastly.com/service/"+p.s["service"]+"/purge", jsonType, body)
	if err != nil {
		return err
	}
	rq.Header.Set("Fastly-Key", token)
	rq.Header.Set("Accept", jsonType)
	if p.s["soft"] == "true" {
		rq.Header.Set("Fastly-Soft-Purge", "1")
	}
	answer, _, err := p.call(rq, http.StatusOK)
	if err != nil {
		return err
	}
	var purged map[string]string // the id of each purge, by key
	if json.Unmarshal(answer, &purged) != nil {
		return p.unexpected(answer)
	}
	for _, tag := range tags {
		if purged[tag] == "" {
			return p.unexpected(answer)
		}
	}
	return nil
}
