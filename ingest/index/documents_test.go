package index

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/wire"
	"vitrine/search"
)

// Nobody applies a change of an epoch that has ended. Work that waits for that ends.
func TestTheWaitForAnEpochThatEndedEnds(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')"); err != nil {
		t.Fatal(err)
	}
	x := New(Config{Pool: db.Pool, Stats: new(Stats), Applied: func(ctx context.Context, heads []wire.Head) []wire.Head {
		<-ctx.Done()
		return heads
	}})
	var epoch string
	if err := db.Pool.QueryRow(t.Context(), "SELECT epoch::text FROM tenant_seq").Scan(&epoch); err != nil {
		t.Fatal(err)
	}
	for tenant, epoch := range map[string]string{"acme": uuid.NewString(), "deleted": epoch} {
		began := time.Now()
		err := x.applied(t.Context(), heads{tenant: {Tenant: tenant, Epoch: epoch, Seq: 1}})
		if took := time.Since(began); !errors.Is(err, errEnded) || took > longWait/2 {
			t.Errorf("%s: %v after %v", tenant, err, took)
		}
	}
	if same, err := x.same(t.Context(), heads{"acme": {Tenant: "acme", Epoch: epoch}}); !same || err != nil {
		t.Errorf("the present epoch has ended: %v", err)
	}
}

func TestCatalogDocuments(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	all := CatalogDocuments()
	if d := all["product"]; len(d.Words) == 0 || d.Words[0] != "name" || !strings.Contains(d.Live, "DRAFT") {
		t.Errorf("products are searched by %v, if %s", d.Words, d.Live)
	}
	for kind, d := range all {
		if _, err := load(t.Context(), db.Pool, kind, d, []search.Ref{{Tenant: "acme", ID: "x"}}); err != nil {
			t.Errorf("the catalog does not fit the tables: %v", err)
		}
		if _, _, err := page(t.Context(), db.Pool, kindOf{"acme", kind}, d, "", 10); err != nil {
			t.Errorf("the catalog does not fit the tables: %v", err)
		}
	}
}
