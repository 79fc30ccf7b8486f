# carcassonne: the engine (csrc/engine), its Lua module (csrc/binding), the Lua side (lua).
# `make help` tells what there is to do.

MAKEFLAGS += --no-print-directory

ifeq ($(origin CC),default)
CC := gcc
endif
AR ?= ar
# The Lua that the module is for, and that runs it: lua5.1, lua5.2, lua5.3, lua5.4 or luajit.
LUA ?= lua5.4
LUA_NAME := $(notdir $(LUA))
# Where the name says nothing, as lua does, that Lua is asked.
LUA_VERSION := $(if $(filter luajit%,$(LUA_NAME)),5.1,$(patsubst 5%,5.%,$(subst .,,$(patsubst lua%,%,$(patsubst lua-%,%,$(LUA_NAME))))))
ifeq ($(LUA_VERSION),)
LUA_VERSION := $(shell $(LUA) -e 'io.write((_VERSION:gsub("Lua ", "")))')
endif
ifeq ($(filter lua5.1 lua51 lua-5.1 lua5.2 lua52 lua-5.2 lua5.3 lua53 lua-5.3 lua5.4 lua54 lua-5.4 lua luajit%,$(LUA_NAME)),)
$(error LUA=$(LUA) is none of lua5.1, lua5.2, lua5.3, lua5.4 and luajit; set it to one of these)
endif
CLANG ?= clang
PREFIX ?= /usr/local
# Where `make install` puts the Lua files, the module and the command.
LUADIR ?= $(PREFIX)/share/lua/$(LUA_VERSION)
LIBDIR ?= $(PREFIX)/lib/lua/$(LUA_VERSION)
BINDIR ?= $(PREFIX)/bin
DESTDIR ?=
# Where the recorded games for `make verify` are; they are no part of this repository.
CARC_SHARED ?= ../shared

# Lua's and cmocka's flags. Set LUA_INC and LUA_LIBS where pkg-config does not know.
# LUA_LIBS serves only programs that embed Lua; the module gets Lua from its host.
pc = $(shell for p in $(2); do pkg-config --exists $$p 2>/dev/null && pkg-config $(1) $$p && exit; done; echo "$(3)")
LUA_NAMES := $(if $(filter luajit%,$(LUA_NAME)),luajit,lua$(LUA_VERSION) lua$(subst .,,$(LUA_VERSION)) lua-$(LUA_VERSION))
ifeq ($(origin LUA_INC),undefined)
LUA_INC := $(call pc,--cflags,$(LUA_NAMES),-I/usr/include/$(if $(filter luajit%,$(LUA_NAME)),luajit-2.1,$(LUA_NAME)))
endif
# Before 5.3 the module is built with compat-5.3.
ifneq ($(filter 5.1 5.2,$(LUA_VERSION)),)
COMPAT_INC ?= -I/usr/include/lua$(LUA_VERSION)
endif
ifeq ($(origin LUA_LIBS),undefined)
LUA_LIBS := $(call pc,--libs,$(LUA_NAMES),-l$(LUA_NAME))
endif
CMOCKA_LIBS ?= -lcmocka

# ---- Modes: the same sources, each mode with its own objects --------------------------------
#
# release puts its results in build/lib, build/lua and build/tests; another mode M in build/M/. rock is release for
# another Lua, as luarocks wants it.
# The lint modes only compile. lint-gcc makes no position-independent code: there constant tables
# of pointers count as constant, which lets .ci/lint.sh tell them from variables.

MODE ?= release

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wold-style-definition -Wvla -Wundef -Wcast-qual -Wcast-align \
  -Wwrite-strings -Wpointer-arith -Wformat=2 -Wimplicit-fallthrough -Wdouble-promotion
WARN_GCC := -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wjump-misses-init
WARN_CLANG := -Wunreachable-code -Wassign-enum -Wcomma

PIC := -fPIC
ifneq ($(filter release rock,$(MODE)),)
# The vectors that pay are written out; those that a compiler finds in loops of three or four steps do not.
FLAGS := -O3 -fno-tree-vectorize
else ifeq ($(MODE),sanitize)
FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
LINK := -fsanitize=address,undefined
else ifeq ($(MODE),coverage)
FLAGS := -O0 -g --coverage
LINK := --coverage
else ifeq ($(MODE),arm64)
FLAGS := -O3 -fno-tree-vectorize
override CC := aarch64-linux-gnu-gcc
override AR := aarch64-linux-gnu-ar
override CMOCKA_LIBS := -lcmocka
else ifeq ($(MODE),lint-gcc)
FLAGS := -O2 $(WARN_GCC) -Werror
PIC := -fno-pic -fno-pie
override CC := gcc
else ifeq ($(MODE),lint-clang)
FLAGS := -O1 $(WARN_CLANG) -Werror
override CC := $(CLANG)
else
$(error MODE is release, rock, sanitize, coverage, arm64, lint-gcc or lint-clang)
endif

# Of another Lua than 5.4 each mode has objects and results of its own, too.
FOR := $(if $(filter lua5.4,$(LUA_NAME)),,-$(LUA_NAME))
OBJ := build/obj/$(MODE)$(FOR)
OUT := $(if $(filter release,$(MODE)),build$(patsubst -%,/%,$(FOR)),build/$(MODE)$(FOR))

# CFLAGS, CPPFLAGS and LDFLAGS are the caller's to add to.
C_FLAGS := -std=c11 $(WARN) $(FLAGS) $(PIC) -fvisibility=hidden -Icsrc/engine $(CPPFLAGS) $(CFLAGS)
LDLIBS += -lm

ifeq ($(shell uname -s),Darwin)
SHARED := -bundle -undefined dynamic_lookup
else
SHARED := -shared
AS_NEEDED := -Wl,--as-needed
endif

ENGINE := $(patsubst %.c,$(OBJ)/%.o,$(wildcard csrc/engine/*/*.c))
BINDING := $(patsubst %.c,$(OBJ)/%.o,$(wildcard csrc/binding/*.c))
# tests/test_*.c are programs, other files in tests/ are shared by them.
TESTS := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/test_*.c))
HELPERS := $(filter-out $(TESTS),$(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/*.c)))
# tests/bench/ has programs of its own, for `make bench` and `make instructions`.
BENCH := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/bench/*.c))
LIBRARY := $(OUT)/lib/libcarcassonne.a
MODULE := $(OUT)/lua/carcassonne/core.so
PROGRAMS := $(patsubst $(OBJ)/tests/%.o,$(OUT)/tests/%,$(TESTS))

.PHONY: all
all: $(LIBRARY) $(MODULE)
	@:

$(LIBRARY): $(ENGINE)
	@mkdir -p $(@D) && rm -f $@
	@echo "  AR    $@"
	@$(AR) rcs $@ $^

$(MODULE): $(BINDING) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(SHARED) $(LINK) $(LDFLAGS) -o $@ $(BINDING) $(LIBRARY) $(LDLIBS)

# The tests reach the binding too, as a host does that links everything statically.
$(OUT)/lib/libbinding.a: $(BINDING)
	@mkdir -p $(@D) && rm -f $@
	@$(AR) rcs $@ $^

$(PROGRAMS): $(OUT)/tests/%: $(OBJ)/tests/%.o $(HELPERS) $(OUT)/lib/libbinding.a $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $< $(HELPERS) $(OUT)/lib/libbinding.a $(LIBRARY) \
	  $(AS_NEEDED) $(CMOCKA_LIBS) $(LUA_LIBS) $(LDLIBS)

# A host that opens its own names to what it loads.
$(OUT)/tests/test_host: private LINK += -rdynamic

$(OUT)/bench/bench $(OUT)/bench/fixed_games: \
  $(OUT)/bench/%: $(OBJ)/tests/bench/%.o $(OBJ)/tests/bench/game.o $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/bench/clock.so: $(OBJ)/tests/bench/clock.o
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(SHARED) $(LINK) $(LDFLAGS) -o $@ $<

$(OBJ)/csrc/engine/%.o: csrc/engine/%.c Makefile
	@mkdir -p $(@D)
	@echo "  CC    $<"
	@$(CC) $(C_FLAGS) -MMD -MP -c -o $@ $<

$(OBJ)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  CC    $<"
	@$(CC) $(C_FLAGS) -Icsrc/binding $(patsubst -I%,-isystem%,$(LUA_INC) $(COMPAT_INC)) \
	  -DCARC_LUA_VERSION_NUM=$(subst .,0,$(LUA_VERSION)) -MMD -MP -c -o $@ $<

.SECONDARY:
-include $(patsubst %.o,%.d,$(ENGINE) $(BINDING) $(TESTS) $(HELPERS) $(BENCH))

# Steps of the targets below, in the MODE that they give.
.PHONY: programs objects benchmark
programs: all $(PROGRAMS)
	@:
objects: $(ENGINE) $(BINDING) $(TESTS) $(HELPERS) $(BENCH)
	@:
benchmark: all $(OUT)/bench/bench $(OUT)/bench/fixed_games $(OUT)/bench/clock.so
	@:

# ---- What to do -------------------------------------------------------------------------------
#
# Each of these runs its steps in order, whatever -j says: .ci/setup.sh may install a compiler
# before the build begins.

export LUA CLANG CARC_SHARED
SETUP := CC="$(CC)" LUA_INC="$(LUA_INC)" COMPAT_INC="$(COMPAT_INC)" sh .ci/setup.sh
WITH = sh .ci/env.sh

.PHONY: test test-full module lua-all demo verify scenarios bench bench-lua instructions install install-rock rock lint grammar format sanitize coverage arm64 doc clean help

OTHER_LUAS := lua5.1 lua5.2 lua5.3 luajit

# Every test with the Lua of LUA; those that play random games play fewer of them. test-full plays all, and runs the tests with
# the other Luas besides.
test: export CARC_TEST_SCALE = small
test-full: export CARC_TEST_SCALE = full
test test-full:
	@$(SETUP) build test
	@$(MAKE) MODE=release programs
	@if [ $@ = test-full ]; then for lua in $(OTHER_LUAS); do $(MAKE) LUA=$$lua module || exit 1; done; fi
	@status=0; $(if $(filter test-full,$@),CARC_LUAS="lua5.4 $(OTHER_LUAS)") $(WITH) $(OUT) sh .ci/test.sh $(OUT)/tests || status=1; \
	if [ $@ = test-full ]; then \
	  for lua in $(filter-out $(LUA_NAME),$(OTHER_LUAS)); do echo "== $$lua"; $(MAKE) LUA=$$lua test || status=1; done; \
	fi; exit $$status

# The module alone, for the Lua of LUA; and for all others than 5.4, in which the same games are played.
module:
	@$(SETUP) build
	@$(MAKE) MODE=release all

lua-all:
	@$(SETUP) build
	@$(MAKE) MODE=release all
	@for lua in $(OTHER_LUAS); do LUA=$$lua sh .ci/setup.sh lua || exit 1; done
	@sh .ci/lua_all.sh $(OTHER_LUAS)

demo:
	@$(SETUP) build run
	@$(MAKE) MODE=release all
	@$(WITH) build $(LUA) examples/demo.lua build/demo

verify:
	@if [ -d "$(CARC_SHARED)/data/logs" ]; then \
	  $(SETUP) build run && $(MAKE) MODE=release all && \
	  $(WITH) build $(LUA) lua/bin/carcassonne verify "$(CARC_SHARED)"/data/logs/*.jsonl.gz; \
	else \
	  echo "verify: skipped, no recorded games in $(CARC_SHARED)/data/logs (set CARC_SHARED)"; \
	fi

# Scenarios whose rules are not covered are told, and are no failure here: status 2.
scenarios:
	@if [ -d "$(CARC_SHARED)/data/scenarios" ]; then \
	  $(SETUP) build run && $(MAKE) MODE=release all && \
	  { $(WITH) build $(LUA) lua/bin/carcassonne scenario "$(CARC_SHARED)"/data/scenarios/*/*.jcz || [ $$? -eq 2 ]; }; \
	else \
	  echo "scenarios: skipped, none in $(CARC_SHARED)/data/scenarios (set CARC_SHARED)"; \
	fi

# YARDSTICK names a program that tells how fast the machine is (tests/bench/report.lua).
bench:
	@$(SETUP) build run
	@$(MAKE) MODE=release benchmark
	@YARDSTICK="$(YARDSTICK)" BENCH_COMPILER="$$($(CC) --version | head -1)" \
	  $(WITH) build $(LUA) tests/bench/report.lua build/bench

# The same of one Lua, LUA: how fast it begins and plays.
bench-lua:
	@$(SETUP) build lua
	@$(MAKE) MODE=release all
	@$(WITH) $(OUT) $(LUA) tests/bench/lua.lua

instructions:
	@$(SETUP) build instructions
	@$(MAKE) MODE=release benchmark
	@sh tests/bench/instructions.sh build/bench

INSTALL = DESTDIR="$(DESTDIR)" LUADIR="$(abspath $(LUADIR))" LIBDIR="$(abspath $(LIBDIR))" BINDIR="$(abspath $(BINDIR))" \
  PREFIX="$(abspath $(PREFIX))" sh .ci/install.sh "$(OUT)"

install: all
	@$(INSTALL) modules command library

# Called by luarocks, which makes the command find its modules.
install-rock: all
	@$(INSTALL) modules plain-command

# The rock, built into a tree of its own and tried out from another folder; skipped with a message where luarocks is missing.
rock:
	@$(SETUP) build run
	@sh .ci/rock.sh

lint:
	@$(SETUP) build lint
	@LUA_INC="$(LUA_INC)" sh .ci/lint.sh

# What the table of words says, into annotations and manuals.
grammar: programs
	@sh .ci/env.sh build $(LUA) .ci/grammar.lua

format:
	@$(SETUP) format
	@clang-format -i $$(sh .ci/c_files.sh)

sanitize:
	@$(SETUP) build test
	@$(MAKE) MODE=sanitize programs
	@CARC_TEST_SCALE=small CARC_PRELOAD="$$($(CC) -print-file-name=libasan.so)" \
	  $(WITH) build/sanitize sh .ci/test.sh build/sanitize/tests

# The tests on 64-bit ARM, under emulation; skipped with a message where the tools are missing.
arm64:
	@sh .ci/arm64.sh

coverage:
	@$(SETUP) build test
	@$(MAKE) MODE=coverage programs
	@$(CC) $(SHARED) -fPIC -O2 $(LUA_INC) -o build/coverage/linehook.so .ci/linehook.c
	@sh .ci/coverage.sh

doc:
	@$(SETUP) doc
	@rm -rf build/doc build/doc-src && mkdir -p build/doc build/doc-src
	@$(LUA) .ci/luals2ldoc.lua build/doc-src
	@$(LUA) "$$(command -v ldoc)" -q -c .ci/config.ld -d build/doc build/doc-src
	@echo "the reference: build/doc/index.html"

clean:
	@rm -rf build

help:
	@echo "make              builds build/lib/libcarcassonne.a and build/lua/carcassonne/core.so"
	@echo "make demo         installs what is missing, builds, and plays games under house rules"
	@echo "make test         installs what is missing, builds, runs the C tests and the Lua tests: about a minute; LUA=luajit for another Lua"
	@echo "make test-full    the same tests at full scale, with some ten times as many random games, then those of every other Lua"
	@echo "make install      installs library, header, module and command; PREFIX=$(PREFIX)"
	@echo "make rock         builds the rock with luarocks into a tree of its own, and tries it out"
	@echo "make verify       replays the recorded games in CARC_SHARED=$(CARC_SHARED), if they are there"
	@echo "make scenarios    plays the scenarios in CARC_SHARED and checks what must come out, if they are there"
	@echo "make bench        measures speed: prints tables, writes build/bench.json; YARDSTICK=program for shares of it"
	@echo "make bench-lua    measures how fast LUA=lua5.1, luajit ... begins and plays"
	@echo "make module       builds the module for LUA=lua5.1, lua5.2, lua5.3 or luajit into build/LUA"
	@echo "make lua-all      builds it for all of them, and plays the same games in each"
	@echo "make instructions counts the instructions of a fixed set of games with valgrind"
	@echo "make lint         compilers' warnings as errors, clang-tidy, luacheck, format, documentation"
	@echo "make grammar      writes what the table of words says into annotations and manuals"
	@echo "make format       formats the C files as .clang-format says"
	@echo "make sanitize     the tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make coverage     the tests, then the share of lines that they ran, for csrc and for lua"
	@echo "make arm64        the C tests, built for 64-bit ARM and run under qemu-user"
	@echo "make doc          writes the reference to build/doc"
	@echo "make clean        removes build"
