package attack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/testkit"
)

// doctor runs vitrine doctor with further settings. It returns the lines that are not ok.
func (s *Server) doctor(t *testing.T, settings ...string) (bad []string, err error) {
	t.Helper()
	one := *s
	one.Env = append(append([]string{}, s.Env...), settings...)
	out, err := one.Run(t, "", "doctor")
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "ok ") {
			bad = append(bad, line)
		}
	}
	if strings.Contains(out, "SQLSTATE") {
		t.Errorf("doctor prints an error of Postgres:\n%s", out)
	}
	return bad, err
}

// Before the first start there is nothing to mend. The doctor printed errors of missing tables.
func TestTheDoctorFindsAnEmptyDatabaseInOrder(t *testing.T) {
	t.Parallel()
	s := Prepare(t)
	s.emptyDatabase(t)
	if bad, err := s.doctor(t, "VITRINE_DATABASE_URL="+s.URL); err != nil || len(bad) > 0 {
		t.Errorf("%v %q", err, bad)
	}
}

// A schema that a newer version has made was said to be up to date, although no part starts with it.
func TestTheDoctorKnowsASchemaOfANewerVersion(t *testing.T) {
	t.Parallel()
	s := Prepare(t)
	if out, err := s.Run(t, "", "migrate"); err != nil {
		t.Fatalf("migrate: %v %s", err, out)
	}
	s.exec(t, `UPDATE schema_version SET version = version + 2`)
	if bad, err := s.doctor(t); err != nil || strings.Contains(strings.Join(bad, ""), "schema") {
		t.Errorf("of the next version: %v %q", err, bad)
	}
	s.exec(t, `UPDATE schema_compatible SET least = 999`)
	bad, err := s.doctor(t)
	if err == nil || len(bad) == 0 || !strings.Contains(bad[0], "2 migrations newer than this version") {
		t.Errorf("%v %q", err, bad)
	}
}

// A wrong token of the admin listener looked like a process that does not run.
func TestTheDoctorNamesAWrongAdminToken(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_ADMIN_ADDR="+testkit.FreeAddr(t), "VITRINE_ADMIN_TOKEN="+adminSecret)
	if bad, err := s.doctor(t); err != nil {
		t.Errorf("the right token: %v %q", err, bad)
	}
	bad, err := s.doctor(t, "VITRINE_ADMIN_TOKEN="+goodSecret)
	if text := strings.Join(bad, ""); err == nil || !strings.Contains(text, "WRONG admin") ||
		!strings.Contains(text, "refuses the token") || strings.Contains(text, goodSecret) {
		t.Errorf("another token: %v %q", err, bad)
	}
}

// A parent that gives no answers costs only time, so nothing else shows it.
func TestTheDoctorTriesTheParent(t *testing.T) {
	t.Parallel()
	admin := testkit.FreeAddr(t)
	s := Open(t, "VITRINE_ADMIN_ADDR="+admin, "VITRINE_ADMIN_TOKEN="+adminSecret)
	if bad, err := s.doctor(t, "VITRINE_PARENT=http://"+admin); err != nil {
		t.Errorf("a parent: %v %q", err, bad)
	}
	for what, c := range map[string]struct {
		url, token, says string
	}{
		"another token":     {"http://" + admin, goodSecret, "refuses the token"},
		"no admin listener": {"http://" + s.Address, adminSecret, "no admin listener"},
		"nobody":            {"http://" + testkit.FreeAddr(t), adminSecret, "connection refused"},
	} {
		bad, err := s.doctor(t, "VITRINE_PARENT="+c.url, "VITRINE_ADMIN_TOKEN="+c.token)
		if text := strings.Join(bad, ""); err == nil || !strings.Contains(text, "WRONG parent") ||
			!strings.Contains(text, c.says) || strings.Contains(text, c.token) {
			t.Errorf("%s: %v %q", what, err, bad)
		}
	}
}

// The service does not start with a secret that cannot open the stored keys. The doctor did not say so.
func TestTheDoctorChecksTheStoredKeys(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_TOKEN_SECRET="+goodSecret)
	if bad, err := s.doctor(t); err != nil {
		t.Errorf("the right secret: %v %q", err, bad)
	}
	for what, settings := range map[string][]string{
		"another secret": {"VITRINE_TOKEN_SECRET=" + otherSecret}, "none": {"VITRINE_TOKEN_SECRET="},
	} {
		bad, err := s.doctor(t, settings...)
		text := strings.Join(bad, "")
		if err == nil || !strings.Contains(text, "WRONG keys") ||
			!strings.Contains(text, "VITRINE_TOKEN_SECRET cannot open") {
			t.Errorf("%s: %v %q", what, err, bad)
		}
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "secrets", "token-secret")); err == nil {
		t.Error("the doctor made a secret")
	}
	bad, err := s.doctor(t, "VITRINE_TOKEN_SECRET="+otherSecret, "VITRINE_TOKEN_SECRET_PREVIOUS="+goodSecret)
	if err != nil {
		t.Errorf("with the earlier secret: %v %q", err, bad)
	}
}

// An alarm of a setting that the doctor finds missing too was printed twice, and each with its name twice.
func TestTheDoctorSaysEachThingOnce(t *testing.T) {
	t.Parallel()
	s := Open(t, productive("VITRINE_SITE_URL=", "VITRINE_ADMIN_ADDR="+testkit.FreeAddr(t))...)
	s.Tenant(t)
	s.Kill()
	s.Start(t)
	bad, _ := s.doctor(t)
	lines := 0
	for _, line := range bad {
		if strings.Contains(line, "VITRINE_SITE_URL") {
			lines++
		}
		for part := range strings.FieldsSeq(line) {
			if strings.HasPrefix(part, "VITRINE_") && strings.Count(line, part) > 1 {
				t.Errorf("%s is named twice: %s", part, line)
			}
		}
	}
	if lines != 1 {
		t.Errorf("%d lines about VITRINE_SITE_URL: %q", lines, bad)
	}
}

// A sale of a product that violates a constraint was tried ten times a second, and nothing named the product.
func TestTheDoctorNamesSalesThatCannotBeShown(t *testing.T) {
	t.Parallel()
	s := Open(t)
	s.exec(t, `INSERT INTO tenant (id, name) VALUES ('held', 'Held')`)
	s.exec(t, `ALTER TABLE product DROP CONSTRAINT product_amount_positive`)
	s.exec(t, `INSERT INTO product (tenant_id, id, slug, name, amount, stock)
VALUES ('held', '0123456789abcdef01234567', 'cup', 'Cup', 'NaN', 3)`)
	s.exec(t, `ALTER TABLE product ADD CONSTRAINT product_amount_positive
CHECK (amount >= 0 AND amount < 'Infinity') NOT VALID`)
	s.exec(t, `WITH i AS (
  INSERT INTO inventory (tenant_id, kind, item_id, capacity, sold)
  VALUES ('held', 'product', '0123456789abcdef01234567', 5, 2) RETURNING id
)
INSERT INTO inventory_news (tenant_id, inventory_id) SELECT 'held', id FROM i`)
	testkit.Until(t, "the sale is held", func() bool { return s.Count(t, `SELECT count(*) FROM inventory_held`) == 1 })
	bad, err := s.doctor(t)
	if text := strings.Join(bad, ""); err != nil ||
		!strings.Contains(text, "sales are not shown on records that violate a constraint: "+
			"held/product cup (product_amount_positive)") {
		t.Errorf("%v %q", err, bad)
	}
	if n := strings.Count(s.Log(), "sales not shown on a record"); n == 0 || n > 10 {
		t.Errorf("%d lines of the log name the sale", n)
	}
	s.exec(t, `UPDATE product SET amount = 5 WHERE tenant_id = 'held'`)
	testkit.Until(t, "the sale is shown", func() bool {
		return s.Count(t, `SELECT stock FROM product WHERE tenant_id = 'held'`) == 1
	})
}
