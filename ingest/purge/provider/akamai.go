package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
)

// akamai invalidates by tags: POST /ccu/v3/invalidate/tag/{network}.
type akamai struct {
	*client
	s Settings
}

func openAkamai(c *client, s Settings) (Provider, error) { return akamai{c, s}, nil }

// Limits: 50 requests a second, 500 tags a minute, and bodies of 50 KB.
func (p akamai) Limits() Limits {
	return Limits{Tags: 1000, Calls: 50, Burst: 100, TagRate: 500. / 60, TagBurst: 5000}
}

func (p akamai) Purge(ctx context.Context, tags []string) error {
	var k edgeGridKey
	for name, to := range map[string]*string{"client-token": &k.clientToken, "access-token": &k.accessToken,
		"client-secret": &k.clientSecret} {
		text, err := p.secret(p.s[name])
		if err != nil {
			return err
		}
		*to = text
	}
	body, err := json.Marshal(map[string][]string{"objects": tags})
	if err != nil {
		return err
	}
	rq, err := request(ctx, http.MethodPost, "https://"+p.s["host"]+"/ccu/v3/invalidate/tag/"+
		cmp.Or(p.s["network"], "production"), jsonType, body)
	if err != nil {
		return err
	}
	k.sign(rq, body, p.now(), newNonce())
	answer, _, err := p.call(rq, http.StatusCreated)
	if err != nil {
		return err
	}
	var result struct {
		PurgeID string `json:"purgeId"`
	}
	if json.Unmarshal(answer, &result) != nil || result.PurgeID == "" {
		return p.unexpected(answer)
	}
	return nil
}
