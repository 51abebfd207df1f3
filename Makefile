# The commands of this project; each sets up what it needs first.

CARGO ?= cargo
# Generated programs that `make csmith` compares.
PROGRAMS ?= 1000
# Questions that `make referee` compares.
QUERIES ?= 1000

.PHONY: help setup demo test kill-and-resume corpus-sample referee study-proofs study-puzzles csmith study-java study-rust study-testcomp study-hybrid study-su study-baars study-sofokleous bench clean

help:
	@echo "make demo             build Trine and write tests for every unit in examples/"
	@echo "make test             all tests of the project"
	@echo "make kill-and-resume  20 runs killed at random moments resume to the same suite"
	@echo "make csmith           1000 generated C programs: our machine against the native run (PROGRAMS=100: fewer)"
	@echo "make corpus-sample    tests for units of real packages, fetched with apt-get source"
	@echo "make study-testcomp  tasks in the format of Test-Comp: TASKS=FOLDER [examples/testcomp]"
	@echo "make study-hybrid     hybrid against search and symbolic execution alone, on those units"
	@echo "make study-su         path filtering and searchers on bash, flex, make, after Su et al. (QUICK=1: a sample)"
	@echo "make study-baars      the enhanced fitness, branch by branch, after Baars et al. (QUICK=1: five seeds; TIFF=DIR: libtiff 3.8.2; JAVA=1: as methods of Java)"
	@echo "make study-sofokleous  path by path: the programs of Sofokleous et al., beside their tables (QUICK=1: 5 seeds)"
	@echo "make referee          1000 questions of examples, filetests and packages, put to z3 too: no answer may differ (QUERIES=60: fewer)"
	@echo "make study-proofs     5000 random programs: no goal called infeasible may be reached natively by any input (PROGRAMS=200: fewer)"
	@echo "make study-java       305 Java programs of ours, 2000 generated ones and 20000 damaged class files: our machine against java"
	@echo "make study-rust       21 Rust programs, standard library included: our machine against their native builds"
	@echo "make study-puzzles    magic numbers, checksums, hashes, equations of floats …: solved, time, questions"
	@echo "make bench            speed of the machine, cost of a reset, paths per second"
	@echo "make clean            remove what was built and written"

setup:
	@scripts/setup.sh

demo: setup
	$(CARGO) build --release --package trine-cli
	scripts/demo.sh

test:
	@scripts/setup.sh --tests
	$(CARGO) fmt --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) xtask tidy
	$(CARGO) xtask review
	@if command -v mdbook >/dev/null; then mdbook build --dest-dir target/book; else echo "mdbook is not installed: the pages were checked by tidy, the book was not built"; fi
	$(CARGO) test --workspace
# With the build that the tests have made: an optimized one of its own would take longer than all of these samples.
	$(CARGO) build --package trine-cli --package trine-study
	$(CARGO) run --package trine-study -- csmith --programs 20
	$(CARGO) run --package trine-study -- arithmetic
	$(CARGO) run --package trine-study -- referee --queries 60
	$(CARGO) run --package trine-study -- proofs --programs 200
	$(CARGO) run --package trine-study -- java --sample
	$(CARGO) run --package trine-study -- java --damaged 500
	$(CARGO) run --package trine-study -- rust --sample
	$(CARGO) run --package trine-study -- testcomp examples/testcomp --compare --evaluations 20000 --task assume
# Code that nobody here wrote: a package of C and a library of Java, whose reports are opened in a browser.
	$(CARGO) run --package trine-study -- corpus --packages cjson --seconds 1 --functions 12
	$(CARGO) run --package trine-study -- java-campaign --artefact org.hamcrest:hamcrest-core:1.3 --only hamcrest.core --every 2 --budget 1s --keep target/java-campaign
	TRINE_REPORTS=$(CURDIR)/target/corpus/out/cjson/cJSON_Utils.c:$(CURDIR)/target/java-campaign/hamcrest-core/out $(CARGO) test --package trine-cli --test browser

kill-and-resume: setup
	scripts/kill-and-resume.sh

csmith:
	@scripts/setup.sh --tests
	$(CARGO) run --release --package trine-study -- csmith --programs $(PROGRAMS)

corpus-sample: setup
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- corpus

# Java programs in our machine against the JDKs that are installed.
study-java:
	@scripts/setup.sh --tests
	$(CARGO) run --release --package trine-study -- java
	$(CARGO) run --release --package trine-study -- java --programs 2000
	$(CARGO) run --release --package trine-study -- java --damaged 20000

# Rust programs in our machine against their native builds.
study-rust:
	$(CARGO) run --release --package trine-study -- rust

study-testcomp: setup
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- testcomp $(or $(TASKS),examples/testcomp) $(if $(SECONDS),--seconds $(SECONDS))

study-hybrid: setup
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- hybrid $(if $(SECONDS),--seconds $(SECONDS)) $(if $(PACKAGES),--packages $(PACKAGES))

study-su: setup
	$(CARGO) run --release --package trine-study -- su $(if $(QUICK),--quick)

study-baars: setup
	$(CARGO) run --release --package trine-study -- analyses
	$(CARGO) run --release --package trine-study -- baars $(if $(QUICK),--quick) $(if $(TIFF),--subjects $(TIFF)) $(if $(JAVA),--java)

study-sofokleous: setup
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- sofokleous $(if $(QUICK),--quick)

referee:
	@scripts/setup.sh --tests
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- referee --queries $(QUERIES) --packages bibclean,zlib,flex,bzip2,cjson,jansson

study-proofs: PROGRAMS = 5000
study-proofs:
	@scripts/setup.sh --tests
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- proofs --programs $(PROGRAMS)

study-puzzles: setup
	$(CARGO) build --release --package trine-cli
	$(CARGO) run --release --package trine-study -- puzzles

bench: setup
	$(CARGO) bench --package trine-machine --package trine-dse

clean:
	$(CARGO) clean
	rm -rf trine-out
