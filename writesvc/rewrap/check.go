package rewrap

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/keywrap"
)

// A LostError reports stored keys that no given secret opens.
type LostError struct {
	Keys int
	ID   string // of the missing secret; "" if the keys were derived from it by an older version
}

// Error says what is wrong and what to do, without naming a secret.
func (e *LostError) Error() string {
	by := "an earlier secret"
	if e.ID != "" {
		by = "the secret with the id " + e.ID
	}
	return fmt.Sprintf("VITRINE_TOKEN_SECRET cannot open %d of the stored keys, which %s encrypted: give that secret as "+
		"VITRINE_TOKEN_SECRET_PREVIOUS, or, if it is lost, run vitrine secrets rotate --replace-lost", e.Keys, by)
}

// Check reports whether the ring opens every stored key. It returns a LostError if not.
func Check(ctx context.Context, db Beginner, ring *keywrap.Ring) error {
	missing := LostError{}
	for _, k := range kinds {
		err := k.each(ctx, db, false, func(_ pgx.Tx, p keywrap.Pair) error {
			_, s, err := open(ring, k, p)
			if err == nil && s == lost {
				missing.add(p)
			}
			return err
		}, func() error { return nil })
		if err != nil {
			return err
		}
	}
	if missing.Keys > 0 {
		return &missing
	}
	return nil
}

// add counts a lost key.
func (e *LostError) add(p keywrap.Pair) {
	e.Keys++
	if id, err := keywrap.WrappedBy(p.Wrapped); err == nil {
		e.ID = id.String()
	}
}
