package payment

import (
	"context"
	"vitrine/writesvc/basket"

	"github.com/jackc/pgx/v5"
)

// giveUp ends a transfer of which the rest never came: a person sends the part back, and its customer is told.
func (s *transfers) giveUp(ctx context.Context, p *row, c change) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := move(ctx, tx, p, moveGiveUp, c)
		if err != nil || !ok {
			return err
		}
		if err := basket.Release(ctx, tx, p.tenant, p.id); err != nil {
			return err
		}
		return s.settle.tell(ctx, tx, p, "payment-review", "")
	})
	if err == nil {
		s.log.Error("money by transfer needs a person", "tenant", p.tenant, "payment", p.id, "reason", "the rest did not come")
		s.settle.announce()
	}
	return err
}
