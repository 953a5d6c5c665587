# make play   set everything up and start a game
# make test   set everything up and run every check
GAME ?= ruse_and_bruise
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint types check clean

play: .venv/ready
	@$(BIN)/rulewright play $(GAME)

test: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@mkdir -p .venv/types && ln -sfn ../.. .venv/types/rulewright  # mypy wants the package by its import name
	@touch $@

clean:
	rm -rf .venv build *.egg-info
