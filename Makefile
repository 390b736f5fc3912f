# Every target sets up what it needs: one virtual environment in .venv, with the Rust core built into it.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
RUST := Cargo.toml Cargo.lock $(shell find rust -name '*.rs' -o -name Cargo.toml)

# One interpreter for cargo and maturin alike, so that neither rebuilds what the other built.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python

.DEFAULT_GOAL := help
.PHONY: help evolve play test quick test-all lint fmt generate weights strength bench build clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

evolve: $(VENV)/.installed ## breed new games for two minutes and show the best (ARGS="--minutes 60")
	@$(BIN)/darwindeck evolve --rules $(ARGS)

play: $(VENV)/.installed ## open a table in the browser (ARGS="--lan")
	@$(BIN)/darwindeck serve --open $(ARGS)

test: $(VENV)/.installed ## run the Rust and Python tests
	cargo test --release --locked --workspace
	$(BIN)/python -m pytest -n auto --dist loadfile

quick: $(VENV)/.installed ## the daily loop: style, types and the quick tests, in about a minute
	$(BIN)/ruff check
	$(BIN)/mypy
	DARWINDECK_TEST_SCALE=0.1 $(BIN)/python -m pytest -n auto --dist loadfile -m "not slow" tests/unit

test-all: $(VENV)/.installed ## run the tests on ten times as many examples: hours
	cargo test --release --locked --workspace
	DARWINDECK_TEST_SCALE=10 $(BIN)/python -m pytest -n auto --dist loadfile

lint: $(VENV)/.installed ## check style, types, the stub of the core and the Rust code
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest darwindeck._core
	cargo fmt --all --check
	cargo clippy --release --locked --workspace --all-targets -- -D warnings

fmt: $(VENV)/.installed ## format the Python and Rust code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	cargo fmt --all

generate: $(VENV)/.installed ## write the files that are generated from types and library
	$(BIN)/python -m tools.generate language
	@$(MAKE) --no-print-directory $(VENV)/.installed  # a new part or word is built into the core
	$(BIN)/python -m tools.generate

weights: $(VENV)/.installed ## let the players learn the games of the library, as far as they have changed
	$(BIN)/python -m tools.weights

strength: $(VENV)/.installed ## let players play against each other, and print how strong they are
	$(BIN)/python -m benchmarks.strength $(ARGS)

bench: $(VENV)/.installed ## measure how fast games are played, and hold it against others
	$(BIN)/python -m benchmarks.speed --instructions
	$(BIN)/python -m benchmarks.environments

build: $(VENV)/.installed ## build a wheel into dist/
	$(BIN)/maturin build --out dist

clean: ## remove everything that was built
	rm -rf $(VENV) target dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
	rm -f src/darwindeck/_core*.so src/darwindeck/_core*.pyd

$(VENV)/.made:
	@command -v cargo >/dev/null || { \
	  echo "cargo, the Rust builder, is missing: see https://rustup.rs/." >&2; exit 1; }
	@command -v cc >/dev/null || { \
	  echo "cc, the linker that Rust uses, is missing: install gcc or clang." >&2; exit 1; }
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Python 3.11 or newer is missing: see https://www.python.org/downloads/." >&2; \
	  echo "If it has another name: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "DarwinDeck needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
	  echo "See https://www.python.org/downloads/, or name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "$(PYTHON) could not make a virtual environment; its venv package may be missing." >&2; exit 1; }
	@touch $@

# Build isolation would build the core against a throwaway interpreter, from scratch each time.
$(VENV)/.installed: $(VENV)/.made pyproject.toml $(RUST)
	@echo "Setting up $(VENV) and building the core ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'maturin>=1.16,<2'
	@PATH="$(CURDIR)/$(BIN):$$PATH" \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[dev,all]'
	@$(BIN)/python -m darwindeck.evolution.runs.prepared
	@touch $@
