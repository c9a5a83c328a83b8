package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/bench/rig"
)

// meili is a Meilisearch with its own settings, over title, brand and description: with all fields it ranks worse.
type meili struct {
	index meilisearch.IndexManager
	err   error // of the first search that failed
}

// startMeili starts a Meilisearch and indexes products. stop ends it. m is nil without a binary on PATH.
func startMeili(ctx context.Context, all []product) (m *meili, stop func(), err error) {
	binary, err := exec.LookPath("meilisearch")
	if err != nil {
		return nil, func() {}, nil //nolint:nilerr // the tables lack a line
	}
	addr, err := rig.FreeAddr()
	if err != nil {
		return nil, nil, err //nolint:wrapcheck // it says what failed
	}
	dir, err := os.MkdirTemp("", "vitrine-relevance-")
	if err != nil {
		return nil, nil, err //nolint:wrapcheck // it names the folder
	}
	ctx, cancel := context.WithCancel(ctx)
	server := exec.CommandContext(ctx, binary, "--http-addr", addr, "--db-path", filepath.Join(dir, "db"),
		"--dump-dir", filepath.Join(dir, "dumps"), "--snapshot-dir", filepath.Join(dir, "snapshots"), "--no-analytics",
		"--log-level", "ERROR")
	server.Dir = dir
	started := server.Start()
	stop = func() {
		cancel()
		_ = server.Wait()     // it was killed
		_ = os.RemoveAll(dir) // temporary files
	}
	if err = started; err == nil {
		m, err = fillMeili(ctx, "http://"+addr, all)
	}
	if err != nil {
		stop()
		return nil, nil, fmt.Errorf("start Meilisearch: %w", err)
	}
	return m, stop, nil
}

// fillMeili waits for a Meilisearch and indexes products by their numbers.
func fillMeili(ctx context.Context, url string, all []product) (*meili, error) {
	client := meilisearch.New(url)
	for end := time.Now().Add(30 * time.Second); !client.IsHealthy(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return nil, fmt.Errorf("%s does not answer", url)
		}
	}
	docs := make([]map[string]any, len(all))
	for i, p := range all {
		docs[i] = map[string]any{"n": i, "title": p.Title, "brand": p.Brand, "description": p.Description}
	}
	m := &meili{index: client.Index("products")}
	key := "n"
	for _, enqueue := range []func() (*meilisearch.TaskInfo, error){
		func() (*meilisearch.TaskInfo, error) {
			return m.index.UpdateSettingsWithContext(ctx, &meilisearch.Settings{
				SearchableAttributes: []string{"title", "brand", "description"}})
		},
		func() (*meilisearch.TaskInfo, error) {
			return m.index.AddDocumentsWithContext(ctx, docs, &meilisearch.DocumentOptions{PrimaryKey: &key})
		},
	} {
		queued, err := enqueue()
		if err != nil {
			return nil, err //nolint:wrapcheck // the caller adds context
		}
		task, err := client.WaitForTaskWithContext(ctx, queued.TaskUID, 50*time.Millisecond)
		if err != nil {
			return nil, err //nolint:wrapcheck // the caller adds context
		}
		if task.Status != meilisearch.TaskStatusSucceeded {
			return nil, fmt.Errorf("index the products: %s", task.Error.Message)
		}
	}
	return m, nil
}

func (m *meili) rank(text string) (order []int) {
	found, err := m.index.Search(text, &meilisearch.SearchRequest{Limit: deep, AttributesToRetrieve: []string{"n"}})
	if err != nil {
		if m.err == nil {
			m.err = fmt.Errorf("search %q in Meilisearch: %w", text, err)
		}
		return nil
	}
	for _, hit := range found.Hits {
		n, err := strconv.Atoi(string(hit["n"]))
		if err != nil && m.err == nil {
			m.err = fmt.Errorf("read the hits of %q: %w", text, err)
		}
		order = append(order, n)
	}
	return order
}
