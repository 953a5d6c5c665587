# make play   set everything up and start a game
# make setup   set everything up: .venv/bin/rulewright is the command
# make test   set everything up and run every check
# make check-browser   whole games of every shipped game in a browser, and how they look
# make pictures   take the pictures of the documentation again, in a browser
# make tables   work the parser out again after a change of the grammar
# make bench   how fast games run here, side by side with games written by hand where those are at hand
# make check-long   what always holds, over GAMES random games of each definition
GAME ?= ruse_and_bruise
PYTHON ?= python3
GAMES ?= 10000
LOCKSTEPS ?= 5000
CASES ?= 20000
BIN := .venv/bin

.PHONY: bench play setup test check-browser check-long pictures tables clean

play: .venv/ready
	@$(BIN)/rulewright play $(GAME)

setup: .venv/ready

test: .venv/ready
	$(BIN)/ruff check .
	@$(BIN)/mypy & types=$$!; $(BIN)/pytest -n 3 --dist worksteal && wait $$types

check-browser: .venv/ready
	RULEWRIGHT_BROWSER=games $(BIN)/pytest -n 2 --dist worksteal tests/test_browser.py tests/test_browser_people.py

bench: .venv/ready
	$(BIN)/rulewright bench
	$(BIN)/python bench/compare.py

check-long: .venv/ready
	$(BIN)/python tests/release/run.py --state build/release.json
	RULEWRIGHT_GAMES=$(LOCKSTEPS) $(BIN)/pytest -n 2 tests/test_generated.py
	RULEWRIGHT_GAMES=600 $(BIN)/pytest -n 2 tests/test_redeal.py
	RULEWRIGHT_GAMES=$(GAMES) $(BIN)/pytest -n 2 tests/test_random_games.py tests/test_match.py tests/test_views.py \
	  tests/test_saves.py tests/test_records.py tests/test_twin.py tests/test_journal.py tests/test_telling.py tests/test_maps.py
	RULEWRIGHT_GAMES=5000 $(BIN)/pytest tests/test_cluster.py
	RULEWRIGHT_TRUTH=1000 $(BIN)/pytest -n 2 tests/test_truth.py
	RULEWRIGHT_GAMES=60 $(BIN)/pytest -n 2 tests/test_page.py tests/test_page_leaks.py tests/test_rows.py tests/test_bots.py tests/test_state.py
	$(BIN)/python tests/sanitized.py 1000
	$(BIN)/python tests/mutants.py 200
	RULEWRIGHT_GAMES=2000 $(BIN)/pytest -n 2 tests/test_native_grouping.py tests/test_native_fuzz.py
	$(BIN)/python tests/random_cases.py $(CASES) --games 50 --state build/random_cases.json
	RULEWRIGHT_CASES=400 $(BIN)/pytest -n 2 tests/test_oracle.py
	RULEWRIGHT_GAMES=40 RULEWRIGHT_PLAYED=20000 $(BIN)/pytest -n 2 tests/test_native_tables.py
	RULEWRIGHT_GAMES=20 $(BIN)/pytest -n 2 tests/test_native.py tests/test_native_bots.py tests/test_observation.py
	RULEWRIGHT_GAMES=2000 $(BIN)/pytest -n 2 tests/test_open_spiel.py tests/test_side_by_side.py
	RULEWRIGHT_BROWSER=all $(BIN)/pytest -n 2 tests/test_browser.py
	RULEWRIGHT_PAIRS=2000 $(BIN)/pytest -n 2 tests/test_blind_picks.py tests/test_twins_go_on.py

pictures: .venv/ready
	$(BIN)/python tests/browser/pictures.py docs/pictures

tables: .venv/ready
	$(BIN)/python -c "from rulewright.language.parse import grammar; grammar.write_tables()"

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,web]'
	@$(BIN)/python -m compileall -q interpreter schema  # also where Python may not write bytecode by itself
	@touch $@

clean:
	rm -rf .venv build *.egg-info
