package schematest

import (
	"context"
	"crypto/rand"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

func TestAFilledDatabaseIsFilledOnceAndClonedForEachTest(t *testing.T) {
	t.Parallel()
	serverOf(t)
	var fills atomic.Int32
	fill := func(ctx context.Context, pool *pgxpool.Pool) error {
		fills.Add(1)
		_, err := pool.Exec(ctx, "INSERT INTO tenant (id, name, language, status) VALUES ('a', 'A', 'en', 'ACTIVE')")
		return err
	}
	name := rand.Text()
	for _, test := range []string{"first", "second"} {
		t.Run(test, func(t *testing.T) {
			t.Parallel()
			db := OpenFilled(t, name, fill)
			var renewed bool
			if err := db.Pool.QueryRow(t.Context(), "SELECT renew_epoch()").Scan(&renewed); err != nil || renewed {
				t.Errorf("a new epoch began: %t, %v", renewed, err)
			}
			tag, err := db.Pool.Exec(t.Context(), "DELETE FROM tenant WHERE id = 'a'")
			if err != nil || tag.RowsAffected() != 1 {
				t.Errorf("%d rows, %v; want the row that was filled in", tag.RowsAffected(), err)
			}
		})
	}
	t.Cleanup(func() {
		if n := fills.Load(); n != 1 {
			t.Errorf("filled %d times", n)
		}
	})
}

func TestAFillThatFailsIsAnError(t *testing.T) {
	t.Parallel()
	srv := serverOf(t)
	broken := errors.New("broken")
	if _, err := srv.fill(func(context.Context, *pgxpool.Pool) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}
