package read

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
)

// A reader gets 503 for an error of Postgres that passes by itself, and 500 for one that does not.
func TestErrorsOfPostgresThatPassAreNoFaults(t *testing.T) {
	t.Parallel()
	for want, errs := range map[int][]error{
		503: {&pgconn.PgError{Code: "40P01"}, &pgconn.PgError{Code: "57P01"}, io.ErrUnexpectedEOF, api.Busy(io.EOF)},
		500: {&pgconn.PgError{Code: "42703"}, errors.New("a fault")},
		404: {api.Errorf(404, api.NotFound, "There is no such record.")},
	} {
		for _, err := range errs {
			if got := api.Of(passing(fmt.Errorf("read: %w", err))); got.Status != want {
				t.Errorf("%v: %d, want %d", err, got.Status, want)
			}
		}
	}
}
