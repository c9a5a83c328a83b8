package schema_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

const addBrand = "INSERT INTO brand (tenant_id, slug, name) VALUES ($1, $2, 'X')"

func TestTransactionTakesOneNumberForEachTenant(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b", "c")
	s := session(t, db)
	exec(t, s, "BEGIN")
	exec(t, s, "UPDATE product SET stock = 1 WHERE tenant_id IN ('a', 'b')")
	exec(t, s, "UPDATE brand SET phone = '1' WHERE tenant_id = 'b'")
	exec(t, s, addBrand, "b", "other")
	if n := head(t, db.Pool, "b"); n != 2 {
		t.Errorf("numbered %d before COMMIT", n)
	}
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 2, "1 U product stock")
	wantChanges(t, db.Pool, "b", 2, "1 I brand", "1 U brand phone", "1 U product stock")
	wantChanges(t, db.Pool, "c", 2)
	leaders := get[int](t, db.Pool, `
SELECT count(*) FROM change_row WHERE leader IS NOT NULL AND xid = (SELECT max(xid) FROM change_row)`)
	if leaders != 1 {
		t.Errorf("%d rows of the transaction lead, want 1", leaders)
	}
}

func TestRolledBackTransactionLeavesNothing(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := session(t, db)
	exec(t, s, "BEGIN")
	exec(t, s, addBrand, "a", "gone")
	exec(t, s, "ROLLBACK")
	exec(t, s, addBrand, "a", "kept")
	wantChanges(t, db.Pool, "a", 2, "1 I brand")
}

func TestSavepointsRolledBackTakeTheirChangesAlong(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b", "c")
	f := func(steps ...string) {
		t.Helper()
		s := session(t, db)
		for _, sql := range slices.Concat([]string{"BEGIN"}, steps, []string{"COMMIT"}) {
			exec(t, s, sql)
		}
	}
	insert := func(tenant, slug string) string {
		return strings.NewReplacer("$1", "'"+tenant+"'", "$2", "'"+slug+"'").Replace(addBrand)
	}

	// The leader itself is undone: another must lead.
	f("SAVEPOINT s", insert("a", "x"), "ROLLBACK TO s", insert("a", "x"))
	wantChanges(t, db.Pool, "a", 2, "1 I brand")

	// The leader stays, a tenant that only the savepoint touched takes no number.
	f(insert("a", "y"), "SAVEPOINT s", insert("b", "y"), "ROLLBACK TO s", insert("c", "y"))
	wantChanges(t, db.Pool, "a", 3, "1 I brand")
	wantChanges(t, db.Pool, "b", 2)
	wantChanges(t, db.Pool, "c", 2, "1 I brand")

	// All of it is undone.
	f("SAVEPOINT s", insert("a", "z"), "ROLLBACK TO s")
	wantChanges(t, db.Pool, "a", 4)

	// The leader came in a savepoint that was kept, and one inside it was not.
	f("SAVEPOINT s", insert("a", "z"), "SAVEPOINT r", insert("b", "z"), "ROLLBACK TO r", "RELEASE s", insert("b", "zz"))
	wantChanges(t, db.Pool, "a", 4, "1 I brand")
	wantChanges(t, db.Pool, "b", 2, "1 I brand")

	// A block with EXCEPTION is a savepoint too.
	f("DO $$ BEGIN " + insert("a", "q") + "; RAISE EXCEPTION 'no'; EXCEPTION WHEN OTHERS THEN " + insert("b", "q") +
		"; END $$")
	wantChanges(t, db.Pool, "a", 5)
	wantChanges(t, db.Pool, "b", 3, "1 I brand")

	// Sealed early under a savepoint that is undone: sealed again, later.
	f(insert("a", "r"), "SAVEPOINT s", "SET CONSTRAINTS ALL IMMEDIATE", "ROLLBACK TO s", insert("b", "r"))
	wantChanges(t, db.Pool, "a", 5, "1 I brand")
	wantChanges(t, db.Pool, "b", 4, "1 I brand")
}

// Frameworks run SET CONSTRAINTS ALL IMMEDIATE in the middle of a transaction. The seal fires, and more may follow.
func TestConstraintsSetImmediateHideNoLaterChange(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := session(t, db)
	exec(t, s, "BEGIN")
	exec(t, s, addBrand, "a", "one")
	exec(t, s, "SET CONSTRAINTS ALL IMMEDIATE")
	exec(t, s, addBrand, "a", "two")
	exec(t, s, addBrand, "b", "two")
	exec(t, s, "SET CONSTRAINTS ALL DEFERRED")
	exec(t, s, "UPDATE product SET stock = 1")
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 2, "1 I brand", "1 I brand", "1 U product stock")
	wantChanges(t, db.Pool, "b", 2, "1 I brand", "1 U product stock")
}

func TestResettingTheSessionHidesNoChange(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := session(t, db)
	exec(t, s, "BEGIN")
	exec(t, s, addBrand, "a", "one")
	exec(t, s, "RESET ALL")
	exec(t, s, addBrand, "b", "two")
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 2, "1 I brand")
	wantChanges(t, db.Pool, "b", 2, "1 I brand")
	exec(t, s, "BEGIN")
	exec(t, s, addBrand, "b", "three")
	exec(t, s, addBrand, "a", "three")
	exec(t, s, "RESET ALL")
	exec(t, s, addBrand, "b", "four")
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 3, "1 I brand")
	wantChanges(t, db.Pool, "b", 3, "1 I brand", "1 I brand")
}

// Another deferred trigger writes content while the transaction is being committed, after the seal.
func TestContentWrittenDuringCommitIsSealed(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	exec(t, db.Pool, `
CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO place (tenant_id, slug, name) VALUES ('a', new.slug, 'X'), ('b', new.slug, 'X');
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER late AFTER INSERT ON brand DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION late()`)
	exec(t, db.Pool, addBrand, "a", "one")
	wantChanges(t, db.Pool, "a", 2, "1 I brand", "1 I place")
	wantChanges(t, db.Pool, "b", 2, "1 I place")
}

func TestSealTakesTenantsInOrder(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	holder, writer := session(t, db), session(t, db)
	exec(t, holder, "BEGIN")
	exec(t, holder, "SELECT FROM tenant_seq WHERE tenant_id = 'a' FOR UPDATE")

	exec(t, writer, "BEGIN")
	exec(t, writer, addBrand, "b", "x")
	exec(t, writer, addBrand, "a", "x")
	pid := writer.PgConn().PID()
	done := make(chan error, 1)
	go func() {
		_, err := writer.Exec(context.WithoutCancel(t.Context()), "COMMIT")
		done <- err
	}()
	eventually(t, "the COMMIT waits for a number", func() bool {
		return get[bool](t, db.Pool, "SELECT EXISTS (SELECT FROM pg_locks WHERE pid = $1 AND NOT granted)", pid)
	})
	// It waits for a, though it wrote b first: so b is not yet its.
	exec(t, db.Pool, "SELECT FROM tenant_seq WHERE tenant_id = 'b' FOR UPDATE NOWAIT")
	exec(t, holder, "ROLLBACK")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	wantChanges(t, db.Pool, "a", 2, "1 I brand")
	wantChanges(t, db.Pool, "b", 2, "1 I brand")
}

func TestWritersOverManyTenantsDoNotDeadlock(t *testing.T) {
	t.Parallel()
	tenants := []string{"a", "B", "c", "d-1", "d.1", "e", "f", "g"}
	db := open(t, tenants...)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 40 {
				mine := slices.Clone(tenants)
				rand.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
				err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
					for _, tenant := range mine {
						if _, err := tx.Exec(t.Context(), addBrand, tenant, fmt.Sprintf("w%d-%d", w, i)); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	wg.Wait()
	for _, tenant := range tenants {
		if n := head(t, db.Pool, tenant); n != 2+8*40 {
			t.Errorf("tenant %s: n = %d, want %d", tenant, n, 2+8*40)
		}
	}
}

func TestSealRaisesIfATenantHasNoNumber(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	exec(t, db.Pool, "DELETE FROM tenant_seq WHERE tenant_id = 'b'")
	refused(t, db.Pool, "23000", "UPDATE product SET stock = 1")
	if stock := get[int](t, db.Pool, "SELECT coalesce(sum(stock), 0) FROM product"); stock != 0 {
		t.Error("the change was committed without a number")
	}
	exec(t, db.Pool, "SELECT new_epoch()") // as the hint says
	exec(t, db.Pool, "UPDATE product SET stock = 1")
	wantChanges(t, db.Pool, "a", 0, "4 U product stock")
	wantChanges(t, db.Pool, "b", 0, "2 U product stock")
}

func TestSealGivesUpWaiting(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	if !get[bool](t, db.Pool, "SELECT 'lock_timeout=5s' = ANY (proconfig) FROM pg_proc WHERE oid = 'seal'::regproc") {
		t.Error("seal() has no lock_timeout of 5 s")
	}
	exec(t, db.Pool, "ALTER FUNCTION seal() SET lock_timeout = '100ms'") // 5 s are too long to test
	holder := session(t, db)
	exec(t, holder, "BEGIN")
	exec(t, holder, "SELECT FROM tenant_seq WHERE tenant_id = 'a' FOR UPDATE")
	refused(t, db.Pool, "55P03", "UPDATE product SET stock = 1")
	exec(t, holder, "ROLLBACK")
	wantChanges(t, db.Pool, "a", 2)
}

// With synchronous_commit = off a crash takes back what readers have seen, numbers included, and the next one would be
// given twice.
func TestSealedCommitIsDurable(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, `
CREATE TABLE at_commit (setting text);
CREATE TABLE last (x int);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO at_commit VALUES (current_setting('synchronous_commit'));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER note AFTER INSERT ON last DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()`)
	s := session(t, db)
	for was, want := range map[string]string{"off": "local", "on": "on", "remote_write": "remote_write"} {
		exec(t, db.Pool, "TRUNCATE at_commit")
		exec(t, s, "SET synchronous_commit = "+was)
		exec(t, s, "BEGIN")
		exec(t, s, addBrand, "a", "with-"+was)
		exec(t, s, "INSERT INTO last VALUES (1)") // whose trigger fires after the seal
		exec(t, s, "COMMIT")
		if got := get[string](t, s, "SELECT setting FROM at_commit"); got != want {
			t.Errorf("a session with synchronous_commit = %s commits with %s, want %s", was, got, want)
		}
		if is := get[string](t, s, "SHOW synchronous_commit"); is != was {
			t.Errorf("synchronous_commit is %s after the commit, was %s", is, was)
		}
	}
}

func TestRepeatableReadWriterMustTryAgain(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := session(t, db)
	exec(t, s, "BEGIN ISOLATION LEVEL REPEATABLE READ")
	exec(t, s, "UPDATE product SET stock = 1")
	exec(t, db.Pool, addBrand, "b", "meanwhile")
	refused(t, s, "40001", "COMMIT")
	exec(t, s, "BEGIN ISOLATION LEVEL REPEATABLE READ")
	exec(t, s, "UPDATE product SET stock = 1")
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 2, "1 U product stock")
	wantChanges(t, db.Pool, "b", 2, "1 I brand", "2 U product stock")
}

// A restored dump may hold rows with the very xid that a new cluster gives out next.
func TestRestoredLeftoversDoNotSkipTheSeal(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	s := session(t, db)
	exec(t, s, "BEGIN")
	xid := get[string](t, s, "SELECT pg_current_xact_id()::text")

	exec(t, db.Pool, "INSERT INTO change_row (xid, tenant_id, kind, id, op, leader) VALUES ($1::text::xid8, 'a', "+
		"'brand', 'old', 'I', '2020-01-01'), ($1::text::xid8, 'no-more', 'brand', 'old', 'I', NULL)", xid)
	exec(t, db.Pool, "INSERT INTO change_tx (xid, tenant_id, seq, at) VALUES ($1::text::xid8, 'a', 77, '2020-01-01')", xid)
	// Claims the number that b takes next.
	exec(t, db.Pool, "INSERT INTO change_tx (xid, tenant_id, seq, at) VALUES ('1', 'b', 3, '2020-01-01')")

	exec(t, s, addBrand, "a", "new-one")
	exec(t, s, addBrand, "b", "new-one")
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 2, "1 I brand")
	wantChanges(t, db.Pool, "b", 2, "1 I brand")
	if id := changes(t, db.Pool, "a")[2].ID; id == "old" {
		t.Error("the leftover was sealed in place of the change")
	}
	if n := get[int](t, db.Pool, "SELECT count(*) FROM change_row WHERE id = 'old'"); n != 0 {
		t.Errorf("%d leftovers are still there", n)
	}
}

// Rows copied into change_row are another life's: they take no number.
func TestRowsCopiedIntoTheOutboxSealNothing(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "INSERT INTO change_row (xid, tenant_id, kind, id, op, leader) VALUES ('5', 'a', 'brand', 'old', "+
		"'I', now()), ('6', 'gone', 'brand', 'old', 'I', '2020-01-01')")
	wantChanges(t, db.Pool, "a", 2)
}

func TestTenantsEndIsAnnounced(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	exec(t, db.Pool, "INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'a.example')")
	exec(t, db.Pool, "INSERT INTO merchant (tenant_id, slug, name) VALUES ('a', 'shop', 'Shop')")
	exec(t, db.Pool, "UPDATE product SET merchant_id = (SELECT id FROM merchant) WHERE tenant_id = 'a'")
	epoch := get[string](t, db.Pool, "SELECT epoch::text FROM tenant_seq WHERE tenant_id = 'a'")

	exec(t, db.Pool, "DELETE FROM tenant WHERE id = 'a'")
	var gone []string
	for _, c := range changes(t, db.Pool, "a") {
		if c.Seq == 6 && c.Op == "D" {
			gone = append(gone, c.Kind)
		}
	}
	if diff := cmp.Diff([]string{"brand", "merchant", "product", "tenant", "tenant_host"}, gone); diff != "" {
		t.Errorf("deleted in change 6 (-want +got):\n%s", diff)
	}
	if n := head(t, db.Pool, "a"); n != 6 { // two by open, three edits, the end
		t.Errorf("the last change of the deleted tenant is %d, want 6", n)
	}

	exec(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('a', 'Again')")
	wantChanges(t, db.Pool, "a", 6, "1 I tenant")
	if now := get[string](t, db.Pool, "SELECT epoch::text FROM tenant_seq WHERE tenant_id = 'a'"); now != epoch {
		t.Error("a tenant that was created again got a new epoch: all caches would have to drop its old numbers")
	}
	wantChanges(t, db.Pool, "b", 2)
}

func TestTenantMayComeAndGoInOneTransaction(t *testing.T) {
	t.Parallel()
	db := open(t)
	exec(t, db.Pool, "BEGIN; INSERT INTO tenant (id, name) VALUES ('a', 'A'); INSERT INTO brand (tenant_id, slug, name) "+
		"VALUES ('a', 'x', 'X'); DELETE FROM tenant; COMMIT")
	wantChanges(t, db.Pool, "a", 0, "1 D brand", "1 I brand", "1 D tenant", "1 I tenant")
}

func TestTenantMayChangeItsID(t *testing.T) {
	t.Parallel()
	db := open(t)
	exec(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('a', 'A')")
	exec(t, db.Pool, "UPDATE tenant SET id = 'b'")
	wantChanges(t, db.Pool, "a", 0, "1 I tenant", "2 D tenant")
	wantChanges(t, db.Pool, "b", 0, "1 I tenant")
}

func TestACommitNotifiesOnlyASleepingRelay(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	relay := session(t, db)
	exec(t, relay, "LISTEN vitrine")
	received := func() string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		n, err := relay.WaitForNotification(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return n.Payload
	}

	exec(t, db.Pool, "UPDATE product SET stock = 1")
	exec(t, db.Pool, "NOTIFY vitrine, 'after the first'")
	if got := received(); got != "after the first" {
		t.Errorf("received %q: the relay was awake, and a commit notified it", got)
	}
	exec(t, db.Pool, "UPDATE drain_state SET asleep = true")
	exec(t, db.Pool, "UPDATE product SET stock = 2")
	exec(t, db.Pool, "NOTIFY vitrine, 'after the second'")
	if got := received(); got != "product/a/lamp" {
		t.Errorf("received %q, want the updated record: the relay was asleep", got)
	}
	exec(t, db.Pool, "UPDATE product SET stock = 2") // changes nothing
	exec(t, db.Pool, "TRUNCATE drain_state")         // as a crash does
	exec(t, db.Pool, "UPDATE product SET stock = 3")
	exec(t, db.Pool, "NOTIFY vitrine, 'end'")
	if got := received(); got != "after the second" {
		t.Errorf("received %q: one commit sent two notifications", got)
	}
	if got := received(); got != "end" {
		t.Errorf("received %q: a commit without a change sent a notification", got)
	}
	exec(t, db.Pool, "INSERT INTO drain_state (asleep) VALUES (true)")
	for _, tc := range []struct{ sql, want string }{
		{"UPDATE product SET slug = 'lantern'", "product/a/lamp"}, // as it was
		{"INSERT INTO brand (tenant_id, slug, name) VALUES ('a', 'newer', 'New')", ""},
		{"DELETE FROM brand WHERE slug = 'newer'", ""},
		{"UPDATE tenant SET name = 'B'", ""}, // has no slug
	} {
		exec(t, db.Pool, tc.sql)
		exec(t, db.Pool, "NOTIFY vitrine, 'and then'")
		if got := received(); got != tc.want {
			t.Errorf("%s: received %q, want %q", tc.sql, got, tc.want)
			continue
		}
		if got := received(); got != "and then" {
			t.Errorf("%s: received %q: one commit sent two notifications", tc.sql, got)
		}
	}
}
