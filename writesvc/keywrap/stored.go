package keywrap

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// ServicePurpose is the purpose of the keys of the whole service.
const ServicePurpose = "service"

// Stored returns the key of the whole service with a name. If there is none, it stores first. Processes that store at
// the same time get the same key. The key outlives the secrets that wrap it.
func (r *Ring) Stored(ctx context.Context, db postgres.DB, name string, first []byte) ([]byte, error) {
	o := Owner{Purpose: ServicePurpose, Name: name}
	var wrapped []byte
	read := func() error {
		return db.QueryRow(ctx, `SELECT wrapped FROM service_key WHERE name = $1`, name).Scan(&wrapped)
	}
	err := read()
	if errors.Is(err, pgx.ErrNoRows) {
		mine, werr := r.Wrap(o, first)
		if werr != nil {
			return nil, werr
		}
		if _, err = db.Exec(ctx, `INSERT INTO service_key (name, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name,
			mine); err == nil {
			err = read()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read the key %s: %w", name, err)
	}
	key, err := r.Open(o, wrapped)
	if err != nil {
		return nil, fmt.Errorf("open the key %s: %w", name, err)
	}
	return key, nil
}
