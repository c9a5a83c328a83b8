# Vitrine. `make` lists the targets.

LINT_VERSION := v2.15.0
SUM_VERSION  := v1.13.0
LIC_VERSION  := v1.6.0
VULN_VERSION := v1.9.0
GO           ?= go
# The race detector needs a C compiler. Without one the tests run without it, and a note says so.
RACE          = $(shell command -v $${CC:-cc} >/dev/null 2>&1 && echo -race)
PKGS         := ./...

# What `vitrine version` prints. The date is that of the commit, so that a build can be repeated byte for byte.
VERSION  ?= $(or $(patsubst v%,%,$(shell git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null)),dev)
COMMIT   := $(shell git rev-parse HEAD 2>/dev/null)
DATE     := $(shell git show -s --format=%cI HEAD 2>/dev/null)
BUILD     = vitrine/internal/build
LDFLAGS   = -X $(BUILD).version=$(VERSION) -X $(BUILD).commit=$(COMMIT) -X $(BUILD).date=$(DATE)

.DEFAULT_GOAL := help
.PHONY: help run build setup test race proof prove prove-faults prove-edits prove-pods prove-chain prove-pages prove-waits lint audit docs golden explorer storefront licenses client schemathesis demo-real
.PHONY: bench bench-fleet bench-compare bench-lists bench-meili bench-keystrokes bench-flood bench-overload bench-fresh bench-write bench-ratio bench-restart bench-cache relevance bench-without fuzz clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Build, and start everything with two demo tenants; Ctrl-C stops it
	@exec bin/vitrine serve

build: ## Build bin/vitrine
	@# With the flags of a release, so that a release, an image and the tests reuse the packages that this compiles.
	@CGO_ENABLED=0 .ci/build $(GO) -trimpath -ldflags '$(LDFLAGS)' -o bin/vitrine ./cmd/vitrine

setup: ## Install the programs that tests use, and list those that are missing
	@.ci/setup

test: setup build bin/gotestsum-$(SUM_VERSION) ## Run every test; the skipped tests and their reasons are listed at the end
	@test -n "$(RACE)" || echo "NOTE: the tests run without the race detector, which needs gcc or clang."
	$(GO) build $(RACE) ./...
	@# gotestsum prints skipped tests and their reasons, which go test does not, and exits as go test exits.
	PATH="$(CURDIR)/bin/tools:$$PATH" bin/gotestsum-$(SUM_VERSION) --format pkgname --format-hide-empty-pkg \
	  --jsonfile bin/test.json --raw-command -- .ci/test $(GO) '$(PKGS)' $(RACE) -timeout 45m
	@# The module that builds images and archives.
	cd deploy/release && $(GO) test -count=1 ./...

bin/gotestsum-$(SUM_VERSION):
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin $(GO) install gotest.tools/gotestsum@$(SUM_VERSION)
	@mv bin/gotestsum $@

race: ## Run the short forms of all tests under the race detector, before every push
	$(GO) test -race -short -timeout 10m $(PKGS)

prove: setup build ## Run the long forms of all tests, and write the report docs/proof: three and a half hours
	@# A part that fails does not end the run: the others run too, and make prove fails at the end.
	$(MAKE) --keep-going fuzz schemathesis prove-faults prove-edits prove-pods prove-chain prove-pages prove-waits

SOAK        ?= 1h
PROVE_TESTS  = Prove|Kill|Stress|Property|NoRead|Concurrent|History|RealFiles
# The long forms look for rare orders of events. The race detector is for the short forms, in make test: it would leave
# time for a third of the events only.
prove-faults: bin/gotestsum-$(SUM_VERSION) # SOAK is the length of one test, which runs beside others
	@rm -rf bin/proof && mkdir -p bin/proof
	status=0; PATH="$(CURDIR)/bin/tools:$$PATH" VITRINE_PROVE=1 VITRINE_TEST_DOWNLOAD=1 VITRINE_TEST_SOAK=$(SOAK) \
	  VITRINE_TEST_PROOF=$(CURDIR)/bin/proof \
	  bin/gotestsum-$(SUM_VERSION) --format pkgname --format-hide-empty-pkg --jsonfile bin/prove.json \
	  --raw-command -- $(GO) test -json -timeout 120m -count=1 -run '$(PROVE_TESTS)' $(PKGS) || status=$$?; \
	  bin/gotestsum-$(SUM_VERSION) tool slowest --jsonfile bin/prove.json --threshold 60s; \
	  $(GO) run ./internal/evidence/page bin/proof docs/proof && exit $$status

EDITS ?= 100000
prove-edits: # Each of EDITS edits invalidates every answer that it changes: half an hour to an hour, most of it in Postgres.
	VITRINE_EDITS=$(EDITS) $(GO) test -timeout 120m -count=1 -v \
	  -run TestPropertyEveryEditDropsWhatItChangesAndLittleElse ./cmd/vitrine/test/freshness

POD_EDITS ?= 10000
prove-pods: # Three processes of an app show nothing older than each of POD_EDITS edits: about 15 minutes, mostly of Next.js.
	VITRINE_PROVE=1 VITRINE_TEST_POD_EDITS=$(POD_EDITS) $(GO) test -timeout 180m -count=1 -v \
	  -run '^TestNoReadOfANextAppIsOlderThanAnnounced$$' ./cmd/vitrine/test/edge

prove-chain: # Payments against go-ethereum, a module of its own. If go.mod here has newer versions, run go mod tidy there.
	cd writesvc/payment/evmtest && $(GO) vet ./... && $(GO) test $(RACE) -timeout 20m -count=1 -v ./...

# Lighthouse's performance, COMMIT to repaint over 200 edits, and a save in Directus until it is visible over 100 saves.
prove-pages: # Alone and without the race detector: it judges times.
	VITRINE_TEST_FIGURES=1 $(GO) test -timeout 30m -count=1 -parallel 1 -v \
	  -run 'TestLighthousePassesEachKindOfPage|TestTheStopwatchMeasuresEdits' ./cmd/vitrine/test/browser
	VITRINE_PROVE=1 VITRINE_TEST_FIGURES=1 $(GO) test -timeout 30m -count=1 -v \
	  -run TestProveASaveIsServedAtOnce ./cmd/vitrine/test/directus

prove-waits: # Migrations of a million products, beside readers and writers that wait for no lock for more than a second.
	VITRINE_PROVE=1 VITRINE_TEST_FIGURES=1 $(GO) test -timeout 30m -count=1 -v \
	  -run TestProveMigrationsHoldNoLockForLong ./internal/schema

# Only the tests that the report is about. They run without the race detector, as make prove does.
PROOF_TESTS = TestProveNothingStaleWhateverGoesWrong|TestPropertyCacheAgreesWithPostgres|TestStressEditIsSeenAndNeverUnseen|TestHistoryOfPodsThatFollow|TestHistoryOfThreeGateways|TestHistoryOfFollowers$$|TestPropertyNoMoneyIsTakenForNothing|TestKillingTheProcessLeavesMoneyAndOrderInAgreement|TestProveNothingGrows|TestNoRead|TestProve.*WithoutEachGuard
PROOF_PKGS  = ./cache ./gateway ./internal/cells ./ingest/announce ./writesvc/payment ./cmd/vitrine/test/freshness ./cmd/vitrine/test/edge ./cmd/vitrine/test/orders
PROOF_FORM ?= VITRINE_PROVE=1
proof: setup build ## Try to break each promise, and write the report docs/proof: an hour; PROOF_FORM= takes ten minutes
	@rm -rf bin/proof && mkdir -p bin/proof
	status=0; PATH="$(CURDIR)/bin/tools:$$PATH" $(PROOF_FORM) VITRINE_TEST_PROOF=$(CURDIR)/bin/proof \
	  $(GO) test -p 1 -timeout 120m -count=1 -run '$(PROOF_TESTS)' $(PROOF_PKGS) || status=$$?; \
	  $(GO) run ./internal/evidence/page bin/proof docs/proof && exit $$status

FUZZTIME ?= 30s
fuzz: ## Run every fuzz target for FUZZTIME
	@.ci/fuzz "$(GO)" $(FUZZTIME)

lint: bin/golangci-lint-$(LINT_VERSION) ## Vet, format and lint
	@files=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$files" || { echo "Run gofmt -w on:"; echo "$$files"; exit 1; }
	$(GO) vet ./...
	bin/golangci-lint-$(LINT_VERSION) run ./...
	@# The separate modules. Vetting evmtest compiles go-ethereum for a minute: make prove does it, lint checks its go.mod.
	cd bench/compare && $(GO) vet ./...
	cd deploy/release && $(GO) vet ./...
	@cd writesvc/payment/evmtest && $(GO) list -m all >/dev/null || \
	  { echo "Run go mod tidy in writesvc/payment/evmtest."; exit 1; }

bin/golangci-lint-$(LINT_VERSION):
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	@mv bin/golangci-lint $@

audit: build bin/govulncheck-$(VULN_VERSION) ## Look for known vulnerabilities in bin/vitrine; CONTRIBUTING.md explains it
	@VULN_VERSION=$(VULN_VERSION) .ci/audit $(AUDIT)

bin/govulncheck-$(VULN_VERSION):
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin $(GO) install golang.org/x/vuln/cmd/govulncheck@$(VULN_VERSION)
	@mv bin/govulncheck $@

docs: ## Write the documents that are generated from the code: commands, settings, limits, metrics
	VITRINE_GOLDEN=write $(GO) test -count=1 -run TestGeneratedDocumentsAreCurrent ./cmd/vitrine
	VITRINE_GOLDEN=write $(GO) test -count=1 -run TestMetricsAreDocumentedAndUsed ./deploy/check

golden: ## Rewrite the golden files; review the diff like code
	VITRINE_GOLDEN=write $(GO) test -count=1 ./internal/openapi
	VITRINE_GOLDEN=write $(GO) test -count=1 -run Golden ./cmd/vitrine/test/api

storefront: ## Build the demo storefront with esbuild; the result is committed
	VITRINE_GOLDEN=write $(GO) test -count=1 -run TestTheBuiltFilesAreCurrent ./deploy/storefront/build

# The API explorer at /docs consists of files of this npm package, as published.
SWAGGER_UI := swagger-ui-dist@5.35.0
explorer: ## Copy the files of the API explorer from npm
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	npm pack --silent --pack-destination "$$tmp" $(SWAGGER_UI) >/dev/null; \
	tar -xzf "$$tmp"/*.tgz -C "$$tmp"; \
	cd "$$tmp/package" && cp LICENSE NOTICE swagger-ui-bundle.js swagger-ui.css \
	  "$(CURDIR)/gateway/explorer/swagger-ui/"; \
	echo "$(SWAGGER_UI)" > "$(CURDIR)/gateway/explorer/swagger-ui/VERSION"; \
	chmod 644 "$(CURDIR)"/gateway/explorer/swagger-ui/*; \
	echo "gateway/explorer/swagger-ui holds $(SWAGGER_UI)"

licenses: bin/go-licenses-$(LIC_VERSION) ## Write docs/licenses.md: the licences of all dependencies, by google/go-licenses
	@# It warns about each licence whose URL it does not find. The page has no URLs, so the warnings go to a file.
	@set -e; bin/go-licenses-$(LIC_VERSION) report ./cmd/vitrine --ignore vitrine --template .ci/licenses.tpl \
	  2>bin/licenses.log >bin/licenses.md || { cat bin/licenses.log; exit 1; }; \
	version=$$(sed 's/.*@//' gateway/explorer/swagger-ui/VERSION); \
	sed "s/SWAGGER_UI/$$version/" bin/licenses.md > docs/licenses.md; \
	echo "docs/licenses.md lists $$(grep -c '^| `' docs/licenses.md) packages"

bin/go-licenses-$(LIC_VERSION):
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin $(GO) install github.com/google/go-licenses@$(LIC_VERSION)
	@mv bin/go-licenses $@

# What is built from a tag has its version. Archives are also for macOS.
RELEASE = cd deploy/release && $(GO) run . $@ -version $(VERSION) -commit $(COMMIT) -date $(DATE)
.PHONY: image archives release
image: ## Build the container image for amd64 and arm64, with SBOM and provenance, in bin/image
	@$(RELEASE)

archives: # part of make release
	@$(RELEASE) -targets linux/amd64,linux/arm64,darwin/amd64,darwin/arm64

release: image archives ## Build images, archives and checksums of a release in bin

client: ## Generate the types of the TypeScript client from the OpenAPI document
	cd deploy/clients/typescript && npm ci --no-audit --no-fund --ignore-scripts && \
	  npm run --silent generate && npm run --silent build

schemathesis: build ## Fuzz a running Vitrine by its OpenAPI document for two minutes
	@.ci/schemathesis

demo-real: build ## Import VITRINE_REALDATA into a tenant of a running Vitrine, and read every endpoint
	@test -d "$(VITRINE_REALDATA)" || \
	  { echo "VITRINE_REALDATA=$(VITRINE_REALDATA) is not a folder: set it to the one with products_bestbuy.jsonl.gz"; exit 2; }
	@dsn=$$(bin/vitrine dsn) && VITRINE_REALDATA="$(abspath $(VITRINE_REALDATA))" \
	VITRINE_TEST_RUNNING_DATABASE="$$dsn" VITRINE_TEST_RUNNING_ADDR="$${VITRINE_ADDR:-127.0.0.1:8080}" \
	$(GO) test -count=1 -v -timeout 60m -run '^TestEveryEndpointOnRealData$$' ./cmd/vitrine/test/api

bench: ## Run the benchmarks
	$(GO) test -run '^$$' -bench . -benchmem $(PKGS)

bench-compare: build ## Measure a cached answer beside HAProxy, nginx, Varnish and bare servers (needs them and wrk)
	cd bench/compare && $(GO) build -o $(CURDIR)/bin/compare .
	bin/compare -vitrine bin/vitrine

bench-lists: build ## Measure uncached lists of 66,778 products of VITRINE_REALDATA; query plans go to bench/lists/plans
	$(GO) run ./bench/lists -vitrine bin/vitrine -dir "$${VITRINE_BENCH_DIR:-}" -plans bench/lists/plans

bench-meili: build ## Measure searches through Vitrine and in Meilisearch directly, in one run of VITRINE_REALDATA
	PATH="$(CURDIR)/bin/tools:$$PATH" $(GO) run ./bench/meili -vitrine bin/vitrine -dir "$${VITRINE_BENCH_DIR:-}"

bench-keystrokes: build ## Measure 500 titles of VITRINE_REALDATA typed letter by letter, also beside edits, and in Meilisearch
	PATH="$(CURDIR)/bin/tools:$$PATH" $(GO) run ./bench/keystrokes -vitrine bin/vitrine -dir "$${VITRINE_BENCH_DIR:-}"

bench-fresh: build ## Measure commit to visible on three gateways: idle, loaded, and with NATS killed; count stale reads
	$(GO) run ./bench/fresh -vitrine bin/vitrine

bench-ratio: build ## Measure the hit ratio while 66,778 products of VITRINE_REALDATA are edited, also with kind-wide tags
	$(GO) run ./bench/ratio -vitrine bin/vitrine -dir "$${VITRINE_BENCH_DIR:-}"

bench-restart: build ## Measure the first answers after a restart, alone and beside another gateway, with VITRINE_REALDATA
	$(GO) run ./bench/restart -vitrine bin/vitrine -dir "$${VITRINE_BENCH_DIR:-}"

bench-cache: build ## Measure memory and garbage collection of a million answers, 10,000 tenants, and invalidation
	$(GO) test -run '^$$' -bench . -benchmem ./cache
	$(GO) run ./bench/cache -vitrine bin/vitrine

bench-write: build ## Measure what change capture costs writers, beside the flushes of the disk
	$(GO) run ./bench/write -vitrine bin/vitrine

bench-without: build ## Measure what each optimisation buys: one workload with it on and with it off
	$(GO) run ./bench/without -vitrine bin/vitrine

bench-overload: build ## Measure lists and hits at 1 to 10 times the capacity, with admission and without
	$(GO) run ./bench/overload -vitrine bin/vitrine

bench-fleet: build ## Measure what each further gateway costs Postgres, NATS and the ingest worker: 1 to 1,000
	$(GO) run ./bench/fleet -vitrine bin/vitrine

bench-flood: build ## Measure readers beside floods of sign-ins and ten thousand idle connections
	$(GO) run ./bench/flood -vitrine bin/vitrine

relevance: ## Measure how well searches rank judged products: nDCG@10 over VITRINE_REALDATA/relevance
	@PATH="$(CURDIR)/bin/tools:$$PATH" $(GO) run ./bench/relevance

clean: ## Remove bin; the data in .vitrine stays
	rm -rf bin
