# Two commands need nothing prepared: `make demo` and `make test`. Everything lives in .venv; nothing needs root.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.ready-bench
export PYTHONPATH := .

.DEFAULT_GOAL := help
.PHONY: help demo test check format bench experiments clean

help:  ## list what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "FedRota needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version). Try: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@

$(BENCH_READY): $(READY)
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev,bench]"
	@touch $@

demo: $(READY)  ## score, recruit, explain and plan on generated offers; ends by itself
	@$(BIN)/python examples/demo.py

test: $(READY)  ## the whole test suite, doctests included
	@$(BIN)/python -m pytest -n 2

check: $(READY)  ## format, lint, types, layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(READY)  ## put the code in the project's format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(BENCH_READY)  ## measure everything in docs/benchmarks.md on this machine (about ten minutes)
	@$(BIN)/python -m benchmarks

experiments: $(READY)  ## the paper's tables and figures, into results/ (about twenty minutes)
	@$(BIN)/python -m experiments table3
	@$(BIN)/python -m experiments selection-time
	@$(BIN)/python -m experiments subsets

clean:  ## remove what was built
	rm -rf $(VENV) dist build results demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
