# Herald. Every target makes the virtual environment first if it is missing or out of date.
#
#   make play     Herald and a Discord stand-in    make fuzz    long random runs
#                 on this computer, in a browser
#   make test     the tests                        make bench   speed, against a yardstick
#   make check    format, lint, types and tests    make lock    renew requirements.lock
#   make format   let ruff reformat the code       make clean   remove what make made

PYTHON ?= python3
JOBS   ?= 4  # more than two cores: the conversations through the gateway wait a good deal
GAME   ?= granada
GAMES  ?= 2000
SEED   ?= fuzz-$(shell date +%Y%m%d%H%M%S)

VENV  := .venv
BIN   := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help play test check format fuzz bench lock clean venv
.NOTPARALLEL:
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

venv: $(READY)

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

play: $(READY)
	@$(BIN)/herald sandbox --game $(GAME) --open

test: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The seed is in the command that make prints: a failure can be repeated with SEED=...
fuzz: $(READY)
	$(BIN)/herald sim $(GAME) --games $(GAMES) --players random --seed $(SEED)
	$(BIN)/python -m pytest -n $(JOBS) -m fuzz

bench: $(READY)
	$(BIN)/python -m tests.bench

# Everything that pyproject.toml asks for, resolved anew in an empty environment and
# written down exactly. Run it with the oldest Python we support: that one needs the
# most packages.
lock:
	rm -rf .venv-lock
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check --upgrade setuptools
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	{ echo '# Made by "make lock" from pyproject.toml: every extra, exact versions. Do not edit by hand.'; \
	  .venv-lock/bin/python -m pip freeze --all --exclude pip --exclude herald; } > .venv-lock/requirements.lock
	@if grep -nE '^[^#]*(@|/|--)' .venv-lock/requirements.lock; then \
	  echo 'The lines above name an address or an option; requirements.lock is left as it was.' >&2; exit 1; fi
	mv .venv-lock/requirements.lock requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf $(VENV) .venv-lock build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
