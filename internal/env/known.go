package env

import (
	"slices"
	"time"
)

// Commands that read a setting.
const (
	everything = "all commands"
	databases  = "serve, gateway, ingest, writesvc and all commands that use the database"
	parts      = "serve, gateway, ingest, writesvc"
	gateways   = "serve, gateway"
	workers    = "serve, ingest"
	writers    = "serve, writesvc"
)

// Where the parts listen and keep their data.
var (
	ConfigFile = String("VITRINE_CONFIG", "", "configuration file").
			with(everything, "The flag --config comes first.").
			unset("vitrine.toml of the working folder, else /etc/vitrine/vitrine.toml, if there is one").environmentOnly()
	Addr = Address("VITRINE_ADDR", "127.0.0.1:8080", "address at which the gateway listens").
		with("serve, gateway; edit, why and doctor connect to it", "")
	DataDir = String("VITRINE_DATA_DIR", "./.vitrine", "folder for everything that Vitrine stores").
		with(everything, "Holds the private Postgres and NATS if no URL is set, the secrets that are created in "+
			"development, and the mail catcher.")
	Mode = Choice("VITRINE_ENV", "development", "mode of operation", "development", "production").
		with(parts, "In production Vitrine does not create secrets, does not keep mail instead of sending it, does not "+
			"seed demo tenants, has no sandbox bank, and refuses settings that are only safe on a developer's machine.")
	LogLevel = Choice("VITRINE_LOG", "warn", "lowest level that is logged", "debug", "info", "warn", "error").
			with(parts, "")
	LogFormat = Choice("VITRINE_LOG_FORMAT", "text", "form of log lines", "text", "json").
			with(parts, "text: one line of key=value pairs. json: one object a line, for collectors.")
	DrainTime = Duration("VITRINE_DRAIN", "0s", "time from SIGTERM until a process stops", 10*time.Minute).
			with(parts, "Meanwhile /readyz answers 503 and requests are still answered. Make it longer than a balancer needs "+
			"to notice, such as 15s. A second SIGTERM or Ctrl-C ends it.")
)

// What the parts connect to.
var (
	DatabaseURL = Secret("VITRINE_DATABASE_URL", "URL of the Postgres database, such as postgres://user:password@host/db").
			with(databases, "The user must own the tables, because Vitrine runs the migrations. Postgres 15 or newer.").
			unset("serve starts a private Postgres in the data folder; other commands use that one")
	NATSURL = URL("VITRINE_NATS_URL", "URL of the NATS server, such as nats://host:4222", "nats", "tls", "ws", "wss").
		with(parts, "The server needs JetStream.").
		unset("serve runs NATS in its own process")
	Replicas = IntRange("VITRINE_NATS_REPLICAS", "1", "number of servers of a NATS cluster that keep the stream of "+
		"changes", 1, 5).with(workers, "Use 3 in a cluster of three servers.")
	MeiliURL = URL("VITRINE_MEILI_URL", "URL of a Meilisearch, such as http://host:7700", "http", "https").
			with("serve, gateway, ingest; doctor and reindex", "").unset("Postgres searches")
	MeiliKey = Secret("VITRINE_MEILI_KEY", "API key of the Meilisearch").with("serve, gateway, ingest; doctor", "It "+
		"must permit searches, adding, reading and deleting documents, managing and swapping indexes, and reading and "+
		"changing settings, statistics and tasks, of all indexes with the prefix.")
	MeiliPrefix = String("VITRINE_MEILI_PREFIX", "vitrine_", "prefix of the names of its indexes").
			with("serve, gateway, ingest; doctor", "Installations that share a Meilisearch need different prefixes. Letters, "+
			"digits, - and _.")
	MeiliTimeout = IntRange("VITRINE_MEILI_TIMEOUT", "60", "milliseconds after which a search is answered without it",
		1, 60_000).with("serve, gateway", "")
	MeiliTaskTimeout = IntRange("VITRINE_MEILI_TASK_TIMEOUT", "300", "seconds that Meilisearch may take for a batch of "+
		"documents", 1, 86_400).with(workers, "")
)

// What only operators may see.
var (
	AdminAddr = Address("VITRINE_ADMIN_ADDR", "127.0.0.1:8079", "address of the listener for operators").
			with(parts+"; why, status and doctor connect to it", "It serves /status, /metrics, /why and, in development, "+
			"/mail. Every request needs the token. If the variable is not set and another process listens there, a free port "+
			"is used; the folder admin of the data folder names it. An address that other machines can reach needs "+
			"VITRINE_ADMIN_TOKEN.")
	AdminToken = Secret("VITRINE_ADMIN_TOKEN", "token of the admin listener: at least 32 characters, or file:PATH").
			with(parts+"; why, status and doctor send it", "Send it as a bearer token, or as the password of any user. Create "+
			"it with openssl rand -hex 32.").
		unset("in development the token is created in the file secrets/admin-token of the data folder; in production " +
			"there is no listener for operators")
	Storefront = String("VITRINE_STOREFRONT", "", "tenant whose demo storefront is at /, or off").
			with(gateways, "The storefronts of other tenants are at /t/TENANT/ then. With off, the landing page is at /, and "+
			"no tenant has a storefront.").
		unset("in development demo; in production off")
	Metrics = Choice("VITRINE_METRICS", "public", "where /metrics and /status are", "public", "admin").
		with(gateways, "public: at VITRINE_ADDR too, without a token; a proxy in front should hide them. admin: only at "+
			"VITRINE_ADMIN_ADDR.")
)

// How the gateway behaves.
var (
	GatewayName = Name("VITRINE_GATEWAY_NAME", "name of this gateway in the header Cache-Status").
			with(gateways, "Behind a balancer it says which gateway answered: vitrine-NAME. /status lists the names.").
			unset("8 hexadecimal digits made from the host's name and VITRINE_ADDR")
	CacheBytes = Bytes("VITRINE_CACHE_BYTES", "", "memory budget of the gateway's cache, in bytes", 1<<20).
			with(gateways, "").
			unset("a sixteenth of the memory that the process may use, at least 256 MB")
	SampleEach = Int("VITRINE_SAMPLE_EACH", "10000", "one cached answer in this many is verified against Postgres", 1).
			with(gateways, "The verifier works in the background. Smaller numbers find a stale answer sooner and cost more "+
			"queries.")
	ListRows = Int("VITRINE_LIST_ROWS", "1", "number of a tenant's records from which memory answers searches", 1).
			with(gateways, "It counts the records of each module apart. Postgres answers the searches of fewer records, by "+
			"simpler rules. A table for lists alone is built from 1000 products on. A very large number switches lists in "+
			"memory off.")
	MissBurst = Duration("VITRINE_MISS_BURST", "4s", "longest wait of an uncached read until it may begin", 5*time.Second).
			with(gateways, "If more uncached reads arrive at once than Postgres and memory can answer, they wait. After this "+
			"time they are answered 503, or with the last known answer if the tenant allows that. The whole read may take 5s. "+
			"See docs/operations/overload.md.")
	MissWait = Duration("VITRINE_MISS_WAIT", "1s", "longest wait of an uncached read while a gateway is overloaded",
		5*time.Second).
		with(gateways, "A gateway is overloaded once more than 32 uncached reads, and more than it makes at once, have "+
			"waited for as long as VITRINE_MISS_BURST. Values above VITRINE_MISS_BURST count as that.")
	Parent = URL("VITRINE_PARENT", "admin listener of a gateway near Postgres, such as http://10.0.1.5:8079", "http",
		"https").
		with(gateways, "For a gateway in another region than Postgres: what it has not cached it asks that gateway for, "+
			"with VITRINE_ADMIN_TOKEN, which must be the same for both. Answers are as fresh as without it. "+
			"See docs/operations/scale.md.").
		unset("the gateway reads from Postgres")
	Trusted = String("VITRINE_TRUSTED_PROXIES", "", "proxies whose X-Forwarded-For header is used").
		with("serve, gateway, writesvc", "Addresses or networks, separated by commas, such as 10.0.0.0/8. Without it every "+
			"client behind a proxy has the proxy's address, and rate limits apply to all of them together.").
		unset("the address of the connection counts").list()
	ClientHeader = Choice("VITRINE_CLIENT_HEADER", "x-forwarded-for", "header in which proxies name the client",
		"x-forwarded-for", "forwarded").
		with(gateways, "forwarded: RFC 7239. Only this header is read, because a proxy passes on the other one as the "+
			"client sent it.")
)

// The write service: accounts, orders, payments, messages.
var (
	WriteAddr = Address("VITRINE_WRITESVC_ADDR", "127.0.0.1:0", "address at which the write service listens").
			with(writers, "Only gateways connect to it. Port 0 picks a free port.")
	WriteURL = URL("VITRINE_WRITESVC_URL", "URL of the write service, such as http://host:8081", "http", "https").
			with("gateway", "A gateway in its own process passes requests for accounts, baskets, orders and payments to it.").
			unset("such a gateway answers these paths with 404")
	TokenSecret = Secret("VITRINE_TOKEN_SECRET",
		"secret that encrypts the stored keys of tokens and tickets: 32 bytes as hex or base64, or file:PATH").
		with(writers+", tenant rotate-keys, secrets", "All write services need the same secret. Create it with openssl "+
			"rand -hex 32. To replace it, see docs/operations/secrets.md.").
		unset("created in the data folder in development; required in production")
	OldTokenSecrets = Secret("VITRINE_TOKEN_SECRET_PREVIOUS",
		"further secrets that open stored keys, while VITRINE_TOKEN_SECRET is replaced").
		with(writers+", tenant rotate-keys, secrets", "Separated by commas, each as VITRINE_TOKEN_SECRET. See "+
			"docs/operations/secrets.md.").
		unset("only VITRINE_TOKEN_SECRET opens them").list()
	Pepper = Secret("VITRINE_PEPPER", "key for hashing passwords and codes: 32 bytes as hex or base64, or file:PATH").
		with(writers, "All write services need the same key. If it is lost, no password can be checked any more. To "+
			"replace it, see docs/operations/secrets.md.").
		unset("created in the data folder in development; required in production")
	OldPeppers = Secret("VITRINE_PEPPER_PREVIOUS", "earlier values of VITRINE_PEPPER, while it is replaced").
			with(writers, "Separated by commas, the newest first, each as VITRINE_PEPPER. See docs/operations/secrets.md.").
			unset("only VITRINE_PEPPER checks passwords").list()
	IDPNetworks = String("VITRINE_IDP_NETWORKS", "", "networks of identity providers with private addresses, such as "+
		"127.0.0.1 or 10.1.0.0/16").
		with(writers, "For development, and for a provider in your own network. Separate several with commas.").
		unset("keys of identity providers are fetched from public addresses only").list()
	SiteURL = URL("VITRINE_SITE_URL", "URL of the storefront in emails, such as https://shop.example", "https", "http").
		with(writers, "A tenant's own setting siteUrl comes first (vitrine tenant set). Emails link to its pages "+
			"/verify-email and /reset-password. In development the demo storefront has both. In production they are "+
			"part of your storefront: see docs/accounts.md.").
		unset("the gateway's address in development; in production emails of tenants without siteUrl have no links")
	APIURL = URL("VITRINE_API_URL", "public URL of the API, such as https://api.shop.example", "https", "http").
		with(writers, "Banks redirect customers' browsers to it.").
		unset("the gateway's address in development; in production card payments are off")
)

// EdgeNetworks is for caches in front of the gateways.
var EdgeNetworks = String("VITRINE_EDGE_NETWORKS", "", "private networks of declared edges, such as 127.0.0.1 or "+
	"10.1.0.0/16").
	with("serve, ingest, edge", "For a Varnish in your own network. Separate several with commas.").
	unset("edges are purged at public addresses only").list()

// Email, text messages and push messages.
var (
	SMTPURL = Secret("VITRINE_SMTP_URL", "SMTP server, such as smtps://user:password@host:465").
		with(writers, "smtp:// uses STARTTLS, and sends nothing to a server without it, except to this machine. "+
			"?tls=opportunistic also sends without it, and ?tls=never does not ask for it.").
		unset("in development mail is kept and shown at /mail of the admin listener; required in production")
	MailFrom = String("VITRINE_MAIL_FROM", "", "sender of emails, such as shop@example.com").
			with(writers, "A tenant's own setting mailFrom comes first.")
	SMSURL = Secret("VITRINE_SMS_URL", "provider of text messages, such as "+
		"https://ID:TOKEN@api.twilio.com/2010-04-01/Accounts/ID/Messages.json?from=%2B12025550100").
		with(writers, "").
		unset("in development messages are kept and shown at /mail of the admin listener; in production none are sent")
	VAPIDKey = Secret("VITRINE_VAPID_KEY", "key for web push messages: 32 bytes as hex or base64, or file:PATH").
			with(writers, "").
			unset("created in the data folder in development; without push messages in production")
)

// Traces: the variables of OpenTelemetry that Vitrine reads.
var (
	TraceURL = URL("OTEL_EXPORTER_OTLP_ENDPOINT", "URL of an OpenTelemetry collector, such as http://collector:4318",
		"http", "https").with(parts, "Traces are posted by OTLP over HTTP to the path /v1/traces there. See "+
		"docs/operations/tracing.md.").unset("nothing is recorded")
	TraceTracesURL = URL("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "URL that receives traces, with its path", "http", "https").
			with(parts, "It comes before OTEL_EXPORTER_OTLP_ENDPOINT.").unset("/v1/traces of OTEL_EXPORTER_OTLP_ENDPOINT")
	TraceHeaders = Secret("OTEL_EXPORTER_OTLP_HEADERS", "headers of requests to the collector, as NAME=VALUE").
			with(parts, "Separated by commas, with %-escapes in values.")
	TraceService = String("OTEL_SERVICE_NAME", "vitrine", "name of the service in traces").with(parts, "")
	TraceRatio   = Ratio("OTEL_TRACES_SAMPLER_ARG", "0.01", "part of requests and changes that is recorded").
			with(parts, "Declared proxies decide for the requests that they pass on, by their header traceparent.")
	TraceOff = Bool("OTEL_SDK_DISABLED", "false", "no traces, whatever the other settings are").with(parts, "")
)

// Optimisations are the accepted values of Without.
var Optimisations = []string{
	"event-loop", "record-batching", "page-assembly", "refresh-ahead", "price-bands", "held-answers", "inlined-record",
	"change-buffer", "admission", "warm-start",
}

// Development and tests.
var (
	WebhookLoopback = Bool("VITRINE_WEBHOOK_LOOPBACK", "false", "permission for webhooks to this machine").
			with("serve, ingest, tenant webhook add", "For development and tests. Production ignores it. Private networks are "+
			"always refused.")
	Without = Words("VITRINE_WITHOUT", "optimisations to switch off", Optimisations...).
		with("serve, gateway, ingest", "For measurements: docs/benchmarks.md says what each buys. Answers are the same "+
			"without them.").
		unset("all are on")
	RealData = String("VITRINE_REALDATA", "", "folder with real data sets").
			with("tests and benchmarks", "").unset("tests and benchmarks on real data are skipped").
			environmentOnly()
	TestDB = Secret("VITRINE_TEST_DATABASE_URL", "Postgres in which tests create their databases").
		with("tests", "").unset("tests start a private Postgres").environmentOnly()
)

// A Group is a section of the manual.
type Group struct {
	Title, Intro string
	Vars         []Var
}

// Groups lists the variables by subject, in the order in which a new user needs them.
func Groups() []Group {
	return []Group{
		{"Basics", "", []Var{ConfigFile, Addr, DataDir, Mode, LogLevel, LogFormat, DrainTime}},
		{"Connections", "With neither of these, `vitrine serve` runs everything in one process.", []Var{
			DatabaseURL, NATSURL, Replicas, MeiliURL, MeiliKey, MeiliPrefix, MeiliTimeout, MeiliTaskTimeout,
		}},
		{"Gateway", "", []Var{GatewayName, CacheBytes, SampleEach, ListRows, MissBurst, MissWait, Parent, Trusted,
			ClientHeader, Storefront}},
		{"Edges", "", []Var{EdgeNetworks}},
		{"Operators", "", []Var{AdminAddr, AdminToken, Metrics}},
		{"Traces", "Off unless a collector is named.", []Var{
			TraceURL, TraceTracesURL, TraceHeaders, TraceService, TraceRatio, TraceOff,
		}},
		{"Write service", "", []Var{
			WriteAddr, WriteURL, TokenSecret, OldTokenSecrets, Pepper, OldPeppers, IDPNetworks, SiteURL, APIURL,
		}},
		{"Messages", "", []Var{SMTPURL, MailFrom, SMSURL, VAPIDKey}},
		{"Development", "", []Var{WebhookLoopback, Without, RealData, TestDB}},
	}
}

// All lists the variables in the order of Groups.
func All() []Var {
	var all []Var
	for _, g := range Groups() {
		all = slices.Concat(all, g.Vars)
	}
	return all
}
