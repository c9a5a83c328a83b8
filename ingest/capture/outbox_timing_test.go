package capture

import (
	"maps"
	"testing"

	"github.com/jackc/pgx/v5"
)

// BenchmarkPoll is the cost of one poll that finds nothing.
func BenchmarkPoll(b *testing.B) {
	cfg := openDB(b).Pool.Config().ConnConfig.Copy()
	maps.Copy(cfg.RuntimeParams, SessionSettings())
	conn, err := pgx.ConnectConfig(b.Context(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	snapshot, _, _, err := pollChanges(b.Context(), conn, pollSQL, "1:1:")
	if err != nil {
		b.Fatal(err)
	}
	for name, sql := range map[string]string{"any": pollSQL, "few": pollFewSQL[""],
		"few products": pollFewSQL["product"]} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, _, err := pollChanges(b.Context(), conn, sql, snapshot); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
