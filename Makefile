# Everything from a clean clone with nothing but Python 3.11 or later, git and make.

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench serve clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# The first interpreter that is new enough; PYTHON=... overrides it.
SUITS := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11 python; do \
	"$$each" -c '$(SUITS)' >/dev/null 2>&1 && { echo "$$each"; break; }; done)

help:
	@echo "make demo    install, read the sample corpus, ask it, tell how to serve"
	@echo "make test    install, check style and types, run all tests"
	@echo "make lint    style, types and import rules only"
	@echo "make bench   record the costs as ratios"
	@echo "make serve   listen on 127.0.0.1:8000"
	@echo "make clean   remove what was made here"

$(VENV)/.base: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with venv is needed (PYTHON=/path/to/python3)" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt setuptools
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable ".[dev]"
	@touch $@

demo: $(VENV)/.base
	@$(BIN)/everylast demo

serve: $(VENV)/.base
	@$(BIN)/everylast serve

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The summary of pytest stands last; what is said behind it is a failure.
test: lint
	$(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered --cov-fail-under=85
	@$(BIN)/coverage report --include='app/domain/*' --fail-under=100 >/dev/null || \
		{ echo "app/domain is not covered whole" >&2; exit 1; }

bench: $(VENV)/.dev
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) demo-data build dist .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache *.egg-info
