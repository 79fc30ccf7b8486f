# carcassonne: the engine (csrc/engine), its Lua modules (csrc/lua), and the Lua files (lua). `make
# help` lists the targets.
#
# csrc/make has the scripts that build, install, pack and document the project; .ci has those that
# test and check it.

MAKEFLAGS += --no-print-directory
# make runs on all processors, unless -j1 or another number is given.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
endif
.DEFAULT_GOAL := all
# V=1 prints a line for each file that is compiled.
V ?= 0
PRINT_CC = $(if $(filter 0,$(V)),:,echo "  CC    $1")

AR ?= ar
CLANG ?= clang
# The version of the project, and the version of the C interface (in the soname of the shared
# library).
VERSION := $(shell sed -n 's/^.define CARC_VERSION "\(.*\)".*/\1/p' csrc/include/carcassonne.h)
ABI := $(shell sed -n 's/^.define CARC_ABI_VERSION \([0-9]*\).*/\1/p' csrc/include/carcassonne.h)
# Folder of the recorded games for `make verify`. The games are not part of this repository.
CARC_SHARED ?= ../shared
# Where to report a fault of the sandbox: an address that a maintainer sets.
SECURITY_CONTACT ?=

include csrc/make/lua.mk
include csrc/make/modes.mk

# ---- Files that are built ------------------------------------------------------------------------

# For Luas other than 5.4, each mode has its own objects and results; the objects of the engine are
# shared.
FOR := $(if $(filter lua5.4,$(LUA_NAME)),,-$(LUA_NAME))
ENGINE_OBJ := build/obj/$(MODE)
ENGINE_OUT := $(if $(filter release,$(MODE)),build,build/$(MODE))
OBJ := $(ENGINE_OBJ)$(FOR)
OUT := $(if $(filter release,$(MODE)),build$(patsubst -%,/%,$(FOR)),build/$(MODE)$(FOR))
# Objects are compiled again when one of these files changes.
SETTINGS := Makefile $(patsubst %,csrc/make/%.mk,lua modes platforms target) $(ENGINE_OBJ)/target

# CFLAGS, CPPFLAGS and LDFLAGS are left to the caller.
C_FLAGS := -std=c11 $(WARN) $(FLAGS) $(SYSTEM_FLAGS) $(PIC) -fvisibility=hidden -Icsrc/engine -Icsrc/include $(CPPFLAGS) $(CFLAGS)
LDLIBS += -lm

ENGINE := $(patsubst %.c,$(ENGINE_OBJ)/%.o,$(sort $(wildcard csrc/engine/*/*.c)))
# The modules carcassonne.core and carcassonne.sys. Both contain functions that older Luas lack.
COMPAT := $(patsubst %.c,$(OBJ)/%.o,$(sort $(wildcard csrc/lua/compat/*.c)))
CORE := $(patsubst %.c,$(OBJ)/%.o,$(sort $(wildcard csrc/lua/*.c csrc/lua/sandbox/*.c)))
SYS := $(patsubst %.c,$(OBJ)/%.o,$(sort $(wildcard csrc/lua/sys/*.c)))
BINDING := $(CORE) $(SYS) $(COMPAT)
# The Lua files as C, for programs that embed Lua.
EMBED := $(patsubst %.c,$(OBJ)/%.o,$(sort $(wildcard csrc/embed/*.c))) $(ENGINE_OBJ)/csrc/embed/files.o
# Each tests/test_*.c is a program; these programs share the other files in tests/.
TESTS := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/test_*.c))
HELPERS := $(filter-out $(TESTS),$(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/*.c)))
# The programs in tests/bench/ are for `make bench` and `make instructions`.
BENCH := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/bench/*.c))
# The programs in tests/platforms/ run on every platform, for `make platforms`.
PLATFORM_GAMES := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/platforms/*.c))
# Each of these files in tests/fuzz/ is a program for `make fuzz`; those of LUA_FUZZ are the program
# lua_target.c with a Lua file of this name.
FUZZ := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/fuzz/*.c))
LUA_FUZZ := variant pack log
FUZZ_TARGETS := definition save notation selector session $(LUA_FUZZ)
FUZZ_PROGRAMS := $(addprefix $(OUT)/targets/,$(FUZZ_TARGETS))
LIBRARY := $(ENGINE_OUT)/lib/libcarcassonne.a
MODULE := $(OUT)/lua/carcassonne/core.so
SYS_MODULE := $(OUT)/lua/carcassonne/sys.so
EMBEDDED := $(ENGINE_OUT)/lib/libcarcassonne-$(LUA_NAME).a
PROGRAMS := $(patsubst $(OBJ)/tests/%.o,$(OUT)/tests/%$(EXE),$(TESTS))

# The shared library exports what the public headers declare. It has its own objects, because the
# others hide all symbols.
SONAME := libcarcassonne.so.$(ABI)
SHARED_LIBRARY := $(ENGINE_OUT)/lib/$(SONAME)
SHARED_ENGINE := $(patsubst $(ENGINE_OBJ)/%,$(ENGINE_OBJ)/shared/%,$(ENGINE))

# The shared library with Lua 5.4 and all variants, for programs without Lua. FULL_LUA is what it
# links as Lua: by default the shared library of the system. A static library of
# position-independent code becomes part of it, and its symbols are hidden.
FULL_SONAME := libcarcassonne-full.so.$(ABI)
FULL_LIBRARY := $(OUT)/lib/$(FULL_SONAME)
FULL_LUA ?= $(LUA_LIBS)
# The C headers as one text, for foreign function interfaces.
FFI_HEADER := $(OUT)/lib/carcassonne_ffi.h
PUBLIC_HEADERS := $(wildcard csrc/include/*.h) csrc/embed/carcassonne_full.h

# ---- Build rules ---------------------------------------------------------------------------------

.PHONY: all library embedded full
embedded: $(EMBEDDED)
	@:
full: $(if $(IS_ELF),$(if $(filter lua5.4,$(LUA_NAME)),$(FULL_LIBRARY) $(FFI_HEADER) $(ENGINE_OUT)/lib/pkgconfig/carcassonne-full.pc))
	@:
library: $(LIBRARY) $(if $(IS_ELF),$(SHARED_LIBRARY)) $(ENGINE_OUT)/lib/pkgconfig/carcassonne.pc
	@:
# `make` without a target prints how a shell finds the command of this checkout.
SAY_PATH = echo "To run the command carcassonne in this shell, from any folder:"; echo 'export PATH="$(CURDIR)/lua/bin:$$PATH"'
all: $(LIBRARY) $(MODULE) $(SYS_MODULE) $(if $(filter release,$(MODE)),library)
	@$(if $(filter 0:,$(MAKELEVEL):$(filter-out all,$(MAKECMDGOALS))),$(SAY_PATH),:)

# The letter q of `ar` keeps files with equal names from different folders.
$(LIBRARY): $(ENGINE)
	@mkdir -p $(@D) && rm -f $@
	@echo "  AR    $@"
	@$(AR) qcs $@ $^

$(SHARED_LIBRARY): $(SHARED_ENGINE) csrc/make/exports.sh $(wildcard csrc/include/*.h)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@CC="$(CC)" sh csrc/make/exports.sh CARCASSONNE_$(ABI) >$(ENGINE_OBJ)/shared/exports
	@$(CC) $(SHARED) $(LINK) $(LDFLAGS) -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,--version-script=$(ENGINE_OBJ)/shared/exports \
	  -o $@ $(SHARED_ENGINE) $(LDLIBS)
	@ln -sf $(SONAME) $(@D)/libcarcassonne.so

$(FULL_LIBRARY): $(SHARED_ENGINE) $(CORE) $(COMPAT) $(EMBED) csrc/make/exports.sh $(PUBLIC_HEADERS) \
  $(filter %.a,$(FULL_LUA))
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@CC="$(CC)" sh csrc/make/exports.sh CARCASSONNE_FULL_$(ABI) csrc/embed/carcassonne_full.h >$(OBJ)/full_exports
	@$(CC) $(SHARED) $(LINK) $(LDFLAGS) -Wl,-soname,$(FULL_SONAME) -Wl,-z,defs -Wl,--version-script=$(OBJ)/full_exports \
	  -o $@ $(SHARED_ENGINE) $(CORE) $(COMPAT) $(EMBED) $(FULL_LUA) $(LDLIBS)
	@ln -sf $(FULL_SONAME) $(@D)/libcarcassonne-full.so

$(FFI_HEADER): csrc/make/ffi.sh $(PUBLIC_HEADERS)
	@mkdir -p $(@D)
	@CC="$(CC)" sh csrc/make/ffi.sh >$@.new && mv $@.new $@

$(MODULE): $(CORE) $(COMPAT) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(SHARED) $(STAYS) $(LINK) $(LDFLAGS) -o $@ $(CORE) $(COMPAT) $(LIBRARY) $(LDLIBS)

$(SYS_MODULE): $(SYS) $(COMPAT)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(SHARED) $(STAYS) $(LINK) $(LDFLAGS) -o $@ $(SYS) $(COMPAT) $(LDLIBS)

# For C programs that use a library in this folder (`carcassonne env` sets the path for pkg-config).
# `make install` writes other files.
$(ENGINE_OUT)/lib/pkgconfig/%.pc: Makefile csrc/include/carcassonne.h
	@mkdir -p $(@D)
	@printf '%s\n' 'Name: $*' 'Description: the rules engine, as it is built in $(CURDIR)' 'Version: $(VERSION)' \
	  'Cflags: -I"$(CURDIR)/csrc/include" -I"$(CURDIR)/csrc/embed"' 'Libs: -L"$(CURDIR)/$(ENGINE_OUT)/lib" -l$*' 'Libs.private: $(LDLIBS)' >$@

# The complete library for programs that embed Lua, such as the tests.
$(EMBEDDED): $(EMBED) $(BINDING) $(ENGINE)
	@mkdir -p $(@D) && rm -f $@
	@echo "  AR    $@"
	@$(AR) qcs $@ $^

# The only file that depends on THREADS is compiled again when THREADS has changed.
THREADED := $(ENGINE_OBJ)/csrc/engine/util/threads.o $(ENGINE_OBJ)/shared/csrc/engine/util/threads.o
$(THREADED): $(ENGINE_OBJ)/threads
ifeq ($(THREADS),1)
$(THREADED): private C_FLAGS += -DCARC_THREADS -D_POSIX_C_SOURCE=200809L -pthread
endif
$(ENGINE_OBJ)/threads: private CONTENT = $(THREADS)
$(ENGINE_OBJ)/target: private CONTENT = $(MACHINE)
.PHONY: always
$(ENGINE_OBJ)/threads $(ENGINE_OBJ)/target: always
	@mkdir -p $(@D)
	@echo $(CONTENT) | cmp -s - $@ || echo $(CONTENT) >$@

$(ENGINE_OBJ)/csrc/engine/%.o: csrc/engine/%.c $(SETTINGS)
	@mkdir -p $(@D)
	@$(call PRINT_CC,$<)
	@$(CC) $(C_FLAGS) -MMD -MP -c -o $@ $<

$(ENGINE_OBJ)/shared/csrc/engine/%.o: csrc/engine/%.c $(SETTINGS)
	@mkdir -p $(@D)
	@$(call PRINT_CC,$< (shared))
	@$(CC) $(C_FLAGS) -fvisibility=default -fno-semantic-interposition -MMD -MP -c -o $@ $<

$(ENGINE_OBJ)/csrc/embed/files.o: csrc/make/embed.sh csrc/embed/files.h $(shell find lua/carcassonne -name '*.lua') $(SETTINGS)
	@mkdir -p $(@D)
	@$(call PRINT_CC,the Lua files)
	@LUA="$(LUA)" sh csrc/make/embed.sh >$(@D)/files.c
	@$(CC) -std=c11 $(PIC) -fvisibility=hidden -Icsrc/embed -c -o $@ $(@D)/files.c

$(OBJ)/%.o: %.c $(SETTINGS)
	@mkdir -p $(@D)
	@$(call PRINT_CC,$<)
	@$(CC) $(C_FLAGS) -Icsrc/lua -Icsrc/embed $(patsubst -I%,-isystem%,$(LUA_INC) $(COMPAT_INC)) \
	  -DCARC_LUA_VERSION_NUM=$(subst .,0,$(LUA_VERSION)) -MMD -MP -c -o $@ $<

include csrc/make/programs.mk

.SECONDARY:
-include $(patsubst %.o,%.d,$(ENGINE) $(SHARED_ENGINE) $(BINDING) $(EMBED) $(TESTS) $(HELPERS) $(BENCH) $(PLATFORM_GAMES) $(FUZZ))

# ---- The targets of `make help` (csrc/make/help.txt) by group, and some others -------------------
#
# A target runs its steps in order even with -j, because csrc/make/setup.sh may have to install a
# compiler first.

export LUA CLANG CARC_SHARED
SETUP := CC="$(CC)" LUA_INC="$(LUA_INC)" COMPAT_INC="$(COMPAT_INC)" sh csrc/make/setup.sh
WITH = sh csrc/make/env.sh
RUN = $(WITH) $(OUT) $(LUA)

# Runs steps in the MODE of a target.
.PHONY: programs objects benchmark fuzz-programs
programs: all $(if $(filter release,$(MODE)),full) $(PROGRAMS) $(OUT)/tests/golden_games
	@:
objects: $(ENGINE) $(BINDING) $(filter-out %/files.o,$(EMBED)) $(TESTS) $(HELPERS) $(BENCH) $(PLATFORM_GAMES) $(FUZZ)
	@:
fuzz-programs: $(FUZZ_PROGRAMS)
	@:
benchmark: all $(OUT)/bench/bench $(OUT)/bench/fixed_games $(OUT)/bench/clock.so
	@:

# Installs missing packages and builds, for targets and for scripts.
.PHONY: needs ready test-programs benchmark-ready
needs:
	@$(SETUP) build run
ready: needs
	@$(MAKE) MODE=release all
benchmark-ready: needs
	@$(MAKE) MODE=release benchmark
test-programs:
	@$(SETUP) build test
	@$(MAKE) MODE=release programs

.PHONY: help
help:
	@sed '1,/^$$/d; s/ *|.*//' csrc/make/help.txt

# ---- Start here ----------------------------------------------------------------------------------

.PHONY: play demo test check

play:
	@$(SETUP) build run
	@$(MAKE) -s MODE=release $(MODULE) $(SYS_MODULE)
	@$(RUN) lua/bin/carcassonne play --bot 2

demo:
	@echo "make demo: compiles the engine and plays thousands of games; about half a minute, and a minute more if packages are missing"
	@$(SETUP) build run
	@$(MAKE) MODE=release $(MODULE) $(SYS_MODULE)
	@$(RUN) examples/demo.lua build/demo
	@echo; $(SAY_PATH)

test: test-programs
	@CARC_TEST_TIER=quick CARC_TEST_SCALE=small $(TEST)

check: test

# ---- Test ----------------------------------------------------------------------------------------

.PHONY: test-all test-full docs-run verify scenarios attacks crash combinations sanitize fuzz threads coverage

OTHER_LUAS := lua5.1 lua5.2 lua5.3 luajit
OTHERS_WITHOUT := build install python site
# Specs that are not run again with another Lua or with sanitizers, because they would find nothing
# new: they run programs, read pages, draw, or replay.
ONCE := build install python site isolation html plugin docs pages screen shares pictures svg bundle play compare analyse manual cli verify expansion_logs locale output_files autosave
# Specs that are also unnecessary with sanitizers: they run commands and readers in Lua. With
# another Lua they may find differences.
LUA_ALONE := lab hook_costs new tiles testing view jcz_fuzz plain_texts

# test-all runs every test; SCALE=small plays fewer random games. test-full also runs the tests in
# the other Luas, except those that build and install.
SCALE ?= full
TEST = $(WITH) $(OUT) sh .ci/test.sh $(OUT)/tests

test-all: test-programs
	@CARC_TEST_SCALE=$(SCALE) $(TEST)

test-full:
	@$(SETUP) test-full docs doc
	@for lua in $(OTHER_LUAS); do LUA=$$lua sh csrc/make/setup.sh lua && $(MAKE) LUA=$$lua module || exit 1; done
	@status=0; CARC_LUAS="lua5.4 $(OTHER_LUAS)" $(MAKE) test-all || status=1; $(MAKE) crash || status=1; \
	for lua in $(filter-out $(LUA_NAME),$(OTHER_LUAS)); do echo "== $$lua"; \
	  CARC_TEST_WITHOUT="$(OTHERS_WITHOUT)" $(MAKE) LUA=$$lua SCALE=small test-all || status=1; done; exit $$status

# Tests the blocks of code in the pages and the targets in csrc/make/help.txt. TIER=quick tests the
# part that `make test` runs.
TIER ?= full

docs-run:
	@$(SETUP) build test docs
	@$(MAKE) MODE=release all
	@$(RUN) .ci/check_blocks.lua counts
	@$(RUN) "$$(command -v busted)" -o plainTerminal $(if $(filter quick,$(TIER)),--exclude-tags=full) \
	  spec/programs/manual_spec.lua spec/programs/pages_spec.lua

# Replays recorded games, and scenarios with expected results. Games whose rules are not supported
# are listed but do not fail (status 2). VERIFY_OPTIONS="--limit 5" verifies fewer games; `$(RUN)
# spec/interop_tools.lua verify --help` lists all options.
verify:
	@if [ -d "$(CARC_SHARED)/data/logs" ]; then \
	  $(MAKE) ready && $(RUN) spec/interop_tools.lua verify $(VERIFY_OPTIONS) "$(CARC_SHARED)"/data/logs/*.jsonl.gz \
	    $$(ls "$(CARC_SHARED)"/data/further/*.jsonl.gz 2>/dev/null); \
	else \
	  echo "verify: skipped, no recorded games in $(CARC_SHARED)/data/logs (set CARC_SHARED)"; \
	fi

scenarios:
	@if [ -d "$(CARC_SHARED)/data/scenarios" ]; then \
	  $(MAKE) ready && { $(RUN) spec/interop_tools.lua scenario "$(CARC_SHARED)"/data/scenarios*/*/*.jcz || [ $$? -eq 2 ]; }; \
	else \
	  echo "scenarios: skipped, none in $(CARC_SHARED)/data/scenarios (set CARC_SHARED)"; \
	fi

# Runs hostile scripts, each in its own process: those of the tests, and those of ATTACKS if it
# exists.
ATTACKS ?= $(CARC_SHARED)/data/attacks

attacks: ready
	@$(RUN) .ci/attacks.lua spec/fixtures/attacks
	@if [ -f "$(ATTACKS)/cases.lua" ]; then $(RUN) .ci/attacks.lua "$(ATTACKS)"; else \
	  echo "attacks: no further scripts in $(ATTACKS) (set ATTACKS)"; \
	fi

# Interrupts the program KILLS times while it writes: by SIGKILL, by a full disk, or by too few
# descriptors. CRASH_SEED changes the times.
JOBS ?= $(shell nproc)
KILLS ?= 200
CRASH_SEED ?= 1

crash: ready
	@sh .ci/jobs.sh $(JOBS) '$(RUN) tests/crash/crash.lua $(KILLS) $(CRASH_SEED) $$job/$(JOBS)'

# Plays GAMES random combinations of expansions and options, from number FIRST.
GAMES ?= 1000
FIRST ?= 1

combinations: ready
	@sh .ci/jobs.sh $(JOBS) '$(RUN) .ci/combinations.lua $$((($(GAMES) + $(JOBS) - job) / $(JOBS))) $$(($(FIRST) + job - 1)) $(JOBS)'

sanitize: SCALE = least
sanitize: ready
	@$(SETUP) build test
	@$(MAKE) MODE=sanitize programs
	@CARC_TEST_SCALE=$(SCALE) CARC_TEST_WITHOUT="$(ONCE) $(LUA_ALONE)" CARC_PRELOAD="$$($(CC) -print-file-name=libasan.so)" \
	  $(WITH) build/sanitize sh .ci/test.sh build/sanitize/tests

# Plays games on threads, in a separate build with ThreadSanitizer.
threads:
	@$(SETUP) build test
	@$(MAKE) MODE=race build/race/tests/test_playouts build/race/tests/test_threads
	@CARC_TEST_SCALE=small build/race/tests/test_playouts
	@CARC_TEST_SCALE=small build/race/tests/test_threads

# Runs the fuzz targets in turn, MINUTES together; TARGET selects some. tests/fuzz/README.md
# describes them. EXECUTIONS counts the executions of all runs.
MINUTES ?= 8
EXECUTIONS ?= tests/fuzz/EXECUTIONS

fuzz: ready
	@$(SETUP) fuzz test
	@$(MAKE) MODE=fuzz fuzz-programs
	@EXECUTIONS="$(EXECUTIONS)" sh tests/fuzz/run.sh $$(($(MINUTES) * 60)) $(or $(TARGET),$(FUZZ_TARGETS))

coverage:
	@$(SETUP) build test coverage
	@$(MAKE) MODE=release all
	@$(MAKE) MODE=coverage programs
	@$(CC) $(SHARED) -fPIC -O2 $(LUA_INC) -o build/coverage/linehook.so .ci/linehook.c
	@sh .ci/coverage.sh

# ---- Measure (tests/bench/measure.sh has the rare ones) ------------------------------------------

.PHONY: bench instructions results planted

# YARDSTICK names a program that measures the machine (tests/bench/report.lua).
bench: benchmark-ready
	@YARDSTICK="$(YARDSTICK)" BENCH_COMPILER="$$($(CC) --version | head -1)" $(RUN) tests/bench/report.lua build/bench

instructions:
	@$(SETUP) build instructions
	@$(MAKE) MODE=release benchmark
	@sh tests/bench/instructions.sh build/bench

results:
	@sh tests/bench/measure.sh results

# Measures what bots do with twelve house rules (tests/planted): PLANTED_GAMES games of each rule,
# and PLANTED_MCTS_GAMES with mcts.
PLANTED_GAMES ?= 100
PLANTED_MCTS_GAMES ?= 2

planted: ready
	@$(RUN) tests/planted/measure.lua all $(PLANTED_GAMES) $(PLANTED_MCTS_GAMES)

# ---- Build and install ---------------------------------------------------------------------------

.PHONY: module bundle

module:
	@$(SETUP) build
	@$(MAKE) MODE=release all

# Writes all Lua modules of the library into one file, which needs only the compiled module beside
# it.
bundle:
	@$(SETUP) lua
	@mkdir -p build/bundle
	@$(LUA) csrc/make/bundle.lua build/bundle/carcassonne.lua
	@echo "all Lua modules in one: build/bundle/carcassonne.lua"

include csrc/make/install.mk
include csrc/make/platform_rules.mk

# ---- Maintain ------------------------------------------------------------------------------------

.PHONY: lint format grammar doc clean security-contact

lint:
	@$(SETUP) build lint
	@LUA_INC="$(LUA_INC)" sh .ci/lint.sh

format:
	@$(SETUP) format
	@clang-format -i $$(sh .ci/c_files.sh)

# Writes annotations and manuals from the table of words.
grammar: ready
	@$(WITH) build $(LUA) csrc/make/grammar.lua

# Builds the site, with a folder for each version; DOC sets another place for it.
DOC ?= build/doc
DOC_PAGES = $(DOC)-pages

doc:
	@$(SETUP) doc
	@rm -rf "$(DOC)/$(VERSION)" "$(DOC_PAGES)" && mkdir -p "$(DOC)" "$(DOC_PAGES)/annotations"
	@$(LUA) csrc/make/luals2ldoc.lua "$(DOC_PAGES)/annotations"
	@$(LUA) csrc/make/site.lua pages "$(DOC_PAGES)"
	@$(LUA) "$$(command -v ldoc)" -q -c csrc/make/config.ld -d "$(DOC_PAGES)/site/reference" "$(DOC_PAGES)/annotations"
	@DOC_TITLE="carcassonne $(VERSION)" DOC_PAGES="$(abspath $(DOC_PAGES)/site)" DOC_THEME="$(abspath csrc/make/site)" \
	  PYTHONWARNINGS=ignore mkdocs build --strict -f "$(DOC_PAGES)/mkdocs.yml" -d "$(abspath $(DOC)/$(VERSION))" >"$(DOC_PAGES)/log" 2>&1 || { cat "$(DOC_PAGES)/log" >&2; exit 1; }
	@(echo; cat csrc/make/reference.css) >>"$(DOC)/$(VERSION)/reference/ldoc.css"
	@$(LUA) csrc/make/site.lua finish "$(DOC)" "$(VERSION)"
	@echo "the manuals and the reference: $(DOC)/index.html"

# Prints where to report a fault of the sandbox; see lua/doc/SECURITY.md.
security-contact:
	@echo "$(or $(SECURITY_CONTACT),no address is set; ask the person from whom you have this copy)"

clean:
	@rm -rf build
