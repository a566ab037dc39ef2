# Štamgast: everything a person or CI calls. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON := .venv/bin/python
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe \
	--strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
ARGS ?=

# Tests start Python by the hundred, which shall not compile everything each time.
unexport PYTHONDONTWRITEBYTECODE

# A token in the environment decides, even an empty one; then the one in .env.
dotenv_token = $$(sed -nE 's/^[[:space:]]*(export[[:space:]]+)?TELEGRAM_TOKEN[[:space:]]*=[[:space:]]*["'\'']?([0-9]+:[^"'\''[:space:]]+).*/\2/p' .env 2>/dev/null || true)

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

.PHONY: run
run: .venv/runtime.stamp ## the bot when there is a TELEGRAM_TOKEN, else the playground (ARGS="--port 8000 --people 4")
	@if [ -n "$${TELEGRAM_TOKEN-$(dotenv_token)}" ]; then mode=serve; else mode=playground; fi; \
	exec $(PYTHON) -m tgbot $$mode $(ARGS)

.PHONY: test
test: chromium check unit ## everything CI checks: linters, types, rooms, tests; fetches Chromium where it can

.PHONY: check
check: style types rooms ## linters, types and import contracts only

.PHONY: style
style: .venv/dev.stamp
	.venv/bin/ruff check
	.venv/bin/ruff format --check

.PHONY: types
types: .venv/dev.stamp
	.venv/bin/mypy

.PHONY: rooms
rooms: .venv/dev.stamp
	.venv/bin/lint-imports

.PHONY: unit
unit: .venv/dev.stamp ## the tests only (ARGS="-k s15")
	$(PYTHON) -m pytest -q -n auto --maxprocesses 8 --dist worksteal $(ARGS)

.PHONY: faults
faults: .venv/dev.stamp ## what befalls a bot, at length, with a table of what came of it (ARGS="--faults 50 -k f07")
	$(PYTHON) -m pytest -q -n 0 -o faulthandler_timeout=3600 tests/faults --faults 20 $(ARGS)

.PHONY: cluster
cluster: .venv/dev.stamp ## the tests that use the store, on a cluster of three servers (ARGS="-k drinks")
	$(PYTHON) -m pytest -q -n auto --maxprocesses 4 --dist worksteal --cluster $(ARGS)

.PHONY: bench
bench: .venv/dev.stamp ## how fast the games and the bot are
	$(PYTHON) -m bench $(ARGS)

.PHONY: load
load: .venv/dev.stamp ## ten to ten thousand nights on several bot processes (ARGS="--nights 10 100 --seconds 5")
	$(PYTHON) -m bench.load $(ARGS)

.PHONY: audit
audit: .venv/dev.stamp ## known vulnerabilities in what the locks pin; says so when nobody can be asked
	$(PYTHON) scripts/audit.py $(ARGS)

.PHONY: format
format: .venv/dev.stamp ## sort imports, format the code
	.venv/bin/ruff check --select I --fix
	.venv/bin/ruff format

.PHONY: messages
messages: .venv/dev.stamp ## bring cs.po in step with the sentences in the code, list what has no Czech yet
	$(PYTHON) scripts/messages.py $(ARGS)

.PHONY: lock
lock: .venv/dev.stamp ## pin requirements/*.in with hashes (ARGS=--upgrade for newer versions)
	$(COMPILE) $(ARGS) --output-file requirements/base.txt requirements/base.in
	$(COMPILE) $(ARGS) --output-file requirements/dev.txt requirements/dev.in

.PHONY: chromium
chromium:
	@scripts/chromium.sh

.PHONY: clean
clean: ## remove the virtual environment and all caches; data/ stays
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/runtime.stamp: requirements/base.txt scripts/venv.sh
	@scripts/venv.sh requirements/base.txt
	@touch $@

.venv/dev.stamp: requirements/dev.txt scripts/venv.sh
	@scripts/venv.sh requirements/dev.txt
	@touch $@
