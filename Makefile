# Each target works as the first and only command on a machine with Python 3.11+, make and a package registry.

PYTHON ?= python3
# Tests of page and server wait for clocks and for each other: three workers keep two cores busy.
WORKERS ?= 3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(VENV)/.ready
DOCS := .venv-docs
WHEELS := $(VENV)/wheels/.ready
# uv from the PATH if one works there, otherwise the pinned one fetched into the environment.
UV := $(shell uv --version >/dev/null 2>&1 && command -v uv || echo $(BIN)/uv)
NODE = "$(shell $(BIN)/python -c 'import hatch_build; print(hatch_build.node()[0].as_posix())')"
# Components are laid out by hand: Prettier would write a rule of style over six lines, and a part over three screens.
PRETTY := "src/**/*.ts" "*.ts" "*.js" "!src/api/schema.ts"
INSTALL := $(UV) pip install --quiet --python $(BIN)/python

.PHONY: help install play browser test-browser test check format page types images bench docs release pins clean

help:
	@echo "make play    open the table in the browser"
	@echo "make install prepare .venv with the command mousehole, and nothing more"
	@echo "make test    run all tests"
	@echo "make check   lint and type-check"
	@echo "make page    build the page again (the other targets do it when it has changed)"
	@echo "make browser build what tables without a server need (minutes; only what has changed)"
	@echo "make test-browser fetch a browser for the tests of the page, if there is none"
	@echo "make types   write the OpenAPI document and the page's types again"
	@echo "make images  take the pictures of docs/images again"
	@echo "make bench   measure random play beside OpenSpiel"
	@echo "make docs    build docs/ as a site, into site/, and check its links"
	@echo "make release check all that a release needs, and tag it (DRY=1: tag nothing)"
	@echo "make format  bring the code into shape"
	@echo "make pins    choose the newest versions and pin them"
	@echo "make clean   remove the environment and all leftovers"

install: page
	@echo "Ready: $(BIN)/mousehole"

play: page
	@$(BIN)/python -m mousehole serve --open

page: $(READY)
	@$(BIN)/python hatch_build.py

types: page
	$(BIN)/python -m mousehole.server.api.document web/openapi.json
	cd web && $(NODE) node_modules/openapi-typescript/bin/cli.js openapi.json -o src/api/schema.ts

images: page test-browser
	$(BIN)/python -m tests.web.images

browser: $(READY)
	@$(BIN)/python hatch_build.py local

test-browser: $(READY)
	@$(BIN)/python -m tests.web.browser

test: browser test-browser $(WHEELS)
	cd web && $(NODE) node_modules/vitest/vitest.mjs run
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

check: page
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	cd web && $(NODE) node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	cd web && $(NODE) node_modules/eslint/bin/eslint.js .
	cd web && $(NODE) node_modules/prettier/bin/prettier.cjs --check --log-level warn $(PRETTY)
	cd web && $(NODE) node_modules/openapi-typescript/bin/cli.js openapi.json -o src/api/schema.ts --check

format: page
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	cd web && $(NODE) node_modules/prettier/bin/prettier.cjs --write --log-level warn $(PRETTY)

bench: $(READY)
	$(BIN)/python benchmarks/run.py $(ARGS)

# In an environment of its own: what builds the site is no part of the program.
docs: $(DOCS)/.ready
	@$(DOCS)/$(notdir $(BIN))/python docs_site.py

$(DOCS)/.ready: requirements/docs.txt
	@echo "Preparing $(DOCS) (once) ..."
	@test -e $(DOCS)/pyvenv.cfg || $(PYTHON) -m venv $(DOCS)
	@$(DOCS)/$(notdir $(BIN))/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/docs.txt
	@touch $@

release: page
	@$(BIN)/python release.py $(if $(DRY),--dry-run) $(ARGS)

$(READY): requirements/dev.txt requirements/uv.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mousehole needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Preparing $(VENV) (once; a minute or two, depending on your line) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test "$(UV)" != "$(BIN)/uv" || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@echo "Fetching packages ..."
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(BIN)/python hatch_build.py
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# The test of the package installs it into empty environments, from these and from nowhere else.
$(WHEELS): $(READY)
	@$(BIN)/python -m tests.wheels
	@touch $@

# Pinned with hashes and without the name of any package host.
pins: $(READY)
	cd requirements && for name in uv dev gpu server docs; do \
	  UV_CUSTOM_COMPILE_COMMAND="make pins" "$(abspath $(UV))" pip compile --quiet --upgrade --universal --generate-hashes \
	    --python-version 3.11 $$name.in --output-file $$name.txt || exit 1; \
	done

clean:
	rm -rf $(VENV) $(DOCS) dist build site web/node_modules src/mousehole/server/built .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
