package provider

import (
	"context"
	"encoding/json"
	"net/http"
)

// bunny purges by one tag a call: POST /pullzone/{id}/purgeCache.
type bunny struct {
	*client
	s Settings
}

func openBunny(c *client, s Settings) (Provider, error) { return bunny{c, s}, nil }

// Limits: an account has a bucket of 120 calls that fills by 5 a second. Bunny does not say whether tags count as
// prefixes, whose bucket has 20 and fills by one in two seconds, so the smaller one is used.
func (p bunny) Limits() Limits { return Limits{Tags: 1, Calls: 0.5, Burst: 20} }

func (p bunny) Purge(ctx context.Context, tags []string) error {
	key, err := p.secret(p.s["key"])
	if err != nil {
		return err
	}
	for _, tag := range tags {
		body, err := json.Marshal(map[string]string{"CacheTag": tag})
		if err != nil {
			return err
		}
		rq, err := request(ctx, http.MethodPost, "https://api.bunny.net/pullzone/"+p.s["pullzone"]+"/purgeCache", jsonType,
			body)
		if err != nil {
			return err
		}
		rq.Header.Set("AccessKey", key)
		if _, _, err := p.call(rq, http.StatusOK, http.StatusNoContent); err != nil {
			return err
		}
	}
	return nil
}
