package schema_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

// shadow records changes of rows by simple triggers of its own. Other triggers of it write content too: before and
// after the editor's rows, and during COMMIT.
const shadow = `
CREATE TABLE shadow (xid xid8, tenant_id text, kind text, id text, op text);
CREATE FUNCTION shadow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unseen CONSTANT text[] := '{updated_at,search,search_words,search_prose}';
BEGIN
  IF tg_op = 'UPDATE' AND (old.tenant_id, old.id) = (new.tenant_id, new.id) THEN
    INSERT INTO shadow SELECT pg_current_xact_id(), new.tenant_id, tg_table_name, new.id, 'U'
    WHERE hstore(new) - unseen <> hstore(old) - unseen;
    RETURN NULL;
  END IF;
  IF tg_op <> 'INSERT' THEN
    INSERT INTO shadow VALUES (pg_current_xact_id(), old.tenant_id, tg_table_name, old.id, 'D');
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO shadow VALUES (pg_current_xact_id(), new.tenant_id, tg_table_name, new.id, 'I');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER a_shadow AFTER INSERT OR UPDATE OR DELETE ON brand FOR EACH ROW EXECUTE FUNCTION shadow();
CREATE TRIGGER z_shadow AFTER INSERT OR UPDATE OR DELETE ON product FOR EACH ROW EXECUTE FUNCTION shadow();
CREATE TRIGGER a_shadow AFTER INSERT OR UPDATE OR DELETE ON category FOR EACH ROW EXECUTE FUNCTION shadow();

CREATE FUNCTION any_tenant() RETURNS text LANGUAGE sql AS $$
  SELECT (ARRAY['a', 'b', 'c', 'd'])[1 + floor(random() * 4)]
$$;
CREATE FUNCTION beside() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF pg_trigger_depth() < 3 AND random() < 0.5 THEN
    UPDATE brand SET position = position + 1 WHERE tenant_id = any_tenant() AND slug = 'acme';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER b_beside BEFORE UPDATE ON product FOR EACH ROW EXECUTE FUNCTION beside();
CREATE TRIGGER b_beside_after AFTER UPDATE ON product FOR EACH ROW EXECUTE FUNCTION beside();
CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  BEGIN
    UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE tenant_id = any_tenant();
    IF random() < 0.3 THEN RAISE EXCEPTION 'undone'; END IF;
  EXCEPTION WHEN raise_exception THEN NULL;
  END;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER late AFTER INSERT ON category DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION late()`

// wild runs random statements of all kinds in several sessions, and returns the faults that it finds in the outbox.
func wild(t *testing.T, db *schematest.DB, seed uint64, each int) (faults []string) {
	t.Helper()
	exec(t, db.Pool, shadow)
	since := get[string](t, db.Pool, "SELECT pg_current_xact_id()::text")
	ctx, stop := context.WithCancel(t.Context())
	var watching, writing sync.WaitGroup
	torn := 0
	watching.Go(func() { // a snapshot that shows n shows every change up to n, none above, and no row without a number
		for ctx.Err() == nil {
			var n int
			err := db.Pool.QueryRow(ctx, `
SELECT count(*) FROM tenant_seq s
WHERE s.n <> (SELECT count(DISTINCT seq) FROM change_tx c WHERE c.tenant_id = s.tenant_id)
   OR s.n <> (SELECT max(seq) FROM change_tx c WHERE c.tenant_id = s.tenant_id)
   OR EXISTS (SELECT FROM change_row r WHERE NOT EXISTS (
        SELECT FROM change_tx c WHERE c.xid = r.xid AND c.tenant_id = r.tenant_id))`).Scan(&n)
			if err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
			torn += n
		}
	})
	for w := range 3 {
		s := session(t, db)
		exec(t, s, "SET deadlock_timeout = '20ms'")
		writing.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(w)))
			for i := range each {
				transact(context.WithoutCancel(ctx), s, r, fmt.Sprintf("w%d-%d", w, i))
			}
		})
	}
	writing.Wait()
	stop()
	watching.Wait()
	if torn > 0 {
		faults = append(faults, fmt.Sprintf("%d times a snapshot's number and its changes were not those of each other",
			torn))
	}
	const ours = "(SELECT xid, tenant_id, kind, id, op::text, count(*) FROM %s WHERE xid > '%s' AND kind IN ('brand', " +
		"'product', 'category') GROUP BY 1, 2, 3, 4, 5)"
	noted, happened := fmt.Sprintf(ours, "change_row", since), fmt.Sprintf(ours, "shadow", since)
	for what, sql := range map[string]string{
		"records changed and were not noted, or not as often": "SELECT count(*) FROM (" + happened + " EXCEPT " + noted +
			") x",
		"were noted and did not change, or not as often": "SELECT count(*) FROM (" + noted + " EXCEPT " + happened +
			") x",
		"transactions have several numbers of a tenant": "SELECT count(*) FROM (SELECT FROM change_tx GROUP BY xid, " +
			"tenant_id HAVING count(*) > 1) x",
		"rows have no number": "SELECT count(*) FROM change_row r WHERE NOT EXISTS (SELECT " +
			"FROM change_tx c WHERE c.xid = r.xid AND c.tenant_id = r.tenant_id)",
		"numbers have no row": "SELECT count(*) FROM change_tx c WHERE NOT EXISTS (SELECT " +
			"FROM change_row r WHERE c.xid = r.xid AND c.tenant_id = r.tenant_id)",
	} {
		if n := get[int](t, db.Pool, sql); n > 0 {
			faults = append(faults, fmt.Sprintf("%d %s", n, what))
		}
	}
	if sealed := get[int](t, db.Pool, "SELECT count(DISTINCT xid) FROM change_tx WHERE xid > $1::text::xid8",
		since); sealed < each {
		t.Errorf("only %d transactions of %d changed anything: this proves little", sealed, 3*each)
	}
	return faults
}

// transact runs one transaction of a few statements. A statement that fails ends it: the mix includes deadlocks and
// repeated names.
func transact(ctx context.Context, s *pgx.Conn, r *rand.Rand, name string) {
	tenant := func() string { return "'" + string("abcd"[r.IntN(4)]) + "'" }
	var saved []string
	_, err := s.Exec(ctx, "BEGIN")
	for k := 0; err == nil && k < 1+r.IntN(9); k++ {
		var sql string
		switch r.IntN(15) {
		case 0, 1:
			sql = fmt.Sprintf("INSERT INTO brand (tenant_id, slug, name) VALUES (%s, '%s-%d', 'X') ON CONFLICT DO NOTHING",
				tenant(), name, k)
		case 2:
			sql = fmt.Sprintf("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE tenant_id IN (%s, %s)", tenant(),
				tenant())
		case 3:
			sql = fmt.Sprintf("DELETE FROM brand WHERE slug LIKE 'w%%' AND tenant_id = %s", tenant())
		case 4:
			sql = fmt.Sprintf("UPDATE brand SET tenant_id = %s WHERE slug LIKE '%s%%'", tenant(), name)
		case 5:
			saved = append(saved, fmt.Sprintf("s%d", k))
			sql = "SAVEPOINT " + saved[len(saved)-1]
		case 6, 7:
			if len(saved) == 0 {
				continue
			}
			n := r.IntN(len(saved))
			sql = "ROLLBACK TO " + saved[n]
			if r.IntN(2) == 0 {
				sql = "RELEASE " + saved[n]
				n--
			}
			saved = saved[:n+1]
		case 8:
			sql = []string{"SET CONSTRAINTS ALL IMMEDIATE", "SET CONSTRAINTS seal IMMEDIATE", "SET CONSTRAINTS ALL DEFERRED",
				"SET CONSTRAINTS late IMMEDIATE"}[r.IntN(4)]
		case 9:
			sql = "RESET ALL; SET deadlock_timeout = '20ms'"
		case 10:
			sql = fmt.Sprintf("INSERT INTO category (tenant_id, slug, name) VALUES (%s, '%s-%d', 'X')", tenant(), name, k)
		case 11:
			sql = fmt.Sprintf(`DO $$ BEGIN
  INSERT INTO brand (tenant_id, slug, name) VALUES (%s, 'undone', 'X');
  SET CONSTRAINTS ALL IMMEDIATE;
  RAISE EXCEPTION 'undone';
EXCEPTION WHEN raise_exception THEN
  UPDATE brand SET phone = concat(phone, '1') WHERE tenant_id = %s AND slug = 'acme';
END $$`, tenant(), tenant())
		case 12:
			sql = fmt.Sprintf("WITH x AS (DELETE FROM category WHERE tenant_id = %s) UPDATE brand SET position = position + 1 "+
				"WHERE tenant_id = %s AND slug = 'acme'", tenant(), tenant())
		case 13:
			sql = fmt.Sprintf("UPDATE brand SET id = object_id() WHERE slug LIKE '%s%%'", name)
		case 14:
			sql = fmt.Sprintf(`
MERGE INTO brand b USING (VALUES (%s, 'acme'), (%s, '%s-m')) v(t, s) ON b.tenant_id = v.t AND b.slug = v.s
WHEN MATCHED THEN UPDATE SET website = concat(website, 'x')
WHEN NOT MATCHED THEN INSERT (tenant_id, slug, name) VALUES (v.t, v.s, 'M')`, tenant(), tenant(), name)
		}
		_, err = s.Exec(ctx, sql)
	}
	if err != nil || r.IntN(8) == 0 {
		_, _ = s.Exec(ctx, "ROLLBACK")
		return
	}
	_, _ = s.Exec(ctx, "COMMIT") // what fails is rolled back
}

func TestPropertyWhateverSessionsDoIsSealed(t *testing.T) {
	t.Parallel()
	each, seed := 40, proving.Seed(t, 1)
	if proving.Long() {
		each = 1500
	}
	db := open(t, "a", "b", "c", "d")
	superuser(t, db.Pool)
	if faults := wild(t, db, seed, each); len(faults) > 0 {
		t.Errorf("seed %d:\n%s", seed, strings.Join(faults, "\n"))
	}
}

// Each guard is removed in turn. The property must then fail.
func TestPropertySeesABrokenOutbox(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string][3]string{
		"the seal numbers the leader's tenant alone": {"seal", "FROM change_row r WHERE r.xid = new.xid\n      EXCEPT",
			"FROM change_row r WHERE r.xid = new.xid AND r.tenant_id = new.tenant_id\n      EXCEPT"},
		"a seal that fired early does not fire again": {"lead_of", "RETURN CASE WHEN NOT covered THEN now() END",
			"RETURN NULL"},
		"a tenant with a number gets a second one": {"seal",
			"EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid", ""},
		"a column is not compared": {"capture_brand", "THEN 'phone' END", "THEN NULL END"},
		"a record that changes its tenant is captured only in the new one": {"capture_brand", "IF tg_op <> 'INSERT' THEN",
			"IF tg_op = 'DELETE' THEN"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t, "a", "b", "c", "d")
			superuser(t, db.Pool)
			was := get[string](t, db.Pool, "SELECT pg_get_functiondef($1::text::regproc)", broken[0])
			is := strings.Replace(was, broken[1], broken[2], 1)
			if is == was {
				t.Fatalf("%s() has no %q", broken[0], broken[1])
			}
			exec(t, db.Pool, is)
			if faults := wild(t, db, 1, 40); len(faults) == 0 {
				t.Error("nothing was noticed")
			}
		})
	}
}
