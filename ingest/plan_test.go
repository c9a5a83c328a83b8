package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

const (
	p1 = "65f0a1b2c3d4e5f60718293a"
	b1 = "75f0a1b2c3d4e5f60718293b"
	c1 = "85f0a1b2c3d4e5f60718293c"
	c2 = "95f0a1b2c3d4e5f60718293d"
)

func TestChangeFiresItsTags(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		what string
		c    change
		want []string
	}{
		{"a description is edited",
			change{kind: "product", id: p1, op: 'U', changed: []string{"description"}, before: dims{"slug": "boot", "status": "PUBLISHED", "brand_id": b1}},
			[]string{"product/brand_id=" + b1 + "|description", "product:" + p1, "product|description"}},
		{"a price is edited",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"slug": "boot", "amount": "5.00"}, after: dims{"amount": "6.00"}},
			[]string{"product:" + p1, "product|amount", "^95-98:product|amount", "~96-99:product|amount"}},
		{"a price falls, in a brand",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"brand_id": b1, "amount": "6.00"}, after: dims{"amount": "5.00"}},
			[]string{"product:" + p1, "product|amount", "^95-98:product|amount", "~96-99:product|amount", "product/brand_id=" + b1 + "|amount",
				"^95-98:product/brand_id=" + b1 + "|amount", "~96-99:product/brand_id=" + b1 + "|amount"}},
		{"a price moves a little",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"amount": "5.00"}, after: dims{"amount": "5.01"}},
			[]string{"product:" + p1, "product|amount", "^95:product|amount", "~96:product|amount"}},
		{"a product gets its first price",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"amount": ""}, after: dims{"amount": "5.00"}},
			[]string{"product:" + p1, "product|amount", "^95-593:product|amount", "~0-96:product|amount"}},
		{"a price is gone",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"amount": "5.00"}, after: dims{"amount": ""}},
			[]string{"product:" + p1, "product|amount", "^95-593:product|amount", "~0-96:product|amount"}},
		{"the price of an event: it has no ladder",
			change{kind: "event", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"amount": "5.00"}, after: dims{"amount": "6.00"}},
			[]string{"event:" + p1, "event|amount"}},
		{"a draft is published",
			change{kind: "product", id: p1, op: 'U', changed: []string{"status"}, before: dims{"slug": "boot", "status": "DRAFT"}, after: dims{"status": "PUBLISHED"}},
			[]string{"product/slug=boot", "product:" + p1, "product|member", "product|status"}},
		{"publication is scheduled",
			change{kind: "product", id: p1, op: 'U', changed: []string{"publish_at"}, before: dims{"slug": "boot", "publish_at": ""}, after: dims{"publish_at": "2030-01-01"}},
			[]string{"product/slug=boot", "product:" + p1, "product|member", "product|publish_at"}},
		{"publication ends",
			change{kind: "product", id: p1, op: 'U', changed: []string{"unpublish_at"}, before: dims{"slug": "boot"}, after: dims{"unpublish_at": "2030-01-01"}},
			[]string{"product/slug=boot", "product:" + p1, "product|member", "product|unpublish_at"}},
		{"a slug is renamed: the old page goes, the new one comes",
			change{kind: "product", id: p1, op: 'U', changed: []string{"slug"}, before: dims{"slug": "boot"}, after: dims{"slug": "shoe"}},
			[]string{"product/slug=boot", "product/slug=shoe", "product:" + p1, "product|slug"}},
		{"a product moves to another brand",
			change{kind: "product", id: p1, op: 'U', changed: []string{"brand_id"}, before: dims{"slug": "boot", "brand_id": b1}, after: dims{"brand_id": ""}},
			[]string{"product/brand_id=" + b1 + "|brand_id", "product/brand_id=" + b1 + "|member", "product:" + p1, "product|brand_id"}},
		{"several columns at once, and nobody says what the price was",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount", "name", "status"}, before: dims{"slug": "boot"}, after: dims{"status": "ARCHIVED"}},
			[]string{"product/slug=boot", "product:" + p1, "product|amount", "^0-593:product|amount", "~0-593:product|amount", "product|member", "product|name",
				"product|status"}},
		{"a product comes",
			change{kind: "product", id: p1, op: 'I', after: dims{"slug": "boot", "status": "DRAFT", "brand_id": b1}},
			[]string{"product/brand_id=" + b1 + "|member", "product/slug=boot", "product:" + p1, "product|member"}},
		{"a product goes",
			change{kind: "product", id: p1, op: 'D', before: dims{"slug": "boot", "status": "DRAFT", "brand_id": b1}},
			[]string{"product/brand_id=" + b1 + "|member", "product/slug=boot", "product:" + p1, "product|member"}},
		{"a table is emptied",
			change{kind: "product", op: 'T'},
			[]string{"product|*"}},
		{"a product enters a category: it shows its categories",
			change{kind: "product_category", id: c2, op: 'I', after: dims{"product_id": p1, "category_id": c1}},
			[]string{"product/category=" + c1 + "|member", "product:" + p1, "product_category:" + c2, "product_category|member"}},
		{"a product leaves a category",
			change{kind: "product_category", id: c2, op: 'D', before: dims{"product_id": p1, "category_id": c1}},
			[]string{"product/category=" + c1 + "|member", "product:" + p1, "product_category:" + c2, "product_category|member"}},
		{"a place in a category is given to another product: both show it",
			change{kind: "product_category", id: c2, op: 'U', changed: []string{"product_id"}, before: dims{"product_id": p1, "category_id": c1}, after: dims{"product_id": b1}},
			[]string{"product/category=" + c1 + "|member", "product:" + p1, "product:" + b1, "product_category:" + c2, "product_category|product_id"}},
		{"the order in a category changes",
			change{kind: "product_category", id: c2, op: 'U', changed: []string{"position"}, before: dims{"product_id": p1, "category_id": c1}},
			[]string{"product:" + p1, "product_category:" + c2, "product_category|position"}},
		{"an attribute's value changes",
			change{kind: "product_attribute", id: c2, op: 'U', changed: []string{"value"}, before: dims{"product_id": p1}},
			[]string{"product:" + p1, "product_attribute:" + c2, "product_attribute|value"}},
		{"all places in categories are emptied: products show them",
			change{kind: "product_category", op: 'T'},
			[]string{"product_category|*", "product|*"}},
		{"a category moves in the tree",
			change{kind: "category", id: c1, op: 'U', changed: []string{"parent_id"}, before: dims{"slug": "boots", "parent_id": c2}, after: dims{"parent_id": ""}},
			[]string{"category:" + c1, "category|parent_id"}},
		{"a table nobody declared",
			change{kind: "gadget", id: c1, op: 'U', changed: []string{"x"}},
			[]string{"gadget:" + c1, "gadget|x"}},
		{"the tenant changes its currency: every price shows it",
			change{kind: "tenant", id: "acme", op: 'U', changed: []string{"currency"}, before: dims{"status": "ACTIVE"}},
			[]string{"*", "tenant:acme", "tenant|currency"}},
		{"the tenant is switched off",
			change{kind: "tenant", id: "acme", op: 'U', changed: []string{"status"}, before: dims{"status": "ACTIVE"}, after: dims{"status": "DISABLED"}},
			[]string{"*", "tenant:acme", "tenant|member", "tenant|status"}},
		{"the tenant gets a host name: it is known by it",
			change{kind: "tenant_host", id: c1, op: 'I', after: dims{"tenant_id": "acme"}},
			[]string{"tenant:acme", "tenant_host:" + c1, "tenant_host|member"}},
		{"all host names are emptied",
			change{kind: "tenant_host", op: 'T'},
			[]string{"tenant:acme", "tenant_host|*", "tenant|*"}},
	} {
		t.Run(tc.what, func(t *testing.T) {
			s := step{tenant: "acme", epoch: "e", seq: 8, prev: 7}
			s.plan([]change{tc.c}, &lineage{})
			slices.Sort(tc.want)
			if diff := cmp.Diff(tc.want, finer(s.tags)); diff != "" {
				t.Errorf("tags (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlanOfATransactionIsTheUnionOfItsChanges(t *testing.T) {
	t.Parallel()
	s := step{tenant: "acme", seq: 1}
	s.plan([]change{
		{kind: "product", id: p1, op: 'U', changed: []string{"stock"}},
		{kind: "product", id: p1, op: 'U', changed: []string{"stock", "name"}},
		{kind: "brand", id: b1, op: 'D', before: dims{"slug": "acme"}},
	}, &lineage{})
	want := []string{"brand/slug=acme", "brand:" + b1, "brand|member", "product:" + p1, "product|name", "product|stock"}
	if diff := cmp.Diff(want, finer(s.tags)); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
}

// finer leaves out the tags that every change of a kind fires; TestEveryChangeFiresTheAnyTag is about them.
func finer(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasSuffix(tag, "|any") })
}

func TestEveryChangeFiresTheAnyTag(t *testing.T) {
	t.Parallel()
	f := func(c change, want ...string) {
		t.Helper()
		for _, tag := range want {
			if got := c.tags(nil, "acme", &lineage{}); !slices.Contains(got, tag) {
				t.Errorf("%c of %s fires %v, not %s", c.op, c.kind, got, tag)
			}
		}
	}
	f(change{kind: "product", id: p1, op: 'U', changed: []string{"description"}}, "product|any")
	f(change{kind: "product", id: p1, op: 'I'}, "product|any")
	f(change{kind: "product", id: p1, op: 'D'}, "product|any")
	f(change{kind: "product_category", id: c2, op: 'D', before: dims{"product_id": p1}}, "product_category|any", "product|any")
	f(change{kind: "brand_location", id: c2, op: 'I', after: dims{"brand_id": b1}}, "brand_location|any", "brand|any")
}

func TestPlanSaysLessAboveTheLimits(t *testing.T) {
	t.Parallel()
	edits := func(n int, kind string) []change {
		all := make([]change, n)
		for i := range all {
			all[i] = change{kind: kind, id: fmt.Sprintf("%024x", i), op: 'U', changed: []string{"stock"}, before: dims{"product_id": p1}}
		}
		return all
	}
	f := func(what string, changes []change, want []string) {
		t.Helper()
		s := step{tenant: "acme"}
		s.plan(changes, &lineage{})
		if diff := cmp.Diff(want, s.tags); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}

	s := step{tenant: "acme"}
	if s.plan(edits(maxTags-2, "product"), &lineage{}); len(s.tags) != maxTags {
		t.Errorf("%d tags of %d records, a column and the kind, want each", len(s.tags), maxTags-2)
	}
	f("one more record", edits(maxTags-1, "product"), []string{"product|*"})
	f("owners count too", edits(maxTags, "product_category"), []string{"product_category|*", "product|*"})
	f("every kind is said", append(edits(maxTags, "product"), edits(1, "brand")...), []string{"brand|*", "product|*"})
	f("the tenant's own row is never left out", append(edits(maxTags, "product"), change{kind: "tenant", id: "acme", op: 'U', changed: []string{"status"}}),
		[]string{"*", "product|*", "tenant:acme", "tenant|*"})

	var kinds []change
	for i := range maxTags + 1 {
		kinds = append(kinds, change{kind: fmt.Sprintf("kind%d", i), id: p1, op: 'I'})
	}
	f("too many kinds", kinds, []string{"*", "tenant:acme"})
	f("nothing to go by", nil, []string{"*", "tenant:acme"})

	long := edits(500, "product")
	for i := range long {
		long[i] = change{kind: "product", id: long[i].id, op: 'I', after: dims{"slug": strings.Repeat("ş", 300) + long[i].id}}
	}
	f("long slugs", long, []string{"product|*"})
}

// Prices of many products at once: the spans become wider before the message speaks of the kind.
func TestPricesInBulkSayWhereTheyLieTogether(t *testing.T) {
	t.Parallel()
	prices := func(n int) []change {
		all := make([]change, n)
		for i := range all {
			all[i] = change{kind: "product", id: fmt.Sprintf("%024x", i), op: 'U', changed: []string{"amount"},
				before: dims{"amount": fmt.Sprint(100 + i), "brand_id": b1}, after: dims{"amount": fmt.Sprint(100 + i*i)}}
		}
		return all
	}
	s := step{tenant: "acme"}
	s.plan(prices(200), &lineage{})
	if !slices.Contains(s.tags, catalog.RecordTag("product", fmt.Sprintf("%024x", 7))) || !slices.Contains(s.tags, "product/brand_id="+b1+"|amount") ||
		!slices.Contains(s.tags, catalog.SpanOf("107", "149").Tags(nil, "product|amount")[1]) {
		t.Errorf("200 prices fire %d tags, and lack a record's, the brand's or the span of one: %v", len(s.tags), s.tags)
	}
	s.plan(prices(600), &lineage{})
	if len(s.tags) > maxTags || rungs(s.tags) > maxRungs || !slices.Contains(s.tags, catalog.RecordTag("product", fmt.Sprintf("%024x", 599))) ||
		!slices.Contains(s.tags, catalog.SpanOf("100", fmt.Sprint(100+599*599)).Tags(nil, "product|amount")[0]) {
		t.Errorf("600 prices fire %d tags of %d rungs: %.200v", len(s.tags), rungs(s.tags), s.tags)
	}
	if s.plan(prices(maxTags), &lineage{}); !slices.Equal(s.tags, []string{"product|*"}) {
		t.Errorf("%d prices fire %.200v", maxTags, s.tags)
	}
}

// Whatever is planned is understood by gateways, and no change of a price leaves out the column's own tag, which is all that those outside hear of.
func TestSpansGoWithTheTagOfTheirColumnAndNotOutside(t *testing.T) {
	t.Parallel()
	c := change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"status": "PUBLISHED", "amount": "5", "brand_id": b1}, after: dims{"amount": ""}}
	tags := c.tags(nil, "acme", &lineage{})
	spans := 0
	for _, tag := range tags {
		if catalog.Banded(tag) {
			spans++
			if !slices.Contains(tags, catalog.Unbanded(tag)) {
				t.Errorf("%s comes without %s", tag, catalog.Unbanded(tag))
			}
		}
	}
	if spans != 4 {
		t.Errorf("%d spans of the kind and the brand, want 4: %v", spans, tags)
	}
	j := &judge{columns: map[string]map[string]bool{"product": {"status": true}}}
	if out := j.tags("acme", []change{c}, &lineage{}); slices.ContainsFunc(out, catalog.Banded) || len(out) != len(tags)-spans {
		t.Errorf("outside it is known as %v, inside as %v", out, tags)
	}
}

func TestLivenessFollowsTheCatalog(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"status", "publish_at", "unpublish_at"} {
		c := change{kind: "product", id: p1, op: 'U', changed: []string{column}}
		if !c.comes() {
			t.Errorf("a change of product.%s does not count as coming or going", column)
		}
	}
	if c := (change{kind: "product", id: p1, op: 'U', changed: []string{"stock", "name"}}); c.comes() {
		t.Error("a change of stock counts as coming or going")
	}
}

func TestMergeJoinsWhatFollows(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_700_000_000, 0)
	s := func(tenant string, seq uint64, tags ...string) step {
		return step{tenant: tenant, epoch: "e", seq: seq, prev: seq - 1, at: at.Add(time.Duration(seq)), tags: tags}
	}
	got := merge(nil, []step{s("a", 3, "x"), s("a", 4, "x", "y"), s("b", 5, "z"), s("b", 7, "z"), s("c", 8, "q")})
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
	another.epoch = "f"
	if got := merge(nil, []step{s("a", 4, "x"), another}); len(got) != 2 {
		t.Errorf("changes of two epochs travel in %d messages, want 2", len(got))
	}
}

func TestMergeKeepsMessagesWithinTheLimits(t *testing.T) {
	t.Parallel()
	var steps []step
	fired := map[uint64][]string{}
	for seq := uint64(1); seq <= 40; seq++ {
		st := step{tenant: "a", epoch: "e", seq: seq, prev: seq - 1}
		for i := range 90 {
			st.tags = append(st.tags, fmt.Sprintf("product:%d-%d", seq, i%80+i/80*int(seq)))
		}
		st.tags = unique(st.tags)
		fired[seq] = st.tags
		steps = append(steps, st)
	}
	prev := uint64(0)
	for _, m := range merge(nil, steps) {
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

// What plan relies on: every table declares as dimensions, which triggers keep before and after, the columns by which owners are found.
func TestTablesDeclareWhatPlanNeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
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
					t.Errorf("lists of %s are cut by %s, which is not declared: %v", kind, column, declared)
				}
			}
			for _, column := range cuts.Banded {
				if !slices.Contains(declared, column) {
					t.Errorf("%s of %s has a ladder, and is not declared: %v", column, kind, declared)
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
				t.Errorf("%s has no column %s, by which a %s would be found", kind, o.Column, o.Kind)
			}
			need = append(need, o.Column)
		}
		for _, column := range need {
			if (column == "slug" || strings.HasSuffix(column, "_id")) && slices.Contains(columns, column) && !slices.Contains(declared, column) {
				t.Errorf("%s does not declare %s: %v", kind, column, declared)
			}
		}

		// Any column of any table fires itself, its record and its owners.
		for _, column := range columns {
			all := dims{}
			for _, d := range declared {
				all[d] = "value-of-" + d
			}
			s := step{tenant: "acme"}
			s.plan([]change{{kind: kind, id: p1, op: updated, changed: []string{column}, before: all}}, &lineage{})
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
				if !slices.Contains(s.tags, tag) {
					t.Errorf("a change of %s.%s fires %v, %s is missing", kind, column, s.tags, tag)
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
