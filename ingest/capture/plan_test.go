package capture

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"

	"github.com/google/go-cmp/cmp"
)

const (
	p1 = "65f0a1b2c3d4e5f60718293a"
	b1 = "75f0a1b2c3d4e5f60718293b"
	c1 = "85f0a1b2c3d4e5f60718293c"
	c2 = "95f0a1b2c3d4e5f60718293d"
)

func TestARowInvalidatesItsTags(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		what string
		c    Row
		want []string
	}{
		{"a description is edited",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"description"}, Before: Dims{"slug": "boot",
				"status": "PUBLISHED", "brand_id": b1}},
			[]string{"product/brand_id=" + b1 + "|description", "product:" + p1, "product|description"}},
		{"a price is edited",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"slug": "boot", "amount": "5.00"},
				After: Dims{"amount": "6.00"}},
			[]string{"product:" + p1, "product|amount", "^95-98:product|amount", "~96-99:product|amount"}},
		{"a price falls, in a brand",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"brand_id": b1, "amount": "6.00"},
				After: Dims{"amount": "5.00"}},
			[]string{"product:" + p1, "product|amount", "^95-98:product|amount", "~96-99:product|amount",
				"product/brand_id=" + b1 + "|amount",
				"^95-98:product/brand_id=" + b1 + "|amount", "~96-99:product/brand_id=" + b1 + "|amount"}},
		{"a price moves a little",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"amount": "5.00"},
				After: Dims{"amount": "5.01"}},
			[]string{"product:" + p1, "product|amount", "^95:product|amount", "~96:product|amount"}},
		{"a product gets its first price",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"amount": ""},
				After: Dims{"amount": "5.00"}},
			[]string{"product:" + p1, "product|amount", "^95-593:product|amount", "~0-96:product|amount"}},
		{"a price is gone",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"amount": "5.00"},
				After: Dims{"amount": ""}},
			[]string{"product:" + p1, "product|amount", "^95-593:product|amount", "~0-96:product|amount"}},
		{"the price of an event: it has no bands",
			Row{Kind: "event", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"amount": "5.00"},
				After: Dims{"amount": "6.00"}},
			[]string{"event:" + p1, "event|amount"}},
		{"a draft is published",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"status"}, Before: Dims{"slug": "boot", "status": "DRAFT"},
				After: Dims{"status": "PUBLISHED"}},
			[]string{"product/slug=boot", "product:" + p1, "product|member", "product|status"}},
		{"publication is scheduled",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"publish_at"}, Before: Dims{"slug": "boot",
				"publish_at": ""}, After: Dims{"publish_at": "2030-01-01"}},
			[]string{"product/slug=boot", "product:" + p1, "product|member", "product|publish_at"}},
		{"publication ends",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"unpublish_at"}, Before: Dims{"slug": "boot"},
				After: Dims{"unpublish_at": "2030-01-01"}},
			[]string{"product/slug=boot", "product:" + p1, "product|member", "product|unpublish_at"}},
		{"a slug is renamed: the old page goes, the new one comes",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"slug"}, Before: Dims{"slug": "boot"},
				After: Dims{"slug": "shoe"}},
			[]string{"product/slug=boot", "product/slug=shoe", "product:" + p1, "product|slug"}},
		{"a product moves to another brand",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"brand_id"}, Before: Dims{"slug": "boot", "brand_id": b1},
				After: Dims{"brand_id": ""}},
			[]string{"product/brand_id=" + b1 + "|brand_id", "product/brand_id=" + b1 + "|member", "product:" + p1,
				"product|brand_id"}},
		{"several columns at once, with an unknown former price",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount", "name", "status"}, Before: Dims{"slug": "boot"},
				After: Dims{"status": "ARCHIVED"}},
			[]string{"product/slug=boot", "product:" + p1, "product|amount", "^0-593:product|amount", "~0-593:product|amount",
				"product|member", "product|name",
				"product|status"}},
		{"a product comes",
			Row{Kind: "product", ID: p1, Op: 'I', After: Dims{"slug": "boot", "status": "DRAFT", "brand_id": b1}},
			[]string{"product/brand_id=" + b1 + "|member", "product/slug=boot", "product:" + p1, "product|member"}},
		{"a product goes",
			Row{Kind: "product", ID: p1, Op: 'D', Before: Dims{"slug": "boot", "status": "DRAFT", "brand_id": b1}},
			[]string{"product/brand_id=" + b1 + "|member", "product/slug=boot", "product:" + p1, "product|member"}},
		{"a table is emptied",
			Row{Kind: "product", Op: 'T'},
			[]string{"product|*"}},
		{"a product enters a category: it shows its categories",
			Row{Kind: "product_category", ID: c2, Op: 'I', After: Dims{"product_id": p1, "category_id": c1}},
			[]string{"product/category=" + c1 + "|member", "product:" + p1, "product_category:" + c2,
				"product_category|member"}},
		{"a product leaves a category",
			Row{Kind: "product_category", ID: c2, Op: 'D', Before: Dims{"product_id": p1, "category_id": c1}},
			[]string{"product/category=" + c1 + "|member", "product:" + p1, "product_category:" + c2,
				"product_category|member"}},
		{"a place in a category is given to another product: both show it",
			Row{Kind: "product_category", ID: c2, Op: 'U', Changed: []string{"product_id"}, Before: Dims{"product_id": p1,
				"category_id": c1}, After: Dims{"product_id": b1}},
			[]string{"product/category=" + c1 + "|member", "product:" + p1, "product:" + b1, "product_category:" + c2,
				"product_category|product_id"}},
		{"the order in a category changes",
			Row{Kind: "product_category", ID: c2, Op: 'U', Changed: []string{"position"}, Before: Dims{"product_id": p1,
				"category_id": c1}},
			[]string{"product:" + p1, "product_category:" + c2, "product_category|position"}},
		{"an attribute's value changes",
			Row{Kind: "product_attribute", ID: c2, Op: 'U', Changed: []string{"value"}, Before: Dims{"product_id": p1}},
			[]string{"product:" + p1, "product_attribute:" + c2, "product_attribute|value"}},
		{"all places in categories are emptied: products show them",
			Row{Kind: "product_category", Op: 'T'},
			[]string{"product_category|*", "product|*"}},
		{"a category moves in the tree",
			Row{Kind: "category", ID: c1, Op: 'U', Changed: []string{"parent_id"}, Before: Dims{"slug": "boots",
				"parent_id": c2}, After: Dims{"parent_id": ""}},
			[]string{"category:" + c1, "category|parent_id"}},
		{"an undeclared table",
			Row{Kind: "gadget", ID: c1, Op: 'U', Changed: []string{"x"}},
			[]string{"gadget:" + c1, "gadget|x"}},
		{"the tenant changes its currency: every price shows it",
			Row{Kind: "tenant", ID: "acme", Op: 'U', Changed: []string{"currency"}, Before: Dims{"status": "ACTIVE"}},
			[]string{"*", "tenant:acme", "tenant|currency"}},
		{"the tenant is switched off",
			Row{Kind: "tenant", ID: "acme", Op: 'U', Changed: []string{"status"}, Before: Dims{"status": "ACTIVE"},
				After: Dims{"status": "DISABLED"}},
			[]string{"*", "tenant:acme", "tenant|member", "tenant|status"}},
		{"the tenant gets a host name: it is known by it",
			Row{Kind: "tenant_host", ID: c1, Op: 'I', After: Dims{"tenant_id": "acme"}},
			[]string{"tenant:acme", "tenant_host:" + c1, "tenant_host|member"}},
		{"all host names are emptied",
			Row{Kind: "tenant_host", Op: 'T'},
			[]string{"tenant:acme", "tenant_host|*", "tenant|*"}},
	} {
		t.Run(tc.what, func(t *testing.T) {
			s := Planned{Tenant: "acme", Epoch: "e", Seq: 8, Prev: 7}
			s.plan([]Row{tc.c}, &Categories{})
			slices.Sort(tc.want)
			if diff := cmp.Diff(tc.want, finer(s.Tags)); diff != "" {
				t.Errorf("tags (-want +got):\n%s", diff)
			}
		})
	}
}

func TestThePlanOfAChangeIsTheUnionOfItsRows(t *testing.T) {
	t.Parallel()
	s := Planned{Tenant: "acme", Seq: 1}
	s.plan([]Row{
		{Kind: "product", ID: p1, Op: 'U', Changed: []string{"stock"}},
		{Kind: "product", ID: p1, Op: 'U', Changed: []string{"stock", "name"}},
		{Kind: "brand", ID: b1, Op: 'D', Before: Dims{"slug": "acme"}},
	}, &Categories{})
	want := []string{"brand/slug=acme", "brand:" + b1, "brand|member", "product:" + p1, "product|name", "product|stock"}
	if diff := cmp.Diff(want, finer(s.Tags)); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
}

// finer removes the tags that every row of a kind invalidates, which TestEveryRowInvalidatesTheAnyTag checks.
func finer(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasSuffix(tag, "|any") })
}

func TestEveryRowInvalidatesTheAnyTag(t *testing.T) {
	t.Parallel()
	f := func(c Row, want ...string) {
		t.Helper()
		for _, tag := range want {
			if got := c.AppendTags(nil, "acme", &Categories{}); !slices.Contains(got, tag) {
				t.Errorf("%c of %s invalidates %v, not %s", c.Op, c.Kind, got, tag)
			}
		}
	}
	f(Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"description"}}, "product|any")
	f(Row{Kind: "product", ID: p1, Op: 'I'}, "product|any")
	f(Row{Kind: "product", ID: p1, Op: 'D'}, "product|any")
	f(Row{Kind: "product_category", ID: c2, Op: 'D', Before: Dims{"product_id": p1}}, "product_category|any",
		"product|any")
	f(Row{Kind: "brand_location", ID: c2, Op: 'I', After: Dims{"brand_id": b1}}, "brand_location|any", "brand|any")
}

func TestAPlanAboveTheLimitsIsCoarser(t *testing.T) {
	t.Parallel()
	edits := func(n int, kind string) []Row {
		all := make([]Row, n)
		for i := range all {
			all[i] = Row{Kind: kind, ID: fmt.Sprintf("%024x", i), Op: 'U', Changed: []string{"stock"},
				Before: Dims{"product_id": p1}}
		}
		return all
	}
	f := func(what string, changes []Row, want []string) {
		t.Helper()
		s := Planned{Tenant: "acme"}
		s.plan(changes, &Categories{})
		if diff := cmp.Diff(want, s.Tags); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}

	s := Planned{Tenant: "acme"}
	if s.plan(edits(maxTags-2, "product"), &Categories{}); len(s.Tags) != maxTags {
		t.Errorf("%d tags of %d records, a column and the kind, want each", len(s.Tags), maxTags-2)
	}
	f("one more record", edits(maxTags-1, "product"), []string{"product|*"})
	f("owners", edits(maxTags, "product_category"), []string{"product_category|*", "product|*"})
	f("every kind", append(edits(maxTags, "product"), edits(1, "brand")...), []string{"brand|*", "product|*"})
	f("the tenant's own row", append(edits(maxTags, "product"), Row{Kind: "tenant", ID: "acme", Op: 'U',
		Changed: []string{"status"}}),
		[]string{"*", "product|*", "tenant:acme", "tenant|*"})

	var kinds []Row
	for i := range maxTags + 1 {
		kinds = append(kinds, Row{Kind: fmt.Sprintf("kind%d", i), ID: p1, Op: 'I'})
	}
	f("too many kinds", kinds, []string{"*", "tenant:acme"})
	f("no rows", nil, []string{"*", "tenant:acme"})

	long := edits(500, "product")
	for i := range long {
		long[i] = Row{Kind: "product", ID: long[i].ID, Op: 'I', After: Dims{"slug": strings.Repeat("ş", 300) + long[i].ID}}
	}
	f("long slugs", long, []string{"product|*"})
}

// For the prices of many products, ranges of bands are merged before the whole kind is invalidated.
func TestPricesInBulkAreMergedIntoWiderRanges(t *testing.T) {
	t.Parallel()
	prices := func(n int) []Row {
		all := make([]Row, n)
		for i := range all {
			all[i] = Row{Kind: "product", ID: fmt.Sprintf("%024x", i), Op: 'U', Changed: []string{"amount"},
				Before: Dims{"amount": fmt.Sprint(100 + i), "brand_id": b1}, After: Dims{"amount": fmt.Sprint(100 + i*i)}}
		}
		return all
	}
	s := Planned{Tenant: "acme"}
	s.plan(prices(200), &Categories{})
	if !slices.Contains(s.Tags, catalog.RecordTag("product", fmt.Sprintf("%024x", 7))) || !slices.Contains(s.Tags,
		"product/brand_id="+b1+"|amount") ||
		!slices.Contains(s.Tags, catalog.SpanOf("107", "149").Tags(nil, "product|amount")[1]) {
		t.Errorf("200 prices have %d tags, and lack that of a record, of the brand or of a range: %v", len(s.Tags), s.Tags)
	}
	s.plan(prices(600), &Categories{})
	if len(s.Tags) > maxTags || bands(s.Tags) > maxBands || !slices.Contains(s.Tags, catalog.RecordTag("product",
		fmt.Sprintf("%024x", 599))) ||
		!slices.Contains(s.Tags, catalog.SpanOf("100", fmt.Sprint(100+599*599)).Tags(nil, "product|amount")[0]) {
		t.Errorf("600 prices have %d tags of %d bands: %.200v", len(s.Tags), bands(s.Tags), s.Tags)
	}
	if s.plan(prices(maxTags), &Categories{}); !slices.Equal(s.Tags, []string{"product|*"}) {
		t.Errorf("%d prices have %.200v", maxTags, s.Tags)
	}
}

// The tag of a price column always goes with its bands: it is the only one that subscribers receive.
func TestBandsGoWithTheTagOfTheirColumn(t *testing.T) {
	t.Parallel()
	c := Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"status": "PUBLISHED",
		"amount": "5", "brand_id": b1}, After: Dims{"amount": ""}}
	tags := c.AppendTags(nil, "acme", &Categories{})
	spans := 0
	for _, tag := range tags {
		if catalog.Banded(tag) {
			spans++
			if !slices.Contains(tags, catalog.Unbanded(tag)) {
				t.Errorf("%s without %s", tag, catalog.Unbanded(tag))
			}
		}
	}
	if spans != 4 {
		t.Errorf("%d ranges of the kind and the brand, want 4: %v", spans, tags)
	}
}

func TestLivenessFollowsTheCatalog(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"status", "publish_at", "unpublish_at"} {
		c := Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{column}}
		if !c.ChangesMembership() {
			t.Errorf("a change of product.%s does not count as a change of membership", column)
		}
	}
	if c := (Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"stock", "name"}}); c.ChangesMembership() {
		t.Error("a change of stock counts as a change of membership")
	}
}

func TestMergeJoinsConsecutiveChanges(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_700_000_000, 0)
	s := func(tenant string, seq uint64, tags ...string) Planned {
		return Planned{Tenant: tenant, Epoch: "e", Seq: seq, Prev: seq - 1, At: at.Add(time.Duration(seq)), Tags: tags}
	}
	got := merge(nil, []Planned{s("a", 3, "x"), s("a", 4, "x", "y"), s("b", 5, "z"), s("b", 7, "z"), s("c", 8, "q")})
	want := []wire.Message{
		{Epoch: "e", Tenant: "a", Seq: 4, Prev: 2, Tags: []string{"x", "y"}, At: at.Add(4)},
		{Epoch: "e", Tenant: "b", Seq: 5, Prev: 4, Tags: []string{"z"}, At: at.Add(5)},
		{Epoch: "e", Tenant: "b", Seq: 7, Prev: 6, Tags: []string{"z"}, At: at.Add(7)},
		{Epoch: "e", Tenant: "c", Seq: 8, Prev: 7, Tags: []string{"q"}, At: at.Add(8)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}

	another := s("a", 5, "x")
	another.Epoch = "f"
	if got := merge(nil, []Planned{s("a", 4, "x"), another}); len(got) != 2 {
		t.Errorf("changes of two epochs are in %d messages, want 2", len(got))
	}
}

func TestMergeKeepsMessagesWithinTheLimits(t *testing.T) {
	t.Parallel()
	var planned []Planned
	fired := map[uint64][]string{}
	for seq := uint64(1); seq <= 40; seq++ {
		st := Planned{Tenant: "a", Epoch: "e", Seq: seq, Prev: seq - 1}
		for i := range 90 {
			st.Tags = append(st.Tags, fmt.Sprintf("product:%d-%d", seq, i%80+i/80*int(seq)))
		}
		st.Tags = Unique(st.Tags)
		fired[seq] = st.Tags
		planned = append(planned, st)
	}
	prev := uint64(0)
	for _, m := range merge(nil, planned) {
		if len(m.Tags) > maxTags || m.Prev != prev {
			t.Errorf("message %d–%d has %d tags and follows %d", m.Prev, m.Seq, len(m.Tags), prev)
		}
		for seq := m.Prev + 1; seq <= m.Seq; seq++ {
			for _, tag := range fired[seq] {
				if !slices.Contains(m.Tags, tag) {
					t.Errorf("message %d–%d lacks %s", m.Prev, m.Seq, tag)
				}
			}
		}
		prev = m.Seq
	}
	if prev != 40 {
		t.Errorf("messages end at %d, want 40", prev)
	}
}

// Plans rely on the old and new values of dimensions. Every table must declare the columns that name its owners.
func TestTablesDeclareTheDimensionsOfPlans(t *testing.T) {
	t.Parallel()
	w := openDB(t)
	rows, err := w.Pool.Query(t.Context(), `
SELECT w.kind, string_to_array(encode(t.tgargs, 'escape'), '\000'),
  ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = w.kind::regclass AND attnum > 0 AND NOT attisdropped)
FROM watched w
JOIN pg_trigger t ON t.tgrelid = w.kind::regclass AND t.tgname = 'capture'`)
	if err != nil {
		t.Fatal(err)
	}
	var kind string
	var declared, columns []string
	tables := map[string]bool{}
	_, err = pgx.ForEachRow(rows, []any{&kind, &declared, &columns}, func() error {
		tables[kind] = true
		need := []string{"slug"}
		if cuts := catalog.DimensionsOf(kind); cuts != nil {
			for _, column := range cuts.Columns {
				if !slices.Contains(declared, column) {
					t.Errorf("lists of %s depend on %s, which is not declared: %v", kind, column, declared)
				}
			}
			for _, column := range cuts.Banded {
				if !slices.Contains(declared, column) {
					t.Errorf("%s of %s has price bands, and is not declared: %v", column, kind, declared)
				}
			}
		}
		if catalog.LinkedKind(kind) != "" {
			need = append(need, "category_id")
		}
		for column := range liveness(kind) {
			need = append(need, column)
		}
		for _, o := range catalog.Owners(kind) {
			if !slices.Contains(columns, o.Column) {
				t.Errorf("%s has no column %s, which names its %s", kind, o.Column, o.Kind)
			}
			need = append(need, o.Column)
		}
		for _, column := range need {
			if (column == "slug" || strings.HasSuffix(column, "_id")) && slices.Contains(columns, column) &&
				!slices.Contains(declared, column) {
				t.Errorf("%s does not declare %s: %v", kind, column, declared)
			}
		}

		// Every column of every table invalidates itself, its record and its owners.
		for _, column := range columns {
			all := Dims{}
			for _, d := range declared {
				all[d] = "value-of-" + d
			}
			s := Planned{Tenant: "acme"}
			s.plan([]Row{{Kind: kind, ID: p1, Op: Updated, Changed: []string{column}, Before: all}}, &Categories{})
			want := []string{catalog.RecordTag(kind, p1), catalog.ColumnTag(kind, column)}
			for _, o := range catalog.Owners(kind) {
				want = append(want, catalog.RecordTag(o.Kind, "value-of-"+o.Column))
			}
			if liveness(kind)[column] {
				want = append(want, catalog.MemberTag(kind))
			}
			if (liveness(kind)[column] || column == "slug") && slices.Contains(columns, "slug") {
				want = append(want, catalog.SlugTag(kind, "value-of-slug"))
			}
			for _, tag := range want {
				if !slices.Contains(s.Tags, tag) {
					t.Errorf("a change of %s.%s invalidates %v, and not %s", kind, column, s.Tags, tag)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range catalog.All {
		if !tables[r.Name] {
			t.Errorf("changes of %s are not captured", r.Name)
		}
		for _, part := range r.Parts {
			if !tables[part.Table] {
				t.Errorf("changes of %s are not captured", part.Table)
			}
		}
	}
}
