# The Infernal Companion. A fresh Debian with git, make, python3 and python3-venv needs only these two:
#
#   make run      play: the kiosk, with cards and buttons to click on the screen
#   make test     check everything
#
# Both bring what is missing, say what they install, and are quick the second time. `make help` lists the rest.
# ARGS goes on to the command: make run ARGS="--size 800x480"      make test ARGS="-k tunnel"

SHELL  := /bin/bash
# Debian's own, as on the Pi, if it will do: one that was built by hand and stands first in the path may be a sixth slower.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && echo /usr/bin/python3 || echo python3)
PYTHON313 ?= python3.13
VENV   := .venv
PY     := $(VENV)/bin/python
ARGS   ?=
SKIPS  ?=
export SKIPS
FOLDER ?= build/gallery
DAYS   ?= 30 400
# More than two cores: a test that waits for a real process leaves its core to others.
WORKERS ?= 5
# The many processes of the tests find their modules compiled, whatever the machine is set to.
COMPILING := env -u PYTHONDONTWRITEBYTECODE
# With sudo nothing of root's is left in somebody else's tree: it could not be written any more without.
OWN := chown -hR --reference=Makefile
ifneq ($(shell stat -c %u Makefile),$(shell id -u))
export PYTHONDONTWRITEBYTECODE := 1
COMPILING :=
endif

LOCALE   := companion/presentation/locale
PO       := $(wildcard $(LOCALE)/*/LC_MESSAGES/companion.po)
MO       := $(PO:.po=.mo)
POT      := build/companion.pot

.DEFAULT_GOAL := help
.PHONY: install-hub uninstall-hub help run demo test compiled lint fix touches soak bench gallery wiring-pictures story-pictures sizes-shown ready install update uninstall wheel wheel-test \
  prove-fresh prove-docs prove-rights prove-all prove-dates prove-slow prove-busy prove-install prove-hub prove-names prove-french prove-voice prove-web prove-link prove-home bench-hub bench-pi hub prove-pi image tray \
  install-dev packages catalogs locale pins clean purge
.DELETE_ON_ERROR:

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- play -------------------------------------------------------------------------------------------------

run: ready  ## play: the kiosk with a virtual table (a short demonstration in pictures where there is no screen)
	$(VENV)/bin/companion kiosk --simulate --demo-if-no-screen $(ARGS)

hub: install-dev packages-test packages-link catalogs  ## a broker, a hub, three tables that play by themselves, and the wall
	@$(PY) -m tests.tools.link.hub $(ARGS)

demo: ready  ## a short demonstration, drawn without a screen
	$(VENV)/bin/companion demo $(ARGS)

# --- check ------------------------------------------------------------------------------------------------

test: install-dev packages-test catalogs  ## check everything: style, types and all tests; none is left out (SKIPS=allowed: may be)
	@$(COMPILING) $(MAKE) --no-print-directory --jobs 2 --output-sync=target lint compiled
	$(COMPILING) $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

compiled: install-dev  # once, before the workers of the tests start: otherwise each of them compiles all that it imports
	@mkdir -p build
	@test build/collected.txt -nt $(VENV)/.installed-dev \
	  && test -z "$$(find companion drivers kiosk tests -name '*.py' -newer build/collected.txt -print -quit)" \
	  || { $(PY) -m compileall -q companion drivers kiosk && $(PY) -m pytest --collect-only -q > build/collecting.txt \
	    && mv build/collecting.txt build/collected.txt || { tail -n 40 build/collecting.txt; exit 1; }; }

lint: install-dev  ## style, types and who imports whom
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache --no-logo
	$(PY) -m tests.tools.page_types

fix: install-dev  ## mend what ruff can mend by itself
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

touches: install-dev packages-test catalogs  ## count the touches of each act into docs/touches.md
	TOUCHES=write $(PY) -m pytest -q tests/kiosk/screens/test_touches.py

soak: install-dev packages-test catalogs  ## long: thousands of random games, kills and noise
	$(PY) -m tests.tools.soak $(ARGS)

bench: install-dev packages-test catalogs build/bench-venv/.installed  ## measure speed, memory and latency beside a bare Kivy window
	$(PY) -m tests.tools.bench $(ARGS)

gallery: ready packages-test  ## every screen at all sizes in both languages (FOLDER=build/gallery)
	$(PY) -m tests.tools.gallery $(FOLDER) $(ARGS)

wiring-pictures: install-dev catalogs  ## draw wiring-*.png of docs/pictures and docs/fr/pictures from docs/wiring/*.toml
	@for table in docs/wiring/*.toml; do name=wiring-$$(basename $$table .toml).png; \
	  $(VENV)/bin/companion wiring --lang en --data build/wiring --table $$table --png docs/pictures/$$name && \
	  $(VENV)/bin/companion wiring --lang fr --data build/wiring --table $$table --png docs/fr/pictures/$$name || exit 1; done

story-pictures: install-dev packages-test catalogs wiring-pictures  ## draw docs/pictures and docs/fr/pictures: those of docs/install.md and of the README
	$(PY) -m tests.tools.gallery.story docs/pictures
	$(PY) -m tests.tools.gallery.story docs/fr/pictures --lang fr
	$(PY) -m tests.tools.gallery.readme docs/pictures
	$(PY) -m tests.tools.gallery.readme docs/fr/pictures fr
	$(PY) -m tests.tools.gallery.moving docs/pictures/moving.png
	$(PY) -m tests.tools.gallery.moving docs/fr/pictures/moving.png fr

# --- what they need ---------------------------------------------------------------------------------------

sizes-shown: install-dev packages-test catalogs  ## write kiosk/sizes_shown.json from all scenes and random games: what is painted ahead
	$(VENV)/bin/python -m tests.tools.gallery.sizes_shown

ready: packages $(VENV)/.installed catalogs  ## bring everything that `make run` needs, and stop there

install-dev: $(VENV)/.installed-dev

packages:
	@.ci/packages

packages-%:  # of a group of .ci/packages
	@.ci/packages $*

$(VENV)/.installed: requirements/base.txt .ci/venv
	@.ci/venv $(PYTHON) $(VENV) requirements/base.txt
	@touch $@ && $(OWN) $(VENV)

$(VENV)/.installed-dev: requirements/dev.txt .ci/venv
	@.ci/venv $(PYTHON) $(VENV) requirements/dev.txt
	@touch $@ $(VENV)/.installed && $(OWN) $(VENV)

build/bench-venv/.installed: requirements/bench.txt .ci/venv  # other libraries, to be measured beside ours
	@.ci/venv $(PYTHON) build/bench-venv requirements/bench.txt
	@touch $@

pins: install-dev  ## write the requirement files anew from the .in files
	@for name in base draw dev pi bench voice web hub; do \
	  $(VENV)/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	    --python-version 3.11 requirements/$$name.in -o requirements/$$name.txt || exit 1; done
	@for name in esphome:3.13 home:3.13; do \
	  $(VENV)/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	    --python-version $${name#*:} requirements/$${name%:*}.in -o requirements/$${name%:*}.txt || exit 1; done

# --- on a Raspberry Pi (docs/maintenance.md) ------------------------------------------------------------------

install:  ## on a Pi, with sudo: install this version as a service that starts with the Pi
	@systemd/install.sh $(VARIANT)

update:  ## on a Pi, with sudo: the same for a newer tree; a version that fails gives way to the old one
	@systemd/install.sh $(VARIANT)

install-hub:  ## on the hub's machine, with sudo: install this version, with Mosquitto, or bring it up to date (docs/network.md)
	@systemd/install-hub.sh

uninstall-hub:  ## there, with sudo: take it off again; what tables sent stays, and the broker (PURGE=1: its data go, too)
	@PURGE="$(PURGE)" systemd/uninstall-hub.sh

uninstall:  ## on a Pi, with sudo: take it off again; games and settings stay (PURGE=1: they go, too)
	@PURGE="$(PURGE)" systemd/uninstall.sh

# --- the wheel, and proofs that take minutes ---------------------------------------------------------------

wheel: $(VENV)/.installed  ## build the wheel in build/wheel
	@.ci/wheel $(VENV) build/wheel

wheel-test: wheel packages  ## install the wheel into an empty environment and try every door
	@.ci/wheel-test $(PYTHON) build/wheel

prove-fresh:  ## with sudo: the README's two commands in a bare Debian, as root, user, container (ARGS="trixie user")
	@.ci/prove-fresh $(ARGS)

prove-docs: install-dev packages-test packages-link packages-tray catalogs  ## what README and docs tell to type is typed (ARGS=--machine changes this machine)
	@$(PY) -m tests.tools.doc_commands $(ARGS)

# time-machine is a pytest plugin that is loaded here before pytest can rewrite its assertions: that warning is none.
prove-dates: install-dev packages-test catalogs  ## all tests on a date 30, and one 400 days ahead (DAYS="30 400")
	@for days in $(DAYS); do echo "prove-dates: $$days days ahead"; SHIFT_DAYS=$$days PYTHONPATH=tests/tools/dates \
	  $(PY) -m pytest -n $(WORKERS) --dist worksteal -W ignore::pytest.PytestAssertRewriteWarning $(ARGS) || exit 1; done

prove-rights: install-dev packages-test catalogs  ## what needs a right to mount: a real full disk, root among planted links (as root)
	@$(PY) -m tests.rights.mounts
	$(COMPILING) $(PY) -m pytest -q -p no:cacheprovider $(wildcard tests/rights/prove_*.py) $(ARGS)

prove-all: install-dev packages-test catalogs  ## all tests at full length: all sizes and languages, many more random games and examples
	COMPANION_THOROUGH=1 $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

prove-slow: install-dev packages-test catalogs  ## all tests with a disk that is slow and threads that begin late (tests/unhurried.py)
	COMPANION_TEST_SLOW=1 $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

prove-busy: install-dev packages-test catalogs  ## all tests three times beside two endless loops, and once on one processor
	@.ci/prove-busy $(VENV) $(WORKERS) $(ARGS)

prove-hub:  ## with sudo: docs/network.md followed literally: a bare hub, a bare table, a cable between them, a power cut
	@.ci/prove-hub $(ARGS)

prove-install:  ## with sudo: install, update, fall back, uninstall in a fresh Debian (ARGS="trixie bookworm")
	@.ci/prove-install $(ARGS)

SEEDS ?= ../shared/seeds
prove-names: install-dev  ## the printed names of all games, beside the rulebooks' texts (SEEDS=../shared/seeds)
	@$(PY) -m tests.tools.prove_names $(SEEDS)

prove-french: install-dev packages-french  ## the French pages, word by word, beside a dictionary
	@$(PY) -m tests.tools.prove_french

prove-voice: install-dev packages-voice catalogs build/voice-venv/.installed  ## is the voice understood? (the phrases: build/voice)
	@$(PY) -m tests.tools.prove_voice build/voice-venv

build/voice-venv/.installed: requirements/voice.txt .ci/venv  # the recogniser that listens to it
	@.ci/venv $(PYTHON) build/voice-venv requirements/voice.txt
	@touch $@

WEB_PICTURES = $(if $(filter file,$(origin FOLDER)),build/web-pictures,$(FOLDER))
prove-web: install-dev packages-test packages-web catalogs build/web-venv/.installed build/axe/.installed  ## twins over sockets, and whole games in real pages (FOLDER=build/web-pictures)
	COMPANION_THOROUGH=1 $(PY) -m pytest -q tests/network/test_twins.py
	@build/web-venv/bin/python -m tests.tools.web $(PY) build/axe/node_modules/axe-core/axe.min.js $(WEB_PICTURES) $(ARGS)

build/web-venv/.installed: requirements/web.txt .ci/venv  # what drives Chromium, and reads the codes on the kiosk's screen
	@.ci/venv $(PYTHON) build/web-venv requirements/web.txt
	@touch $@

build/axe/.installed: tests/tools/web/package.json tests/tools/web/package-lock.json | packages-web  # checks accessibility
	@mkdir -p build/axe && cp $^ build/axe && cd build/axe && npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

DATABASE = $(if $(findstring --postgres,$(ARGS)),packages-database)

prove-link: install-dev packages-test packages-link $(DATABASE) catalogs  ## tables, a hub and a real broker, killed at random (ARGS="--cuts 1000 --postgres")
	@$(PY) -m tests.tools.link $(ARGS)

bench-hub: install-dev packages-test packages-link $(DATABASE) catalogs  ## what many tables cost a broker and a hub (ARGS="--tables 200 --seconds 300 --postgres")
	@$(PY) -m tests.tools.link.load $(ARGS)

prove-home: install-dev packages-test packages-home catalogs build/home-venv/.installed build/esphome-venv/.installed  ## readers on the network, and a real Home Assistant (needs Python 3.13)
	@$(PY) -m tests.tools.home build/home-venv/bin/python build/esphome-venv/bin/esphome

build/home-venv/.installed: requirements/home.txt | packages-home $(VENV)/.installed-dev  # some of it is built from its source
	@$(VENV)/bin/uv venv --quiet --clear --no-python-downloads --python $(PYTHON313) build/home-venv
	@$(VENV)/bin/uv pip install --quiet --require-hashes --python build/home-venv/bin/python -r requirements/home.txt
	@touch $@

build/esphome-venv/.installed: requirements/esphome.txt | $(VENV)/.installed-dev
	@$(VENV)/bin/uv venv --quiet --clear --no-python-downloads --python $(PYTHON313) build/esphome-venv
	@$(VENV)/bin/uv pip install --quiet --require-hashes --python build/esphome-venv/bin/python -r requirements/esphome.txt
	@touch $@

prove-pi: install-dev packages-test catalogs  ## with sudo: on an emulated Raspberry Pi, through its devices (ARGS="--list")
	@.ci/on-pi $(VENV) tests.tools.pi $(ARGS)

bench-pi: install-dev packages-test catalogs build/bench-venv/.installed  ## with sudo: count instructions on an emulated Pi, beside those kept in docs/internals/counted.md (ARGS="--only wagon")
	@.ci/on-pi $(VENV) tests.tools.bench.counted $(ARGS)

prove-readers: install-dev packages-test catalogs  ## whole games of all three by readers of each kind (ARGS="keyboard hellrail")
	@$(VENV)/bin/python -m tests.tools.readers $(ARGS)

prove-board: install-dev packages-board  ## the sketch of an antenna board: compiled for AVR, played with simulated RC522s
	@$(VENV)/bin/python -m tests.tools.board

prove-pcsc: install-dev packages-pcsc catalogs  ## with sudo: PC/SC readers at Debian's pcscd with its virtual reader (ARGS="idle game")
	@$(VENV)/bin/python -m tests.tools.pcsc $(ARGS)

tray: packages-tray  ## the tray for a reader: STL and pictures in docs/tray (ARGS="-D wall=3")
	@.ci/prove-tray
	@cd docs/tray && for part in tray lid; do openscad -q -D "part=\"$$part\"" $(ARGS) -o $$part.stl tray.scad || exit 1; done
	@cd docs/tray && xvfb-run -a openscad -q --render -D 'part="tray"' $(ARGS) --imgsize=1000,700 --viewall --autocenter \
	  --colorscheme=Tomorrow --camera=0,0,0,52,0,32,0 -o above.png tray.scad
	@cd docs/tray && xvfb-run -a openscad -q --render -D 'part="both"' $(ARGS) --imgsize=1000,700 --viewall --autocenter \
	  --colorscheme=Tomorrow --camera=0,0,0,125,0,32,0 -o below.png tray.scad
	@echo "docs/tray: tray.stl, lid.stl, above.png, below.png"

image: install-dev  ## with sudo: a card image to flash, for a Raspberry Pi 3 or 4, in build/image
	@.ci/image $(VENV) $(ARGS)

# --- words (French and English) ---------------------------------------------------------------------------

catalogs: $(MO)

%.mo: %.po | $(VENV)/.installed
	@$(VENV)/bin/pybabel --quiet compile --input-file $< --output-file $@ && $(OWN) $@

locale: install-dev  ## take new words from the sources into the catalogues, then compile them
	@mkdir -p build
	@$(VENV)/bin/pybabel --quiet extract --keywords N_ --keywords counted:1,2 --add-location file --sort-output --width 110 \
	  --project "Infernal Companion" --copyright-holder "the Infernal Companion authors" \
	  --msgid-bugs-address "the Infernal Companion authors" --output-file $(POT) companion drivers kiosk
	@for po in $(PO); do $(VENV)/bin/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete \
	  --ignore-pot-creation-date --width 110 --domain companion --input-file $(POT) \
	  --locale $$(basename $$(dirname $$(dirname $$po))) --output-file $$po || exit 1; done
	@$(MAKE) --no-print-directory catalogs

# --- tidy -------------------------------------------------------------------------------------------------

clean:  ## remove what was built (pictures, caches, compiled catalogues)
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -f $(MO)
	find companion drivers kiosk tests -name __pycache__ -type d -prune -exec rm -rf {} +

purge: clean  ## the same, and the installed Python packages
	rm -rf $(VENV)
