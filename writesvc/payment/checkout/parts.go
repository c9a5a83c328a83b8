package checkout

import (
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/idempotency"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
)

// Parts are the services that a way to pay works with.
type Parts struct {
	Pool     *pgxpool.Pool
	Log      *slog.Logger
	Settings *settings.Reader
	Limits   *limit.Limiter
	Keys     *idempotency.Keys
	Checkout *Service
	Settle   *settle.Service
}
