package boot

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/go-cmp/cmp"
)

// crawlPages is how many pages of 100 are read of each list.
func crawlPages() int {
	if testing.Short() {
		return 1
	}
	return 2
}

func TestEveryRecordIsAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	h, ref := sharedHouse(t), newReferee(t)
	for _, tenant := range DemoTenants {
		for _, path := range ref.doc.Paths.InMatchingOrder() {
			op := ref.doc.Paths.Value(path).Get
			if !isRead(op) || op.Parameters.GetByInAndName(openapi3.ParameterInQuery, "page") == nil {
				continue
			}
			t.Run(tenant+"/"+op.OperationID, func(t *testing.T) {
				t.Parallel()
				ref.crawl(t, h, tenant, path, op)
			})
		}
	}
}

// crawl reads a list and everything that can be read of the records in it: their own pages, and what lies below those.
func (ref *referee) crawl(t *testing.T, h *House, tenant, path string, op *openapi3.Operation) {
	t.Helper()
	headers := []string{"x-service-client", tenant}
	ask := func(operation, url string) {
		if err := ref.judge(t.Context(), h, question{operation: operation, url: "/v1" + url, headers: headers, want: http.StatusOK}); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
	for page := range crawlPages() {
		list := fmt.Sprintf("%s?limit=100&page=%d", path, page+1)
		ask(op.OperationID, list)
		records, _ := get(t, h, tenant, "/v1"+list).at("data").([]any)
		for _, r := range records {
			r, _ := r.(map[string]any)
			for _, below := range ref.doc.Paths.InMatchingOrder() {
				rest, ok := strings.CutPrefix(below, path+"/")
				if !ok || !isRead(ref.doc.Paths.Value(below).Get) || strings.Contains(rest, "{amount}") || !strings.Contains(rest, "{") {
					continue
				}
				for _, name := range []string{"slug", "id", "_id"} {
					if v, ok := r[name].(string); ok && strings.Contains(below, "{"+name+"}") {
						ask(ref.doc.Paths.Value(below).Get.OperationID, strings.Replace(below, "{"+name+"}", url.PathEscape(v), 1))
					}
				}
			}
		}
		if len(records) < 100 {
			return
		}
	}
}

// hidden are the values of a status that readers never see.
var hidden = []string{"DRAFT", "ARCHIVED"}

func TestTheDocumentHasTheValuesThatTheTablesHave(t *testing.T) {
	t.Parallel()
	h, ref := sharedHouse(t), newReferee(t)
	f := func(constraint, schema, member string) {
		t.Helper()
		var check string
		if err := h.Pool.QueryRow(t.Context(), `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1`, constraint).Scan(&check); err != nil {
			t.Fatalf("%s: %v", constraint, err)
		}
		var want, got []string
		for _, m := range quoted.FindAllStringSubmatch(check, -1) {
			if !slices.Contains(hidden, m[1]) {
				want = append(want, m[1])
			}
		}
		for _, v := range ref.doc.Components.Schemas[schema].Value.Properties[member].Value.Enum {
			got = append(got, fmt.Sprint(v))
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s.%s (-table +document):\n%s", schema, member, diff)
		}
	}
	for _, schema := range []string{"ProductCard", "ProductDetail"} {
		f("product_status_known", schema, "status")
	}
	for _, schema := range []string{"EventCard", "EventDetail"} {
		f("event_status_known", schema, "status")
	}
	for _, schema := range []string{"ProjectCard", "ProjectDetail"} {
		f("project_stage_known", schema, "status")
	}
	f("attribute_type_known", "AttributeSet", "type")
}

// quoted is a value in a CHECK as Postgres writes it.
var quoted = regexp.MustCompile(`'([^']+)'::text`)

func TestWhatIsKnownIsAnsweredAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	h, ref := sharedHouse(t), newReferee(t)
	first := get(t, h, "demo", "/v1/brand/velturna")
	if first.Header.Get("ETag") == "" {
		t.Fatalf("no ETag: %d %s", first.Status, first.Body)
	}
	known := question{operation: "brand", url: "/v1/brand/velturna", want: http.StatusNotModified,
		headers: append(slices.Clone(demo), "If-None-Match", first.Header.Get("ETag"))}
	if err := ref.judge(t.Context(), h, known); err != nil {
		t.Error(err)
	}
}

// TestRefusalsAreAsTheDocumentSays asks what no operation describes, and judges the answers by the operation at the same address.
func TestRefusalsAreAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	h, ref := sharedHouse(t), newReferee(t)
	f := func(want int, method, path string, headers ...string) {
		t.Helper()
		if err := ref.refusal(t, h, want, method, path, append(slices.Clone(demo), headers...)...); err != nil {
			t.Errorf("%s %.60s: %v", method, path, err)
		}
	}
	f(http.StatusMethodNotAllowed, http.MethodPost, "/v1/brand")
	f(http.StatusMethodNotAllowed, http.MethodDelete, "/v1/product/mavi-keten-gomlek")
	f(http.StatusMethodNotAllowed, http.MethodPut, "/v1/event/filters", "Accept", "application/problem+json")
	f(http.StatusMethodNotAllowed, http.MethodPost, "/healthz")
	f(http.StatusRequestHeaderFieldsTooLarge, http.MethodGet, "/v1/brand?search="+strings.Repeat("a", 20_000))
	f(http.StatusRequestHeaderFieldsTooLarge, http.MethodGet, "/openapi.json", "X-Long", strings.Repeat("a", 20_000))
	f(http.StatusBadRequest, http.MethodGet, "/v1/product?limit=0", "Accept", "application/problem+json")
	f(http.StatusBadRequest, http.MethodGet, "/v1/product?limit=5&perPage=5")
	f(http.StatusBadRequest, http.MethodGet, "/v1/brand/a%2Fb")
}

func TestShopsThatDoNotAnswerSayWhyAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	h, ref := openHouse(t, func(c *Config) { c.Demo = false }), newReferee(t)
	if _, err := h.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, status) VALUES ('closed', 'Closed', 'DISABLED'), ('busy', 'Busy', 'ACTIVE')`); err != nil {
		t.Fatal(err)
	}
	until(t, "the shops are known", func() bool {
		return get(t, h, "closed", "/v1/page").Status == http.StatusForbidden && get(t, h, "busy", "/v1/page").Status == http.StatusOK
	})
	if err := ref.refusal(t, h, http.StatusForbidden, http.MethodGet, "/v1/brand", "x-service-client", "closed"); err != nil {
		t.Error(err)
	}
	// Whoever holds the table keeps readers waiting, for as long as they are let wait.
	tx, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context())
	if _, err := tx.Exec(t.Context(), `LOCK TABLE brand IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	if err := ref.refusal(t, h, http.StatusServiceUnavailable, http.MethodGet, "/v1/brand", "x-service-client", "busy"); err != nil {
		t.Error(err)
	}
}

// refusal sends a request that is refused, and says what is wrong with the answer.
func (ref *referee) refusal(t *testing.T, h *House, want int, method, path string, headers ...string) error {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	route, params, err := ref.router.FindRoute(rq)
	if err != nil {
		return fmt.Errorf("the document has no such address: %w", err)
	}
	r, err := roundTrip(t.Context(), h, method, path, headers...)
	if err != nil {
		return err
	}
	if r.Status != want {
		return fmt.Errorf("status %d, want %d: %.300s", r.Status, want, r.Body)
	}
	return ref.answer(t.Context(), &openapi3filter.RequestValidationInput{Request: rq, PathParams: params, Route: route}, r)
}
