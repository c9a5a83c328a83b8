package purge

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// A fakeAPI is the purge API of one provider, with the limits that it documents. It counts every call that breaks one.
type fakeAPI struct {
	kind  string
	batch int // tags in a call
	body  int // bytes of a body; 0: no limit
	calls bucket
	tags  bucket        // rate 0: no limit
	takes time.Duration // of a call

	mu       sync.Mutex
	fault    func(w http.ResponseWriter, rq *http.Request) bool // answers in place of the API; nil: none
	lazy     bool                                               // it answers well and drops nothing
	purged   func(tags []string)
	broken   []string // calls that broke a limit or a rule of the API
	accepted int      // calls
	count    int      // tags
}

// A bucket is a token bucket, written apart from the one under test.
type bucket struct {
	rate, burst, has float64
	at               time.Time
}

func (b *bucket) take(n float64) bool {
	if b.rate == 0 {
		return true
	}
	now := time.Now()
	if b.at.IsZero() {
		b.has = b.burst
	} else {
		b.has = min(b.burst, b.has+b.rate*now.Sub(b.at).Seconds())
	}
	b.at = now
	if b.has+1e-6 < n {
		return false
	}
	b.has -= n
	return true
}

func newFakeAPI(kind string) *fakeAPI {
	f := &fakeAPI{kind: kind}
	switch kind {
	case "fastly":
		f.batch, f.calls = 256, bucket{rate: 100_000. / 3600, burst: 100_000. / 3600 * 60}
	case "cloudflare": // Pro
		f.batch, f.calls = 100, bucket{rate: 5, burst: 25}
	case "cloudflare-free":
		f.batch, f.calls = 100, bucket{rate: 5. / 60, burst: 25}
	case "akamai":
		f.batch, f.body, f.calls, f.tags = 1<<20, 50_000, bucket{rate: 50, burst: 100}, bucket{rate: 500. / 60, burst: 5000}
	case "cloudfront": // the price that the operator set
		f.batch, f.calls, f.tags = 3000, bucket{rate: 100, burst: 100}, bucket{rate: 600. / 3600, burst: 600}
	case "bunny":
		f.batch, f.calls = 1, bucket{rate: 0.5, burst: 20}
	case "varnish":
		f.batch, f.calls = 600, bucket{rate: 1000, burst: 1000}
	}
	return f
}

// settings are those of a declaration for the API.
func (f *fakeAPI) settings() map[string]string {
	return map[string]map[string]string{
		"fastly":          {"service": "SVC", "token": "env:TOKEN"},
		"cloudflare":      {"zone": "ZONE", "token": "env:TOKEN", "plan": "pro"},
		"cloudflare-free": {"zone": "ZONE", "token": "env:TOKEN"},
		"akamai": {"host": "akab-x.luna.akamaiapis.net", "client-token": "env:CLIENT", "access-token": "env:ACCESS",
			"client-secret": "env:TOKEN"},
		"cloudfront": {"distribution": "DIST", "access-key": "env:ACCESS", "secret-key": "env:TOKEN", "tags-per-hour": "600"},
		"bunny":      {"pullzone": "42", "key": "env:TOKEN"},
		"varnish":    {"url": "http://varnish.example:6081/", "key": "env:TOKEN"},
	}[f.kind]
}

// secrets are the credentials that the API accepts.
func secrets(name string) string {
	return map[string]string{"TOKEN": "t0ken", "CLIENT": "client", "ACCESS": "access"}[name]
}

// RoundTrip answers a call.
func (f *fakeAPI) RoundTrip(rq *http.Request) (*http.Response, error) {
	f.mu.Lock()
	fault, takes := f.fault, f.takes
	f.mu.Unlock()
	time.Sleep(takes) // virtual time
	w := httptest.NewRecorder()
	if fault != nil && fault(w, rq) {
		if err := rq.Context().Err(); err != nil {
			return nil, err
		}
		return w.Result(), nil
	}
	f.serve(w, rq)
	return w.Result(), nil
}

func (f *fakeAPI) serve(w http.ResponseWriter, rq *http.Request) {
	body, _ := io.ReadAll(rq.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	tags, wrong := f.read(rq, body)
	switch {
	case wrong != "":
		f.broken = append(f.broken, wrong)
		w.WriteHeader(http.StatusBadRequest)
		return
	case f.body > 0 && len(body) > f.body:
		f.broken = append(f.broken, "413")
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	case !f.calls.take(1) || !f.tags.take(float64(len(tags))):
		f.broken = append(f.broken, "429")
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	f.accepted++
	f.count += len(tags)
	if !f.lazy && f.purged != nil {
		f.purged(tags)
	}
	f.answer(w, tags)
}

// read reads the tags of a call, and says what is wrong with it.
func (f *fakeAPI) read(rq *http.Request, body []byte) (tags []string, wrong string) {
	want, got := "", rq.Method+" "+rq.URL.String()
	var list map[string][]string
	auth := rq.Header.Get("Authorization")
	switch kind, _, _ := strings.Cut(f.kind, "-"); kind {
	case "fastly":
		want = "POST https://api.fastly.com/service/SVC/purge"
		_ = json.Unmarshal(body, &list)
		tags, auth = list["surrogate_keys"], "Bearer "+rq.Header.Get("Fastly-Key")
	case "cloudflare":
		want = "POST https://api.cloudflare.com/client/v4/zones/ZONE/purge_cache"
		_ = json.Unmarshal(body, &list)
		tags = list["tags"]
	case "akamai":
		want = "POST https://akab-x.luna.akamaiapis.net/ccu/v3/invalidate/tag/production"
		_ = json.Unmarshal(body, &list)
		tags = list["objects"]
		if strings.HasPrefix(auth, "EG1-HMAC-SHA256 client_token=client;access_token=access;timestamp=") {
			auth = "Bearer t0ken"
		}
	case "cloudfront":
		want = "POST https://cloudfront.amazonaws.com/2020-05-31/distribution/DIST/invalidation"
		var b struct {
			Paths struct {
				Quantity int
				Items    []string `xml:"Items>Path"`
			}
			CallerReference string
		}
		if xml.Unmarshal(body, &b) != nil || b.Paths.Quantity != len(b.Paths.Items) || b.CallerReference == "" {
			return nil, "malformed InvalidationBatch"
		}
		for _, item := range b.Paths.Items {
			tag, ok := strings.CutPrefix(item, "#")
			if !ok {
				return nil, "an item that is no tag"
			}
			tags = append(tags, tag)
		}
		if strings.HasPrefix(auth, "AWS4-HMAC-SHA256 Credential=access/") &&
			strings.Contains(auth, "/us-east-1/cloudfront/") {
			auth = "Bearer t0ken"
		}
	case "bunny":
		want = "POST https://api.bunny.net/pullzone/42/purgeCache"
		var one struct{ CacheTag string }
		_ = json.Unmarshal(body, &one)
		tags, auth = []string{one.CacheTag}, "Bearer "+rq.Header.Get("AccessKey")
	case "varnish":
		want = "PURGE http://varnish.example:6081/"
		tags, auth = strings.Fields(rq.Header.Get("Vitrine-Purge")), "Bearer "+rq.Header.Get("Vitrine-Purge-Key")
	}
	switch {
	case got != want:
		return nil, got + ", want " + want
	case auth != "Bearer t0ken":
		return nil, "the credential is missing"
	case len(tags) == 0 || len(tags) > f.batch || slices.ContainsFunc(tags, func(s string) bool { return len(s) != 12 }):
		return nil, fmt.Sprintf("%d tags", len(tags))
	}
	return tags, ""
}

// answer answers as the API documents it.
func (f *fakeAPI) answer(w http.ResponseWriter, tags []string) {
	switch f.kind {
	case "fastly":
		ids := map[string]string{}
		for _, tag := range tags {
			ids[tag] = "108-1391560174-974124"
		}
		_ = json.NewEncoder(w).Encode(ids)
	case "cloudflare", "cloudflare-free":
		fmt.Fprint(w, `{"success":true,"errors":[],"messages":[],"result":{"id":"9a7806061c88ada191ed06f989cc3dac"}}`)
	case "akamai":
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"httpStatus":201,"estimatedSeconds":5,"purgeId":"e535071c-26b2-11e7-94d7-276f2f54d938"}`)
	case "cloudfront":
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `<?xml version="1.0"?><Invalidation><Id>I1</Id><Status>InProgress</Status></Invalidation>`)
	case "bunny":
		w.WriteHeader(http.StatusNoContent)
	case "varnish":
		w.Header().Set("Vitrine-Purged", "0")
	}
}
