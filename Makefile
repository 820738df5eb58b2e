# Two commands matter: make run and make test. Both install what is missing on Debian (saying what),
# build the interpreter once into the cache directory, and then do what their name says.

GO ?= go
CODERUN = bin/coderun
SUDO = $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: run test conformance conformance-page soak frames bench bench-peers bench-page static reproducible assets toolchain clean

run: assets ## the example on both backends
	$(GO) run ./examples/twice

test: assets ## all tests, with the race detector
	$(GO) vet ./...
	CODERUNTIME_TEST_ARTEFACT="$$($(CODERUN) assets path)" $(GO) test -race -count=1 -timeout 40m ./...
	cd native/confine && $(GO) vet ./... && $(GO) test -race -count=1 ./...

conformance: assets ## the contract and the corpus on both backends, as a table
	$(CODERUN) conformance --backend wasm
	$(CODERUN) conformance --backend native

soak: assets ## programs of every kind on both backends for ten minutes: is anything left behind?
	$(CODERUN) soak --for $(or $(FOR),10m)

frames: assets ## a million forged frames, half on each backend: does each come to what it must?
	$(CODERUN) soak --frames $(or $(LINES),1000000)

conformance-page: assets ## docs/conformance.md, if both backends pass
	$(CODERUN) conformance --markdown . > bin/conformance.md && mv bin/conformance.md docs/conformance.md

bench: assets ## the benchmarks, as ratios within one run
	$(CODERUN) bench

bench-peers: assets ## the same beside other systems, installed into the cache with npm
	$(CODERUN) bench --peers

bench-page: assets ## docs/performance.md, from a quiet machine
	$(CODERUN) bench --peers --markdown > bin/performance.md && mv bin/performance.md docs/performance.md

assets: toolchain ## the interpreter, built once for each version of its recipe
	$(CODERUN) assets build

toolchain: $(CODERUN) ## what building and testing need, from the machine's own Debian packages
	@missing="$$($(CODERUN) assets path >/dev/null 2>&1 || $(CODERUN) assets toolchain --missing) \
	  $$(command -v python3 >/dev/null || echo python3) $$(command -v gcc >/dev/null || echo gcc libc6-dev)"; \
	missing="$$(echo $$missing)"; \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "install these by hand, they are named as in Debian: $$missing"; exit 1; }; \
	  echo "installing: $$missing"; \
	  $(SUDO) apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

.PHONY: $(CODERUN)
$(CODERUN):
	$(GO) build -o $@ ./cmd/coderun

static: assets ## one executable with the interpreter in it, tried in an empty root
	mkdir -p assets/embedded
	$(CODERUN) assets pack assets/embedded/artefact.pack
	CGO_ENABLED=0 $(GO) build -tags embed_assets -o bin/coderun-static ./cmd/coderun
	CODERUNTIME_STATIC=$(CURDIR)/bin/coderun-static $(GO) test ./cmd/coderun -run Static -v

reproducible: toolchain ## two builds of the interpreter, byte for byte the same
	$(CODERUN) assets build --twice

clean:
	rm -rf bin assets/embedded
