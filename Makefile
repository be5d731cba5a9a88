# What one does with a checkout. It needs make, Python 3.11 or newer with venv and pip, and the network once.
#
# Everything runs from the installed wheel, never from the source tree: each target below first brings one venv up
# to date with pyproject.toml and the sources, and starts at once when nothing changed. A stamp in $(made) is
# written last, so what was interrupted is done again. `make VENV=/elsewhere` keeps another venv beside the first.

VENV ?= .venv
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

bin := $(VENV)/bin
made := $(VENV)/made
# -rfEs names what fails, and every test that is skipped with the system package that it misses. worksteal: neighbours stay
# in one process, and share what is made once for them.
pytest := $(bin)/pytest -rfEs -n auto --dist worksteal
pip := $(bin)/python -m pip -qq --disable-pip-version-check
# Directories too: a file that was deleted leaves its trace there.
sources := README.md LICENSE pyproject.toml \
    hardware/rev_a/pinmap.toml hardware/rev_a/volts.toml $(shell find firmware/jadoube sim/jadoube_sim -name __pycache__ -prune -o \( -type f -o -type d \) -print)

# The venv is whole when it stands where it was made and its Python still finds its own pip: a checkout that was
# copied points into the first one, a Python that the system has upgraded finds nothing.
whole := $(shell [ "$$(cat $(made)/venv 2>&1)" = "$(CURDIR)" ] && $(bin)/python -c 'import pip' 2>&1 && echo yes)
ifneq ($(whole),yes)
.PHONY: $(made)/venv
endif

.PHONY: help sim hall test lint types contracts tests browser bench soak fuzz kernel hardware openings tour format clean install uninstall deb lock try-package try-units release sign
.NOTPARALLEL:
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

help:
	@echo 'make sim      the board on the desk; make sim ARGS="--terminal" passes arguments on'
	@echo 'make hall     a hall on the desk: eight boards that hands play on, a broker (needs mosquitto), the hall and its page;'
	@echo '              make hall ARGS="--boards 3" passes arguments on'
	@echo 'make test     lint, types, import contracts, and all tests but those in a browser and of a release'
	@echo '              (make test ARGS="-k clock" passes arguments to pytest;'
	@echo '              make lint, types, contracts, tests: the parts; make tests has all tests)'
	@echo 'make browser  the tests in a browser (need Chromium): after each change of a page'
	@echo 'make bench    how fast it is'
	@echo 'make soak     the properties, many more games, the transcripts at every scan, then a simulated week of a board;'
	@echo '              make soak ARGS="-k castling" only some of the properties'
	@echo 'make fuzz     bad bytes for every reader of foreign bytes: make fuzz ARGS="--seconds 60 --seed 7"'
	@echo 'make kernel   the program on a Linux kernel whose pins are the board (tests/kernel/README.md); once, it builds'
	@echo '              that kernel: some minutes; make kernel ARGS="games lgpio" runs a part'
	@echo 'make hardware the files under hardware/ that are made from the pin map (needs Graphviz)'
	@echo 'make openings the table of openings, from the five files beside it (firmware/jadoube/openings)'
	@echo 'make tour     the tour in README.md, recorded anew (needs Chromium)'
	@echo 'make release  VERSION=0.2.0: a release of main, after .ci/run; nothing is sent (CONTRIBUTING.md, Releases).'
	@echo '              UNSIGNED=yes does without a key; make sign VERSION=0.2.0 signs it later'
	@echo 'make format   mend what lint can mend'
	@echo 'make clean    remove the venv, what was built, and the caches'
	@echo 'make deb      the package for Debian and Raspberry Pi OS, under dist/; make deb ARCH=all for all three architectures;'
	@echo '              make lock: which files it is made of, anew'
	@echo 'make install  as root: builds it and installs it; the board starts with the Pi (make uninstall takes it away again;'
	@echo '              BOOT=yes also writes config.txt; make try-package tries it in fresh Debians,'
	@echo '              make try-units its services under a systemd of their own)'

sim: $(made)/sim
	@exec $(bin)/jadoube sim $(ARGS)

hall: $(made)/sim
	@exec $(bin)/jadoube sim hall $(ARGS)

# What runs in a browser takes a third of the time of all tests; what only a release needs, a twelfth.
test: left_out := --ignore=tests/browser --ignore=tests/release
test: lint types contracts tests

lint: $(made)/test
	$(bin)/ruff check
	$(bin)/ruff format --check

types: $(made)/test
	$(bin)/mypy --strict

contracts: $(made)/test
	$(bin)/lint-imports --no-logo

# Only tests/release looks at the .deb.
tests: $(made)/test $(if $(or $(filter test,$(MAKECMDGOALS)),$(findstring not once,$(ARGS))),,$(made)/deb)
	$(pytest) $(left_out) $(ARGS)

browser: $(made)/test
	$(pytest) tests/browser $(ARGS)

bench: $(made)/sim
	@exec $(bin)/jadoube bench $(ARGS)

soak: $(made)/test
	$(pytest) --hypothesis-profile=soak -o timeout=0 \
	    tests/properties tests/scenarios/test_transcripts.py $(ARGS)
	$(if $(ARGS),,$(bin)/jadoube bench soak --days 7)

fuzz: $(made)/sim
	@exec $(bin)/jadoube bench fuzz --kept tests/kept $(ARGS)

kernel: $(made)/wheel
	@rm -rf $(made)/kernel && $(MAKE) -s deb ARCH=amd64 ARGS="--out $(made)/kernel" >/dev/null
	@DEB=$$(echo $(made)/kernel/*.deb) exec tests/kernel/run $(ARGS)

hardware: $(made)/hardware
	@PYTHONPATH=hardware $(bin)/python -m generate $(ARGS)

openings: $(made)/sim
	@PYTHONPATH=firmware exec $(bin)/python -m jadoube.openings.build

tour: $(made)/test $(made)/tour
	@PYTHONPATH=tests exec $(bin)/python tests/browser/record_tour.py

release sign: $(made)/builder
	@PYTHONPATH=systemd/package exec $(bin)/python -m release $@ '$(VERSION)' $(if $(UNSIGNED),--unsigned) $(ARGS)

format: $(made)/test
	$(bin)/ruff check --fix
	$(bin)/ruff format

clean:
	rm -rf $(VENV) .venv-* dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find firmware sim hardware systemd tests -name __pycache__ -prune -exec rm -rf {} +

# The time of all files in it is that of the commit, so that the same sources give the same bytes.
deb: export SOURCE_DATE_EPOCH := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y pyproject.toml))
deb: $(made)/wheel
	@PYTHONPATH=systemd/package exec $(bin)/python -B -m build_deb --arch "$(ARCH)" --wheel $(made)/dist/*.whl $(ARGS)

# That of this machine for the tests, which build it a second time; where there is no dpkg-deb they say so.
$(made)/deb: export SOURCE_DATE_EPOCH := 1700000000
$(made)/deb: $(made)/wheel $(shell find systemd -type f)
	@rm -rf $(made)/debs
	@! command -v dpkg-deb >/dev/null \
	    || PYTHONPATH=systemd/package $(bin)/python -B -m build_deb --wheel $(made)/dist/*.whl --out $(made)/debs
	@touch $@

# Which files the .deb is made of: anew, from what pyproject.toml asks for.
lock: $(made)/builder
	@$(pip) install 'uv>=0.9,<1'
	@PYTHONPATH=systemd/package exec $(bin)/python -B -m build_deb.make_lock systemd/package/wheels.lock

install:
	@exec systemd/package/install $(if $(BOOT),--boot)

uninstall:
	@exec apt-get remove --yes jadoube

try-package:
	@exec systemd/try-package

try-units:
	@rm -rf $(made)/units && $(MAKE) -s deb ARGS="--out $(made)/units" >/dev/null
	@exec systemd/try-units $(made)/units/*.deb

# How the venv is made, in order: itself, what builds the wheel, the wheel, what it needs to run, what tests need.

$(made)/venv:
	@python='$(PYTHON)'; no() { echo "make: $$*" >&2; exit 2; }; \
	[ -n "$$python" ] || no 'no Python 3.11 or newer on the path; make PYTHON=/path/to/python3 names one'; \
	command -v "$$python" >/dev/null || no "$$python is no command, expected Python 3.11 or newer"; \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	    || no "$$python is $$("$$python" -V 2>&1), expected Python 3.11 or newer"; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || no "$$python has no venv; on Debian: apt install python3-venv"; \
	echo "setting up $(VENV) with $$("$$python" -V); this needs the network and about a minute, once" >&2; \
	"$$python" -m venv --clear $(VENV)
	@mkdir -p $(made) && echo "$(CURDIR)" > $@

$(made)/builder: pyproject.toml $(made)/venv
	@$(bin)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	    > $(made)/builder.txt
	@$(pip) install -r $(made)/builder.txt
	@touch $@

$(made)/wheel: $(sources) $(made)/builder
	@rm -rf $(made)/dist
	@$(bin)/python -m hatchling build -t wheel -d $(made)/dist 2> $(made)/wheel.txt || { cat $(made)/wheel.txt >&2; exit 1; }
	@$(pip) install --no-index --no-deps --force-reinstall $(made)/dist/*.whl
	@touch $@

$(made)/sim $(made)/test $(made)/hardware $(made)/tour: pyproject.toml $(made)/venv | $(made)/wheel
	@echo 'installing what $(@F) needs' >&2
	@$(pip) install "$$(echo $(made)/dist/*.whl)[$(@F)]"
	@touch $@
