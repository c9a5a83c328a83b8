package capture_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"vitrine/ingest/capture"
	"vitrine/ingest/ingesttest"
	"vitrine/internal/wire"
)

func TestReadReturnsChangesWithoutAGap(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	var ids []string
	for i := range 9 {
		ids = append(ids, w.Product("acme", fmt.Sprint("p", i)))
	}
	w.Tenant("other")
	w.Product("other", "p")

	for _, limit := range []int{1, 4, 100} {
		after := uint64(0)
		var heard []wire.Message
		for {
			msgs, err := capture.Read(t.Context(), w.Pool, "acme", after, limit)
			if err != nil {
				t.Fatal(err)
			}
			if len(msgs) == 0 {
				break
			}
			for _, m := range msgs {
				if m.Tenant != "acme" || m.Prev != after || m.Seq <= m.Prev || m.Seq-m.Prev > uint64(limit) || m.Epoch == "" ||
					m.At.IsZero() {
					t.Fatalf("limit %d: after %d follows %+v", limit, after, m)
				}
				after = m.Seq
			}
			heard = append(heard, msgs...)
		}
		if after != w.Head("acme") {
			t.Errorf("limit %d: read up to %d of %d", limit, after, w.Head("acme"))
		}
		for i, id := range ids {
			if !slices.ContainsFunc(heard, func(m wire.Message) bool { return slices.Contains(m.Tags, "product:"+id) }) {
				t.Errorf("limit %d: no tag for product %d", limit, i)
			}
		}
	}
}

func TestReadOfATenantWithoutChanges(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	for _, tenant := range []string{"acme", "nobody"} {
		after := uint64(0)
		if tenant == "acme" {
			after = w.Head("acme")
		}
		if msgs, err := capture.Read(t.Context(), w.Pool, tenant, after, 10); len(msgs) > 0 || err != nil {
			t.Errorf("%s has no changes, and Read returns %v (%v)", tenant, msgs, err)
		}
	}
}

func TestReadDetectsPrunedChanges(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	for i := range 6 {
		w.Product("acme", fmt.Sprint("p", i))
	}
	head := w.Head("acme")
	f := func(what string, after uint64, pruned bool) {
		t.Helper()
		msgs, err := capture.Read(t.Context(), w.Pool, "acme", after, 100)
		if errors.Is(err, wire.ErrPruned) != pruned || err == nil && len(msgs) == 0 {
			t.Errorf("%s: %v (%v)", what, msgs, err)
		}
	}
	w.Exec("DELETE FROM change_row WHERE xid IN (SELECT xid FROM change_tx WHERE seq <= 3)")
	msgs, err := capture.Read(t.Context(), w.Pool, "acme", 0, 100)
	if err != nil || !slices.Contains(msgs[0].Tags, "*") {
		t.Errorf("rows without numbers pruned: %v (%v), want *", msgs, err)
	}
	w.Exec("DELETE FROM change_tx WHERE seq <= 3")
	f("the first changes are pruned", 2, true)
	f("later changes are kept", 3, false)
	w.Exec("DELETE FROM change_tx WHERE seq = $1", int64(head-1))
	f("a gap", 3, true)
	w.Exec("DELETE FROM change_tx")
	f("all changes are pruned", 3, true)
}

func TestReadSinceReachesEveryHead(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	after := map[string]uint64{}
	for i := range 6 {
		tenant := fmt.Sprint("t", i)
		w.Tenant(tenant)
		after[tenant] = w.Head(tenant)
	}
	if msgs, err := capture.ReadSince(t.Context(), w.Pool, positions(after)); len(msgs) > 0 || err != nil {
		t.Fatalf("nothing is missing, and ReadSince returns %v (%v)", msgs, err)
	}

	id := w.Product("t1", "one")
	w.Product("t2", "one")
	w.Product("t2", "two")
	w.Exec("DELETE FROM change_tx WHERE tenant_id = 't2' AND seq = $1", int64(w.Head("t2")-1))
	w.Exec("INSERT INTO product (tenant_id, slug, name) SELECT 't3', 'p' || i, 'P' FROM generate_series(1, 2000) i")
	w.Exec(fmt.Sprintf(`DO $$ BEGIN FOR i IN 1..%d LOOP UPDATE product SET stock = i
WHERE tenant_id = 't1'; COMMIT; END LOOP; END $$`, 3))
	w.Exec(fmt.Sprintf(`DO $$ DECLARE b text; BEGIN
		INSERT INTO brand (tenant_id, slug, name) VALUES ('t4', 'b', 'B') RETURNING id INTO b; COMMIT;
		FOR i IN 1..%d LOOP UPDATE brand SET position = i WHERE id = b; COMMIT; END LOOP; END $$`, 1000+5))
	delete(after, "t5") // a new tenant

	msgs, err := capture.ReadSince(t.Context(), w.Pool, positions(after))
	if err != nil {
		t.Fatal(err)
	}
	fired := map[string][]string{}
	for _, m := range msgs {
		if m.Prev > after[m.Tenant] {
			t.Errorf("after %d follows %+v", after[m.Tenant], m)
		}
		after[m.Tenant] = m.Seq
		fired[m.Tenant] = append(fired[m.Tenant], m.Tags...)
	}
	for i := range 6 {
		if tenant := fmt.Sprint("t", i); after[tenant] != w.Head(tenant) {
			t.Errorf("%s ends at %d of %d", tenant, after[tenant], w.Head(tenant))
		}
	}
	for tenant, tag := range map[string]string{"t1": "product:" + id, "t2": "*", "t3": "product|*", "t4": "*",
		"t5": "tenant:t5"} {
		if !slices.Contains(fired[tenant], tag) {
			t.Errorf("%s invalidates %.10v, want %s among them", tenant, fired[tenant], tag)
		}
	}
	if slices.Contains(fired["t1"], "*") {
		t.Errorf("t1 missed one change and invalidates %v", fired["t1"])
	}
	if msgs, err := capture.ReadSince(t.Context(), w.Pool, positions(after)); len(msgs) > 0 || err != nil {
		t.Errorf("a second ReadSince returns %v (%v)", msgs, err)
	}
}

func TestReadSinceDetectsANewEpoch(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	w.Tenant("zeta")
	src := capture.Source{w.Pool}
	heads, err := src.Heads(t.Context())
	if err != nil || len(heads) != 2 {
		t.Fatalf("heads: %v (%v)", heads, err)
	}
	var at []capture.Position
	for _, h := range heads {
		at = append(at, capture.Position{Tenant: h.Tenant, Epoch: h.Epoch, Seq: h.Seq})
	}
	if msgs, err := capture.ReadSince(t.Context(), w.Pool, at); len(msgs) > 0 || err != nil {
		t.Fatalf("nothing is missing, and ReadSince returns %v (%v)", msgs, err)
	}
	w.Exec("UPDATE tenant_seq SET epoch = gen_random_uuid() WHERE tenant_id = 'zeta'")
	at[0], at[1] = at[1], at[0]
	msgs, err := capture.ReadSince(t.Context(), w.Pool, append(at, capture.Position{Tenant: "gone", Seq: 3}))
	if err != nil || len(msgs) != 1 {
		t.Fatalf("%v (%v), want one message", msgs, err)
	}
	m := msgs[0]
	h, err := src.Head(t.Context(), "zeta")
	if err != nil {
		t.Fatal(err)
	}
	if m.Tenant != "zeta" || m.Epoch != h.Epoch || m.Seq != h.Seq || m.Prev != 0 || !slices.Contains(m.Tags, "*") {
		t.Errorf("%+v, want everything of zeta up to %+v", m, h)
	}
}

func TestHeadFailsForAMissingTenant(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	if h, err := (capture.Source{w.Pool}).Head(context.Background(), "nobody"); err == nil {
		t.Errorf("the head of a missing tenant is %+v", h)
	}
}

// positions makes positions with unknown epochs.
func positions(after map[string]uint64) []capture.Position {
	at := make([]capture.Position, 0, len(after))
	for tenant, seq := range after {
		at = append(at, capture.Position{Tenant: tenant, Seq: seq})
	}
	return at
}
