package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func TestErrorsThatPassByThemselves(t *testing.T) {
	code := func(c string) error { return fmt.Errorf("read: %w", &pgconn.PgError{Code: c}) }
	for name, tt := range map[string]struct {
		err              error
		conflicted, away bool
	}{
		"serialization failure": {code("40001"), true, false},
		"deadlock":              {code("40P01"), true, false},
		"too many connections":  {code("53300"), false, true},
		"shutdown":              {code("57P01"), false, true},
		"a standby":             {code("25006"), false, true},
		"no lock in time":       {code("55P03"), false, true},
		"a lock without a wait": {code("55006"), false, false},
		"a wrong value":         {code("22P02"), false, false},
		"a unique value twice":  {code("23505"), false, false},
		"a cut connection":      {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), false, true},
		"a deadline":            {fmt.Errorf("timeout: %w", context.DeadlineExceeded), false, true},
		"no row":                {pgx.ErrNoRows, false, false},
		"another error":         {errors.New("a bug"), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			if c, a := Conflicted(tt.err), Away(tt.err); c != tt.conflicted || a != tt.away {
				t.Errorf("conflicted %v, away %v; want %v, %v", c, a, tt.conflicted, tt.away)
			}
		})
	}
}
