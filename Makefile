# Herald. Every target makes the virtual environment first if it is missing or out of date.
#
#   make play     Herald and a Discord stand-in    make fuzz    long random runs
#                 on this computer, in a browser
#   make test     the tests                        make bench   speed, against a yardstick
#   make check    format, lint, types and tests    make lock    renew the two lock files
#   make format   let ruff reformat the code       make clean   remove what make made

PYTHON ?= python3
JOBS   ?= 4  # more than two cores: the conversations through the gateway wait a good deal
GAME   ?= granada
GAMES  ?= 2000
SEED   ?= fuzz-$(shell date +%Y%m%d%H%M%S)

VENV  := .venv
BIN   := $(VENV)/bin
# What playing needs, and what developing needs beside it.
READY := $(VENV)/.ready
TOOLS := $(VENV)/.ready-dev

.PHONY: help play test check format fuzz bench lock clean venv
.NOTPARALLEL:
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

venv: $(TOOLS)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Herald needs Python 3.11 or newer. Name one with: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo 'Python cannot make virtual environments here. On Debian: apt-get install python3-venv' >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo 'Installing what requirements.lock names into $(VENV) ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(TOOLS): $(READY) requirements-dev.lock
	@echo 'Installing what requirements-dev.lock names beside it ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@

play: $(READY)
	@$(BIN)/herald sandbox --game $(GAME) --open

test: $(TOOLS)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --durations=10

check: $(TOOLS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --durations=10

format: $(TOOLS)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The seed is in the command that make prints: a failure can be repeated with SEED=...
fuzz: $(TOOLS)
	$(BIN)/herald sim $(GAME) --games $(GAMES) --players random --seed $(SEED)
	$(BIN)/python -m pytest -n $(JOBS) -m fuzz

bench: $(TOOLS)
	$(BIN)/python -m tests.bench

# Everything that pyproject.toml asks for, resolved anew in an empty environment and
# written down exactly, with hashes. Run it with the oldest Python we support.
lock: $(READY)
	rm -rf .venv-lock
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check packaging
	.venv-lock/bin/python -m tests.lock .venv-lock/bin/python
	rm -rf .venv-lock

clean:
	rm -rf $(VENV) .venv-lock build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
