package env

// The variables Vitrine knows. `vitrine env` lists them.
var (
	Addr        = Address("VITRINE_ADDR", "127.0.0.1:8080", "where the gateway listens")
	DataDir     = String("VITRINE_DATA_DIR", "./.vitrine", "the folder of everything that is kept")
	DatabaseURL = Secret("VITRINE_DATABASE_URL", "a Postgres to use in place of the private one, such as postgres://user:password@host/db")
	NATSURL     = URL("VITRINE_NATS_URL", "a NATS to use in place of the one in this process, such as nats://host:4222", "nats", "tls", "ws", "wss")
	Replicas    = Int("VITRINE_NATS_REPLICAS", "1", "how many servers of a NATS cluster keep the stream of changes, 5 at most", 1)
	MeiliURL    = URL("VITRINE_MEILI_URL", "a Meilisearch to search with in place of Postgres, such as http://host:7700", "http", "https")
	MeiliKey    = Secret("VITRINE_MEILI_KEY", "the key of that Meilisearch")
	CacheBytes  = Bytes("VITRINE_CACHE_BYTES", "", "what a gateway's cache may hold; without it a sixteenth of the memory that the process may use, 256MB at least", 1<<20)
	SMTPURL     = Secret("VITRINE_SMTP_URL", "where mail goes, such as smtps://user:password@host:465; without it mail is kept and shown at a local page")
	MailFrom    = String("VITRINE_MAIL_FROM", "", "whom letters come from where a shop does not say, such as shop@example.com")
	SMSURL      = Secret("VITRINE_SMS_URL", "where text messages go, such as https://ID:TOKEN@api.twilio.com/2010-04-01/Accounts/ID/Messages.json?from=%2B12025550100")
	SiteURL     = URL("VITRINE_SITE_URL", "where links in letters lead for shops that do not say (vitrine tenant), such as https://shop.example", "https", "http")
	APIURL      = URL("VITRINE_API_URL", "where customers' browsers reach this API: banks send them back there, such as https://api.shop.example", "https", "http")
	WriteAddr   = Address("VITRINE_WRITESVC_ADDR", "127.0.0.1:0", "where the write service listens, for gateways; port 0 picks one")
	WriteURL    = URL("VITRINE_WRITESVC_URL", "the write service that a gateway in a process of its own passes auth and the like on to, such as http://host:8081", "http", "https")
	Trusted     = String("VITRINE_TRUSTED_PROXIES", "", "whose X-Forwarded-For is believed: addresses or networks, with commas between")
	TokenSecret = Secret("VITRINE_TOKEN_SECRET", "what tokens are made under: 32 bytes as hex or base64, or file:PATH; in development it is made once and kept in the data folder")
	Pepper      = Secret("VITRINE_PEPPER", "what passwords and codes are hashed under: as VITRINE_TOKEN_SECRET")
	VAPIDKey    = Secret("VITRINE_VAPID_KEY", "the key that browsers' push services know us by: as VITRINE_TOKEN_SECRET, 32 bytes; without it, in production, browsers are told nothing")
	SampleEach  = Int("VITRINE_SAMPLE_EACH", "10000", "one cached answer in so many is compared with Postgres in the background", 1)
	ReadAhead   = Choice("VITRINE_READ_AHEAD", "on", "lists that readers asked for are read again as soon as a change drops them; off: when the next reader asks", "on", "off")
	Mode        = Choice("VITRINE_ENV", "development", "production refuses what is only safe on a developer's machine", "development", "production")

	WebhookLoopback = Bool("VITRINE_WEBHOOK_LOOPBACK", "false", "webhooks may lead to this machine, for development and tests; never in production, and never to private networks")

	LogLevel = Choice("VITRINE_LOG", "warn", "the least that is logged", "debug", "info", "warn", "error")
	RealData = String("VITRINE_REALDATA", "", "a folder of real data for tests and benches, which skip loudly without it")
	TestDB   = Secret("VITRINE_TEST_DATABASE_URL", "a Postgres for tests to make their databases in; a private one is started without it")
)

// All lists the variables, in the order a newcomer meets them.
func All() []Var {
	return []Var{Addr, DataDir, DatabaseURL, NATSURL, Replicas, MeiliURL, MeiliKey, CacheBytes, WriteAddr, WriteURL, Trusted, TokenSecret, Pepper, SMTPURL, MailFrom, SMSURL, VAPIDKey, SiteURL, APIURL, SampleEach, ReadAhead, WebhookLoopback, Mode, LogLevel, RealData, TestDB}
}
