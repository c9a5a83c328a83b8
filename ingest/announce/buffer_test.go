package announce

import (
	"slices"
	"testing"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/clock"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

func TestTheBufferReturnsConsecutiveChangesOnly(t *testing.T) {
	t.Parallel()
	now := time.Now()
	columns := map[string]map[string]bool{"product": {"status": true}}
	of := func(seq uint64) *capture.Planned {
		return &capture.Planned{Tenant: "acme", Epoch: "e", Seq: seq, Prev: seq - 1, At: now,
			Rows: []capture.Row{{Kind: "product", ID: "1", Op: capture.Updated, Changed: []string{"name"},
				Before: capture.Dims{"status": "PUBLISHED"}}}}
	}
	ahead := func(by time.Duration) func(time.Time) time.Time {
		c := clock.New(nil, nil)
		return func(now time.Time) time.Time { return c.At(now).Add(by) }
	}
	to := func(n uint64) wire.Head { return wire.Head{Tenant: "acme", Epoch: "e", Seq: n} }
	at := func(seq uint64) capture.Cursor { return capture.Cursor{Epoch: "e", Seq: seq} }
	full := func() *buffer {
		d := newBuffer()
		d.configure(columns, ahead(0))
		for seq := uint64(4); seq < 8; seq++ {
			d.add(of(seq), now)
		}
		return d
	}
	check := func(what string, d *buffer, after capture.Cursor, to wire.Head, at time.Time, want ...uint64) {
		t.Helper()
		got, whole := d.take("acme", after, to, at)
		var seqs []uint64
		for _, k := range got {
			seqs = append(seqs, k.seq)
			if len(k.tags) == 0 {
				t.Errorf("%s: change %d has no tags", what, k.seq)
			}
		}
		if whole != (len(want) > 0) || whole && !slices.Equal(seqs, want) {
			t.Errorf("%s: %v, whole %t; want %v", what, seqs, whole, want)
		}
	}
	d := full()
	check("a part", d, at(3), to(5), now, 4, 5)
	check("the rest", d, at(5), to(7), now, 6, 7)
	check("once more", d, at(5), to(7), now)
	if d.size != 0 || len(d.all) != 0 {
		t.Errorf("%d of %d tenants are left in the buffer", d.size, len(d.all))
	}
	check("a part that is announced", full(), at(5), to(7), now, 6, 7)
	check("a gap before", full(), at(2), to(7), now)
	check("a gap after", full(), at(3), to(8), now)
	check("another epoch", full(), capture.Cursor{Epoch: "d", Seq: 3}, to(7), now)
	check("another epoch now", full(), at(3), wire.Head{Tenant: "acme", Epoch: "f", Seq: 7}, now)
	check("long ago", full(), at(3), to(7), now.Add(clockSlack))

	d = full()
	d.add(&capture.Planned{Tenant: "acme", Epoch: "e", Seq: 8, Prev: 7, At: now, Tags: capture.Everything("acme")}, now)
	check("a bridge", d, at(3), to(7), now)
	d = full()
	d.add(of(9), now)
	check("a gap within", d, at(3), to(9), now)
	d = full()
	d.add(of(7), now)
	check("a repeated change", d, at(6), to(7), now, 7)
	d = newBuffer()
	d.add(of(4), now)
	check("before configure", d, at(3), to(4), now)
	d.configure(columns, ahead(0))
	d.size = bufferLimit
	d.add(of(4), now)
	check("no room", d, at(3), to(4), now)
	if d.size != 0 || len(d.all) != 0 {
		t.Errorf("a full buffer keeps %d of %d tenants", d.size, len(d.all))
	}
	d = full()
	d.add(of(8), now.Add(clockSlack))
	check("outdated changes", d, at(3), to(8), now.Add(clockSlack))
	d = full()
	d.add(of(8), now.Add(clockSlack))
	check("a change after them", d, at(7), to(8), now.Add(clockSlack), 8)

	soon := of(4) // scheduled by Postgres's clock, but not by this machine's
	soon.Rows[0].Before["publish_at"] = now.Add(time.Minute).UTC().Format(dimTime)
	for skew, shown := range map[time.Duration]bool{0: false, time.Hour: true} {
		for _, step := range []time.Duration{0, -2 * time.Hour, 2 * time.Hour} {
			d = newBuffer()
			d.configure(columns, ahead(skew))
			d.add(soon, testkit.Stepped(t, now, step))
			if got, whole := d.take("acme", at(3), to(4), now); !whole || len(got[0].tags) > 0 != shown {
				t.Errorf("with a clock that differs by %v, and a step by %v: %v", skew, step, got)
			}
		}
	}
}
