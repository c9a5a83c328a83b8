package meili

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search"
)

// Fault reports what is wrong with the index of a kind: it is missing, was made anew, or has other settings. It returns
// "" for an index that is as SetUp left it.
func (e *Engine) Fault(ctx context.Context, kind string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	uid := e.index(kind)
	made, err := e.made(ctx, uid)
	if err != nil {
		return "", err
	}
	e.mu.Lock()
	was, known := e.set[kind]
	e.mu.Unlock()
	switch {
	case made.IsZero():
		return "the index is missing", nil
	case known && !made.Equal(was):
		return "the index was made anew", nil
	}
	names, err := e.differing(ctx, uid, kind)
	if err != nil {
		return "", err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(names) > 0 {
		delete(e.set, kind) // SetUp sets it up again
		return "other settings: " + strings.Join(names, ", "), nil
	}
	e.set[kind] = made // also of an index that an earlier process made
	return "", nil
}

// Documents counts the documents of the index of a kind.
func (e *Engine) Documents(ctx context.Context, kind string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	var stats struct {
		Documents int64 `json:"numberOfDocuments"`
	}
	err := e.send(ctx, http.MethodGet, "/indexes/"+e.index(kind)+"/stats", "application/json", nil, &stats)
	if err != nil {
		return 0, fmt.Errorf("count the documents of %s: %w", kind, err)
	}
	return stats.Documents, nil
}

// differing returns the names of the settings that an index has otherwise.
func (e *Engine) differing(ctx context.Context, uid, kind string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	got := map[string]any{}
	if err := e.send(ctx, http.MethodGet, "/indexes/"+uid+"/settings", "application/json", nil, &got); err != nil {
		return nil, fmt.Errorf("read the settings of %s: %w", uid, err)
	}
	return differing(got, e.settings(kind)), nil
}

// Beside makes a new index of a kind beside the present one. fill puts all documents into it. ready is called when all
// are searchable, just before the two are swapped. Searches use the present index until then.
func (e *Engine) Beside(ctx context.Context, kind string,
	fill func(put func(context.Context, []search.Doc, []search.Ref) error) error, ready func(context.Context) error,
) error {
	live, beside := e.index(kind), e.index(kind)+"-beside"
	if err := e.drop(ctx, beside); err != nil { // of a rebuild that was interrupted
		return err
	}
	if err := e.create(ctx, beside, kind); err != nil {
		return err
	}
	put, wait := e.into(beside, "rebuild "+kind)
	if err := fill(put); err != nil {
		return err
	}
	if err := wait(ctx); err != nil {
		return err
	}
	if err := ready(ctx); err != nil {
		return err
	}
	q := queue{engine: e, doing: "swap the index of " + kind, pardons: "index_already_exists"}
	for _, call := range []func(context.Context) (*meilisearch.TaskInfo, error){
		func(ctx context.Context) (*meilisearch.TaskInfo, error) { // both must exist
			return e.client.CreateIndexWithContext(ctx, &meilisearch.IndexConfig{Uid: live, PrimaryKey: "id"})
		},
		func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			var task meilisearch.TaskInfo
			swap := asJSON([]map[string]any{{"indexes": []string{live, beside}}})
			return &task, e.send(ctx, http.MethodPost, "/swap-indexes", "application/json", swap, &task)
		},
	} {
		if err := q.put(ctx, call); err != nil {
			return err
		}
	}
	if err := q.wait(ctx, 0); err != nil {
		return err
	}
	made, err := e.made(ctx, live)
	if err != nil {
		return err
	}
	e.mu.Lock()
	e.set[kind] = made
	e.mu.Unlock()
	e.recount(kind)
	return e.drop(ctx, beside)
}

// drop deletes an index, if it exists.
func (e *Engine) drop(ctx context.Context, uid string) error {
	q := queue{engine: e, doing: "delete the index " + uid, pardons: "index_not_found"}
	if err := q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return e.client.DeleteIndexWithContext(ctx, uid)
	}); err != nil {
		return err
	}
	return q.wait(ctx, 0)
}

// Diagnose reports what is wrong with the server or the key, for an operator: it cannot be reached, is too old, rejects
// the key, or the key lacks a right. It returns the version of the server.
func (e *Engine) Diagnose(ctx context.Context) (version string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := e.send(ctx, http.MethodGet, "/health", "application/json", nil, nil); err != nil {
		return "", fmt.Errorf("the server does not answer: %w", err)
	}
	var is struct {
		Version string `json:"pkgVersion"`
	}
	err = e.send(ctx, http.MethodGet, "/version", "application/json", nil, &is)
	var answer *apiError
	if errors.As(err, &answer) {
		switch answer.Code {
		case "invalid_api_key":
			if is.Version, err = e.actions(ctx); err != nil {
				return "", err
			}
		case "missing_authorization_header":
			return "", errors.New("the server requires a key, and none is set")
		default:
			return "", fmt.Errorf("the server rejects the key: %w", err)
		}
	} else if err != nil {
		return "", fmt.Errorf("read the version: %w", err)
	}
	if old(is.Version) {
		return is.Version, fmt.Errorf("the server is Meilisearch %s, and %s or newer is needed", is.Version, leastVersion)
	}
	if _, err := e.actions(ctx); err != nil {
		return is.Version, err
	}
	return is.Version, nil
}

// actions tries what the key must permit. Nothing is changed: the searches and documents are of an index that does not
// exist, and an index that exists keeps its settings.
func (e *Engine) actions(ctx context.Context) (string, error) {
	var lacks []string
	none := "/indexes/" + e.index("doctor-none")
	for _, try := range []struct{ action, method, path, body string }{
		{"search", http.MethodPost, none + "/search", `{"limit":0}`},
		{"documents.get", http.MethodGet, none + "/documents?limit=0", ""},
		{"documents.delete", http.MethodPost, none + "/documents/delete-batch", `"not a list"`},
		{"documents.add", http.MethodPost, none + "/documents", `"not a list"`},
		{"indexes.get", http.MethodGet, none, ""},
		{"indexes.create", http.MethodPost, "/indexes", `{"uid":false}`},
		{"indexes.swap", http.MethodPost, "/swap-indexes", `"not a list"`},
		{"indexes.delete", http.MethodDelete, none + "%20", ""}, // not a name
		{"settings.get", http.MethodGet, none + "/settings", ""},
		{"settings.update", http.MethodPatch, none + "/settings", `"not settings"`},
		{"stats.get", http.MethodGet, none + "/stats", ""},
		{"tasks.get", http.MethodGet, "/tasks?limit=1", ""},
	} {
		err := e.send(ctx, try.method, try.path, "application/json", []byte(try.body), nil)
		var answer *apiError
		switch {
		case err == nil || errors.As(err, &answer) && answer.Status != http.StatusForbidden &&
			answer.Status != http.StatusUnauthorized:
		case errors.As(err, &answer):
			lacks = append(lacks, try.action)
		default:
			return "", fmt.Errorf("try %s: %w", try.action, err)
		}
	}
	switch {
	case len(lacks) == 12:
		return "", errors.New("the server rejects the key")
	case len(lacks) > 0:
		return "", fmt.Errorf("the key lacks the actions %s, or may not use indexes named %s*", strings.Join(lacks, ", "),
			e.cfg.Prefix)
	}
	return "", nil
}

// leastVersion is the oldest version of Meilisearch with filters of single attributes.
const leastVersion = "1.14"

// old reports whether a version is known and below leastVersion.
func old(version string) bool {
	var major, minor int
	n, _ := fmt.Sscanf(version, "%d.%d", &major, &minor) // a version of another form is a newer one
	return n == 2 && (major < 1 || major == 1 && minor < 14)
}

// digestPage is the number of documents fetched at once.
const digestPage = 1000

// Sum returns the contribution of a document to a digest: a hash of what Meilisearch stores of it, except its change
// number.
func (e *Engine) Sum(d search.Doc) uint64 {
	doc := newDocument(d)
	text, _ := doc.MarshalJSON() // never an error
	sum, _ := sum(text)          // it is JSON
	return sum
}

// sum hashes the attributes of a document in the order of their names.
func sum(text []byte) (uint64, error) {
	attrs := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &attrs); err != nil {
		return 0, err //nolint:wrapcheck // callers add context
	}
	h := fnv.New64a()
	var compact bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		if name == "v" {
			continue
		}
		var value any
		d := json.NewDecoder(bytes.NewReader(attrs[name]))
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			return 0, err //nolint:wrapcheck // callers add context
		}
		compact.Reset()
		if err := json.NewEncoder(&compact).Encode(value); err != nil {
			return 0, err //nolint:wrapcheck // callers add context
		}
		h.Write([]byte(name))
		h.Write(compact.Bytes())
	}
	return h.Sum64(), nil
}

// Digest counts the documents of a tenant's kind and adds up their sums. Documents added or deleted meanwhile may count
// or not.
func (e *Engine) Digest(ctx context.Context, kind, tenant string) (n int, total uint64, err error) {
	for offset := int64(0); ; offset += digestPage {
		var page struct {
			Results []json.RawMessage `json:"results"`
		}
		err := e.post(ctx, "/indexes/"+e.index(kind)+"/documents/fetch", map[string]any{
			"offset": offset, "limit": digestPage, "filter": "tenant = " + quote(tenant)}, &page)
		if err != nil {
			return 0, 0, fmt.Errorf("fetch documents of %s: %w", kind, explainError(err))
		}
		for _, text := range page.Results {
			one, err := sum(text)
			if err != nil {
				return 0, 0, fmt.Errorf("read a document of %s: %w", kind, err)
			}
			n, total = n+1, total^one
		}
		if len(page.Results) < digestPage {
			return n, total, nil
		}
	}
}
