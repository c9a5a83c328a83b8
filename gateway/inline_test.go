package gateway

import (
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// inlinedChange is the message of a tenant's last change with a product inlined, as it is now, read at a time.
func (c *recorder) inlinedChange(tenant, slug string, now time.Time) wire.Message {
	c.t.Helper()
	v := catalog.BySlug("product")
	rows, err := c.db.Pool.Query(c.t.Context(), v.Headed(catalog.ByPath), catalog.Args(tenant, now, []string{slug})...)
	if err != nil {
		c.t.Fatal(err)
	}
	h, err := v.ScanHeaded(rows)
	if err != nil || len(h.Records) != 1 {
		c.t.Fatalf("%s of %s: %d records, %v", slug, tenant, len(h.Records), err)
	}
	return wire.Message{Tenant: tenant, Epoch: h.Epoch, Prev: h.Seq - 1, Seq: h.Seq,
		Tags: []string{catalog.RecordTag("product", h.Records[0].ID), catalog.KindTag("product")},
		Inlined: &wire.Inlined{Kind: "product", Slug: slug, Form: v.Form(), JSON: h.Records[0].JSON,
			Tags: h.Records[0].Tags, Now: now, Until: h.Until}}
}

// deliver delivers a message and announces its change.
func (c *recorder) deliver(m wire.Message) {
	c.t.Helper()
	if known, err := c.s.replica.Apply(c.t.Context(), m); !known || err != nil {
		c.t.Fatal(known, err)
	}
	c.s.cache.Wait()
	c.hist.Announce(m.Tenant, c.s.replica.Tenant(m.Tenant).Applied())
}

// A record that is inlined in its change is served without a query to Postgres: if it was requested before, as of its
// change, and no longer than it is valid.
func TestHistoryOfInlinedRecords(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	const page = "/product/a"
	for _, tenant := range []string{"t", "u"} {
		c.write(tenant, "a")
		c.write(tenant, "b")
	}
	c.apply()
	c.read("t", page)
	c.read("u", page)
	came := func(m wire.Message, want uint64) {
		t.Helper()
		before, reads := c.s.reader.Stats.Inlined.Load(), c.s.reader.Stats.Whole.Load()
		c.deliver(m)
		if got := c.s.reader.Stats.Inlined.Load() - before; got != want {
			t.Fatalf("%d inlined records were kept, want %d", got, want)
		}
		c.read("t", page)
		c.read("u", page)
		if got := c.s.reader.Stats.Whole.Load() - reads; got != 1-want {
			t.Fatalf("%d pages were read, want %d", got, 1-want)
		}
	}
	c.write("t", "a")
	came(c.inlinedChange("t", "a", c.now), 1)
	first := c.entryOf("t", page)
	again := c.inlinedChange("t", "a", c.now)
	c.s.inlined(c.s.replica.Tenant("t"), again)
	if c.entryOf("t", page) != first {
		t.Error("a known record was kept again")
	}

	c.write("t", "a")
	other := c.inlinedChange("t", "a", c.now)
	other.Inlined.Form = "another release's"
	came(other, 0)

	c.write("t", "a")
	came(c.inlinedChange("t", "a", c.now.Add(time.Microsecond)), 0) // a time that has not come here yet

	c.write("t", "b")
	c.deliver(c.inlinedChange("t", "b", c.now))
	if c.entryOf("t", "/product/b") != nil {
		t.Error("a page that was not requested was kept")
	}
	c.check(8)
}

// The next change invalidates an inlined record before it is kept.
func TestHistoryOfAnInlinedRecordThatIsTooLate(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.apply()
	c.read("t", "/product/a")
	c.write("t", "a")
	late := c.inlinedChange("t", "a", c.now)
	c.write("t", "a")
	c.apply()
	c.s.inlined(c.s.replica.Tenant("t"), late)
	c.read("t", "/product/a")
	c.check(2)
}

// An inlined record is visible only at its time, by the gateway's clock.
func TestHistoryOfInlinedRecordsAtTheirTime(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	const page = "/product/a"
	opens, ends := c.now.Add(time.Hour), c.now.Add(2*time.Hour)
	c.write("t", "a", "UPDATE product SET publish_at = '"+opens.Format(time.RFC3339)+"', unpublish_at = '"+
		ends.Format(time.RFC3339)+"'")
	c.apply()
	status := func(want int) {
		t.Helper()
		c.read("t", page)
		if e := c.entryOf("t", page); e == nil || (e.Body == nil) != (want == 404) {
			t.Errorf("at %v the page is not what it is at its time: %v", c.now, e)
		}
	}
	status(404)
	c.write("t", "a")
	c.deliver(c.inlinedChange("t", "a", opens)) // read by a clock that is ahead
	status(404)
	c.now = opens
	status(200)
	c.write("t", "a")
	m, before := c.inlinedChange("t", "a", opens), c.s.reader.Stats.Inlined.Load()
	c.now = ends.Add(-time.Second)
	c.deliver(m)
	if c.s.reader.Stats.Inlined.Load() == before {
		t.Error("the inlined record was not kept")
	}
	status(200)
	c.now = ends
	status(404)
}

const maxUnrequested = 3 // of read

// Edits alone do not keep a page alive that is no longer requested.
func TestInlinedRecordsThatAreNotRequestedAreDropped(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	c.write("t", "a")
	c.apply()
	c.read("t", "/product/a")
	for range maxUnrequested + 2 {
		c.write("t", "a")
		c.deliver(c.inlinedChange("t", "a", c.now))
	}
	if got := c.s.reader.Stats.Inlined.Load(); got != maxUnrequested {
		t.Errorf("kept %d times, want %d", got, maxUnrequested)
	}
	c.ask("t", "/product/a")
	c.write("t", "a")
	c.deliver(c.inlinedChange("t", "a", c.now))
	if got := c.s.reader.Stats.Inlined.Load(); got != maxUnrequested+1 {
		t.Errorf("kept %d times after a request, want %d", got, maxUnrequested+1)
	}
}
