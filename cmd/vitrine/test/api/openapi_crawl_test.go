package api

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

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// crawlPages returns the number of pages, of 100 records each, to read of each list.
func crawlPages() int {
	if testing.Short() {
		return 1
	}
	return 2
}

func TestEveryRecordConformsToTheDocument(t *testing.T) {
	t.Parallel()
	h, ref := kit.Shared(t), kit.NewDocument(t)
	for _, tenant := range boot.DemoTenants {
		for _, path := range ref.Doc.Paths.InMatchingOrder() {
			op := ref.Doc.Paths.Value(path).Get
			if !isRead(op) || op.Parameters.GetByInAndName(openapi3.ParameterInQuery, "page") == nil {
				continue
			}
			t.Run(tenant+"/"+op.OperationID, func(t *testing.T) {
				t.Parallel()
				crawlOperation(t, ref, h, tenant, path, op)
			})
		}
	}
}

// crawlOperation reads a list and all that can be read of its records: their own pages, and the views below them.
func crawlOperation(t *testing.T, ref *kit.Document, h *kit.App, tenant, path string, op *openapi3.Operation) {
	t.Helper()
	headers := []string{"x-service-client", tenant}
	ask := func(operation, url string) {
		if err := ref.Check(t.Context(), h, kit.Question{Operation: operation, URL: "/v1" + url, Headers: headers,
			Want: http.StatusOK}); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
	for page := range crawlPages() {
		list := fmt.Sprintf("%s?limit=100&page=%d", path, page+1)
		ask(op.OperationID, list)
		records, _ := h.Get(t, tenant, "/v1"+list).At("data").([]any)
		for _, r := range records {
			r, _ := r.(map[string]any)
			for _, below := range ref.Doc.Paths.InMatchingOrder() {
				rest, ok := strings.CutPrefix(below, path+"/")
				if !ok || !isRead(ref.Doc.Paths.Value(below).Get) || strings.Contains(rest, "{amount}") ||
					!strings.Contains(rest, "{") {
					continue
				}
				for _, name := range []string{"slug", "id", "_id"} {
					if v, ok := r[name].(string); ok && strings.Contains(below, "{"+name+"}") {
						ask(ref.Doc.Paths.Value(below).Get.OperationID, strings.Replace(below, "{"+name+"}", url.PathEscape(v), 1))
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

func TestTheDocumentHasTheValuesOfTheTables(t *testing.T) {
	t.Parallel()
	h, ref := kit.Shared(t), kit.NewDocument(t)
	f := func(constraint, schema, member string) {
		t.Helper()
		var check string
		if err := h.Pool.QueryRow(t.Context(), `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1`,
			constraint).Scan(&check); err != nil {
			t.Fatalf("%s: %v", constraint, err)
		}
		var want, got []string
		for _, m := range quoted.FindAllStringSubmatch(check, -1) {
			if !slices.Contains(hidden, m[1]) {
				want = append(want, m[1])
			}
		}
		for _, v := range ref.Doc.Components.Schemas[schema].Value.Properties[member].Value.Enum {
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

// quoted matches a value in a CHECK as Postgres writes it.
var quoted = regexp.MustCompile(`'([^']+)'::text`)

func TestConditionalAnswersConformToTheDocument(t *testing.T) {
	t.Parallel()
	h, ref := kit.Shared(t), kit.NewDocument(t)
	first := h.Get(t, "demo", "/v1/brand/velturna")
	if first.Header.Get("ETag") == "" {
		t.Fatalf("no ETag: %d %s", first.Status, first.Body)
	}
	known := kit.Question{Operation: "brand", URL: "/v1/brand/velturna", Want: http.StatusNotModified,
		Headers: append(slices.Clone(demo), "If-None-Match", first.Header.Get("ETag"))}
	if err := ref.Check(t.Context(), h, known); err != nil {
		t.Error(err)
	}
}

// TestErrorsConformToTheDocument sends requests that no operation describes, and checks the answers against the
// operation of the same path.
func TestErrorsConformToTheDocument(t *testing.T) {
	t.Parallel()
	h, ref := kit.Shared(t), kit.NewDocument(t)
	f := func(want int, method, path string, headers ...string) {
		t.Helper()
		if err := refused(t, ref, h, want, method, path, append(slices.Clone(demo), headers...)...); err != nil {
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

func TestUnavailableTenantsConformToTheDocument(t *testing.T) {
	t.Parallel()
	h, ref := kit.Open(t, func(c *boot.Config) { c.Demo = false }), kit.NewDocument(t)
	if _, err := h.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, status)
		VALUES ('closed', 'Closed', 'DISABLED'), ('busy', 'Busy', 'ACTIVE')`); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the shops are known", func() bool {
		return h.Get(t, "closed", "/v1/page").Status == http.StatusForbidden &&
			h.Get(t, "busy", "/v1/page").Status == http.StatusOK
	})
	if err := refused(t, ref, h, http.StatusForbidden, http.MethodGet, "/v1/brand", "x-service-client",
		"closed"); err != nil {
		t.Error(err)
	}
	// A lock on the table delays readers until their timeout.
	tx, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context())
	if _, err := tx.Exec(t.Context(), `LOCK TABLE brand IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	if err := refused(t, ref, h, http.StatusServiceUnavailable, http.MethodGet, "/v1/brand", "x-service-client",
		"busy"); err != nil {
		t.Error(err)
	}
}

// refused sends a request that must be refused, and returns what is wrong with the answer.
//
//nolint:revive // a request, in the order of its parts
func refused(t *testing.T, ref *kit.Document, h *kit.App, want int, method, path string, headers ...string) error {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	route, params, err := ref.Router.FindRoute(rq)
	if err != nil {
		return fmt.Errorf("the document has no such address: %w", err)
	}
	r, err := h.RoundTrip(t.Context(), method, path, headers...)
	if err != nil {
		return err
	}
	if r.Status != want {
		return fmt.Errorf("status %d, want %d: %.300s", r.Status, want, r.Body)
	}
	return ref.CheckAnswer(t.Context(), &openapi3filter.RequestValidationInput{Request: rq, PathParams: params,
		Route: route}, r)
}
