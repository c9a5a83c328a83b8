package provider

import (
	"context"
	"encoding/json"
	"net/http"
)

// cloudflare purges by cache tags: POST /client/v4/zones/{zone}/purge_cache.
type cloudflare struct {
	*client
	s Settings
}

func openCloudflare(c *client, s Settings) (Provider, error) { return cloudflare{c, s}, nil }

// cloudflarePlans are the limits of an account, by plan. 100 tags a call.
var cloudflarePlans = map[string]Limits{
	"free":       {Tags: 100, Calls: 5. / 60, Burst: 25},
	"pro":        {Tags: 100, Calls: 5, Burst: 25},
	"business":   {Tags: 100, Calls: 10, Burst: 50},
	"enterprise": {Tags: 100, Calls: 50, Burst: 500},
}

func (p cloudflare) Limits() Limits {
	if l, ok := cloudflarePlans[p.s["plan"]]; ok {
		return l
	}
	return cloudflarePlans["free"]
}

func (p cloudflare) Purge(ctx context.Context, tags []string) error {
	token, err := p.secret(p.s["token"])
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string][]string{"tags": tags})
	if err != nil {
		return err
	}
	rq, err := request(ctx, http.MethodPost,
		"https://api.cloudflare.com/client/v4/zones/"+p.s["zone"]+"/purge_cache", jsonType, body)
	if err != nil {
		return err
	}
	rq.Header.Set("Authorization", "Bearer "+token)
	answer, _, err := p.call(rq, http.StatusOK)
	if err != nil {
		return err
	}
	var result struct{ Success bool }
	if json.Unmarshal(answer, &result) != nil || !result.Success {
		return p.unexpected(answer)
	}
	return nil
}
