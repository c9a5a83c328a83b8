package transfer

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/record"
)

// giveUp ends a transfer of which the rest never came: a person sends the part back, and its customer is told.
func (s *Service) GiveUp(ctx context.Context, p *record.Payment, c record.Change) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := record.Apply(ctx, tx, p, record.MoveGiveUp, c)
		if err != nil || !ok {
			return err
		}
		if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {
			return err
		}
		return s.settle.Notify(ctx, tx, p, "payment-review", "")
	})
	if err == nil {
		s.log.Error("money by transfer needs a person", "tenant", p.Tenant, "payment", p.ID, "reason", "the rest did not come")
		s.settle.Announce()
	}
	return err
}
