package env

// The variables Vitrine knows. `vitrine env` lists them.
var (
	Addr        = String("VITRINE_ADDR", "127.0.0.1:8080", "where the gateway listens")
	DataDir     = String("VITRINE_DATA_DIR", "./.vitrine", "the folder of everything that is kept")
	DatabaseURL = Secret("VITRINE_DATABASE_URL", "a Postgres to use in place of the private one, such as postgres://user:password@host/db")
	NATSURL     = String("VITRINE_NATS_URL", "", "a NATS to use in place of the one in this process, such as nats://host:4222")
	MeiliURL    = String("VITRINE_MEILI_URL", "", "a Meilisearch to search with in place of Postgres, such as http://host:7700")
	MeiliKey    = Secret("VITRINE_MEILI_KEY", "the key of that Meilisearch")
	CacheBytes  = Bytes("VITRINE_CACHE_BYTES", "256MB", "what a gateway's cache may hold")
	SMTPURL     = Secret("VITRINE_SMTP_URL", "where mail goes, such as smtps://user:password@host:465; without it mail is kept and shown at a local page")
	Mode        = Choice("VITRINE_ENV", "development", "production refuses what is only safe on a developer's machine", "development", "production")
	LogLevel    = Choice("VITRINE_LOG", "warn", "the least that is logged", "debug", "info", "warn", "error")
	RealData    = String("VITRINE_REALDATA", "", "a folder of real data for tests and benches, which skip loudly without it")
	TestDB      = Secret("VITRINE_TEST_DATABASE_URL", "a Postgres for tests to make their databases in; a private one is started without it")
)

// All lists the variables, in the order a newcomer meets them.
func All() []Var {
	return []Var{Addr, DataDir, DatabaseURL, NATSURL, MeiliURL, MeiliKey, CacheBytes, SMTPURL, Mode, LogLevel, RealData, TestDB}
}
