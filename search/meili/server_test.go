package meili_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search/meili"
	"vitrine/search/meili/meilitest"
)

var indexSets atomic.Int64

// config returns the configuration for a real Meilisearch, with indexes that are deleted after the test.
func config(t testing.TB) meili.Config {
	t.Helper()
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key = meilitest.Open(t)
	cfg.Prefix = fmt.Sprintf("test_%d_%d_", time.Now().UnixNano(), indexSets.Add(1))
	cfg.Timeout = 20 * time.Second // a loaded machine must not cause fallbacks
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), meilitest.StartLimit)
		defer cancel()
		client := meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key))
		for _, kind := range []string{"product", "brand"} {
			if _, err := client.DeleteIndexWithContext(ctx, cfg.Prefix+kind); err != nil {
				t.Log(err)
			}
		}
	})
	return cfg
}

func newEngine(t testing.TB, cfg meili.Config) *meili.Engine {
	t.Helper()
	e, err := meili.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	return e
}
