package schema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/schema/schematest"
)

// settle makes the clone a place of its own, as Migrate does on start.
func settle(t testing.TB, db *schematest.DB) {
	t.Helper()
	exec(t, db.Pool, "SELECT renew_epoch()")
}

func epoch(t testing.TB, q querier, tenant string) string {
	t.Helper()
	return get[string](t, q, "SELECT epoch::text FROM tenant_seq WHERE tenant_id = $1", tenant)
}

func TestANewEpochDropsTheChangesAndKeepsCounting(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	was := epoch(t, db.Pool, "a")
	exec(t, db.Pool, "SELECT new_epoch()")
	if is := epoch(t, db.Pool, "a"); is == was || is == epoch(t, db.Pool, "b") {
		t.Errorf("epochs of a before and after, and of b: %s %s %s", was, is, epoch(t, db.Pool, "b"))
	}
	wantChanges(t, db.Pool, "a", 0)
	if n := head(t, db.Pool, "a"); n != 3 {
		t.Errorf("the epoch begins at %d, want a number above 2, which subscribers have seen", n)
	}
	exec(t, db.Pool, "UPDATE product SET stock = 1")
	wantChanges(t, db.Pool, "a", 0, "4 U product stock")
}

func TestOpenTransactionIsSealedInTheNewEpoch(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	s := session(t, db)
	exec(t, s, "BEGIN")
	exec(t, s, "UPDATE product SET stock = 1")
	exec(t, db.Pool, "SELECT new_epoch()")
	exec(t, s, "UPDATE brand SET phone = '1'")
	exec(t, s, "COMMIT")
	wantChanges(t, db.Pool, "a", 0, "4 U brand phone", "4 U product stock")
}

// A migration that rewrites rows by DDL ends with new_epoch, in the same transaction.
func TestNewEpochMayFollowChangesOfItsOwnTransaction(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "BEGIN; UPDATE product SET stock = 1; SELECT new_epoch(); UPDATE brand SET phone = '1'; COMMIT")
	wantChanges(t, db.Pool, "a", 3, "1 U brand phone")
}

func TestCloneBeginsANewEpochOnce(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	was := epoch(t, db.Pool, "a")
	for i, want := range []bool{true, false, false} {
		if got := get[bool](t, db.Pool, "SELECT renew_epoch()"); got != want {
			t.Errorf("call %d of renew_epoch in a cloned database: %v, want %v", i+1, got, want)
		}
	}
	if is := epoch(t, db.Pool, "a"); is == was {
		t.Error("the clone counts in the epoch of its original")
	}
}

func TestMovedDatabaseBeginsANewEpoch(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	settle(t, db)
	for _, sql := range []string{
		"UPDATE cluster_mark SET system_identifier = system_identifier + 1", // restored into another cluster
		"UPDATE cluster_mark SET timeline = timeline - 1",                   // promoted
		"UPDATE cluster_mark SET database = 0",                              // restored into another database
		"UPDATE cluster_mark SET relation = 0",                              // pg_restore --clean
		"DELETE FROM cluster_mark",
	} {
		was := epoch(t, db.Pool, "a")
		exec(t, db.Pool, sql)
		if !get[bool](t, db.Pool, "SELECT renew_epoch()") || epoch(t, db.Pool, "a") == was {
			t.Errorf("no new epoch after: %s", sql)
		}
		if get[bool](t, db.Pool, "SELECT renew_epoch()") {
			t.Errorf("a second new epoch after: %s", sql)
		}
	}
	if zero := get[bool](t, db.Pool, "SELECT system_identifier = 0 OR timeline = 0 FROM cluster_mark"); zero {
		t.Error("the mark does not know its cluster")
	}
}

// published marks all numbers up to n of a tenant as published.
func published(t testing.TB, q querier, tenant string, n int64) {
	t.Helper()
	exec(t, q, `
INSERT INTO drain_cursor SELECT tenant_id, epoch, $2 FROM tenant_seq WHERE tenant_id = $1
ON CONFLICT (tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`, tenant, n)
}

func TestPruneKeepsWhatIsNeeded(t *testing.T) {
	t.Parallel()
	db := open(t, "a", "b")
	for range 3 {
		exec(t, db.Pool, "UPDATE product SET stock = coalesce(stock, 0) + 1")
	}
	prune := func(keep string) { exec(t, db.Pool, "SELECT prune_changes($1::text::interval)", keep) }
	all := []string{"1 I tenant", "2 I brand", "2 I product", "3 U product stock", "4 U product stock",
		"5 U product stock"}

	prune("0") // nothing is published
	wantChanges(t, db.Pool, "a", 0, all...)
	published(t, db.Pool, "a", 5)
	published(t, db.Pool, "b", 4)
	prune("1 hour") // nothing is an hour old
	wantChanges(t, db.Pool, "a", 0, all...)
	exec(t, db.Pool, "UPDATE drain_cursor SET epoch = gen_random_uuid() WHERE tenant_id = 'b'")
	prune("0") // a cursor of another epoch means nothing; a's first two transactions had no part in b
	wantChanges(t, db.Pool, "a", 0, all[3:]...)
	wantChanges(t, db.Pool, "b", 0, all...)
	published(t, db.Pool, "b", 4)
	prune("0") // the last transaction has a number of b that is not published: it stays, for a as well
	wantChanges(t, db.Pool, "a", 0, all[5])
	wantChanges(t, db.Pool, "b", 0, all[5])
	published(t, db.Pool, "b", 5)
	prune("0")
	if rows := get[int](t, db.Pool,
		"SELECT (SELECT count(*) FROM change_row) + (SELECT count(*) FROM change_tx)"); rows != 0 {
		t.Errorf("%d rows stay after everything was published", rows)
	}
	exec(t, db.Pool, "UPDATE product SET stock = 0")
	wantChanges(t, db.Pool, "a", 5, "1 U product stock")
}

// Numbers are not in the order of xids: an old transaction that commits late is not cut off, and leaves no hole when it
// goes.
func TestPruneLeavesNoHole(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	late := session(t, db)
	exec(t, late, "BEGIN")
	exec(t, late, "UPDATE product SET stock = 1") // an early xid, number 5
	exec(t, db.Pool, addBrand, "a", "three")
	exec(t, db.Pool, addBrand, "a", "four")
	published(t, db.Pool, "a", 3)
	exec(t, db.Pool, "SELECT prune_changes('0')")
	wantChanges(t, db.Pool, "a", 0, "4 I brand")
	exec(t, late, "COMMIT")
	wantChanges(t, db.Pool, "a", 0, "4 I brand", "5 U product stock")

	// The lowest xid, number 5, stays: so does 4, whose xid is higher.
	published(t, db.Pool, "a", 4)
	exec(t, db.Pool, "SELECT prune_changes('0')")
	wantChanges(t, db.Pool, "a", 0, "4 I brand", "5 U product stock")

	// A batch that holds number 5 alone takes number 4 along.
	exec(t, db.Pool, addBrand, "a", "six")
	published(t, db.Pool, "a", 6)
	exec(t, db.Pool, "SELECT prune_changes('0', 2)")
	wantChanges(t, db.Pool, "a", 0, "6 I brand")
}

// A transaction over more tenants than a batch holds is pruned too.
func TestPruneGetsPastAWideTransaction(t *testing.T) {
	t.Parallel()
	db := open(t)
	exec(t, db.Pool, "INSERT INTO tenant (id, name) SELECT 't' || i, 'T' FROM generate_series(1, 50) i")
	exec(t, db.Pool, "TRUNCATE place CASCADE")
	exec(t, db.Pool, "INSERT INTO drain_cursor SELECT tenant_id, epoch, n FROM tenant_seq")
	for range 5 {
		exec(t, db.Pool, "SELECT prune_changes('0', 1)")
	}
	if left := get[int](t, db.Pool, "SELECT count(*) FROM change_row"); left != 0 {
		t.Errorf("%d rows stay", left)
	}
}

func TestMissingTriggersAreFaults(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	faults := func() string {
		return strings.Join(get[[]string](t, db.Pool, "SELECT coalesce(array_agg(f), '{}') FROM capture_faults() f"), "\n")
	}
	if got := faults(); got != "" {
		t.Errorf("a fresh database has faults:\n%s", got)
	}
	exec(t, db.Pool, "ALTER TABLE brand DISABLE TRIGGER capture")
	exec(t, db.Pool, "ALTER TABLE product DISABLE TRIGGER USER")
	exec(t, db.Pool, "ALTER TABLE product ENABLE TRIGGER USER") // as pg_restore --disable-triggers leaves it
	exec(t, db.Pool, "DROP TRIGGER capture_truncate ON place")
	exec(t, db.Pool, "ALTER TABLE change_row ENABLE TRIGGER seal")
	exec(t, db.Pool, "ALTER TABLE page ADD colour text")
	exec(t, db.Pool, "ALTER TABLE route DROP brief CASCADE")
	exec(t, db.Pool, "ALTER TABLE project ALTER title TYPE varchar")
	exec(t, db.Pool, "ALTER TABLE faq RENAME position TO place")
	want := `brand: the trigger capture is disabled
change_row: the trigger seal is not ENABLE ALWAYS
faq: its columns are not those that its capture knows: SELECT watch('faq')
page: its columns are not those that its capture knows: SELECT watch('page')
place: the trigger capture_truncate is missing
product: the trigger capture is not ENABLE ALWAYS
product: the trigger capture_truncate is not ENABLE ALWAYS
product: the trigger keep is not ENABLE ALWAYS
project: its columns are not those that its capture knows: SELECT watch('project')
route: its columns are not those that its capture knows: SELECT watch('route')`
	if diff := cmp.Diff(want, faults()); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	exec(t, db.Pool, "SELECT watch(kind::regclass) FROM watched; ALTER TABLE change_row ENABLE ALWAYS TRIGGER seal")
	if got := faults(); got != "" {
		t.Errorf("watch did not mend:\n%s", got)
	}
}
