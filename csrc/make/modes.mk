# modes.mk: the build MODEs, each with its own flags and objects; and THREADS. Part of the Makefile.
#
# The mode `release` writes to build/lib, build/lua and build/tests; any other mode M writes to
# build/M/. The mode `rock` is `release` for another Lua, for luarocks. The lint modes only compile.
# lint-gcc makes no position-independent code: then constant tables of pointers count as constant,
# which lets .ci/lint.sh distinguish them from variables.

MODE ?= release

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wold-style-definition -Wvla -Wundef -Wcast-qual -Wcast-align \
  -Wwrite-strings -Wpointer-arith -Wformat=2 -Wimplicit-fallthrough -Wdouble-promotion
WARN_GCC := -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wjump-misses-init
WARN_CLANG := -Wunreachable-code -Wassign-enum -Wcomma

PIC := -fPIC
include csrc/make/platforms.mk
ifneq ($(filter release rock,$(MODE)),)
# Vectorization is disabled: useful vectors are written explicitly, and automatic ones make loops of
# three or four steps slower. Results do not contain names of folders.
FLAGS := -O3 -fno-tree-vectorize -ffile-prefix-map=$(CURDIR)=.
else ifeq ($(MODE),sanitize)
FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
LINK := -fsanitize=address,undefined
else ifeq ($(MODE),fuzz)
FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -fno-sanitize-coverage=trace-cmp
LINK := -fsanitize=address,undefined,fuzzer
override CC := $(CLANG)
else ifeq ($(MODE),race)
FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=thread
LINK := -fsanitize=thread
override THREADS := 1
else ifeq ($(MODE),coverage)
FLAGS := -O0 -g --coverage -fprofile-update=atomic
LINK := --coverage
else ifeq ($(MODE),abi)
FLAGS := -Og -g -ffile-prefix-map=$(CURDIR)=.
override CC := gcc
else ifeq ($(MODE),lint-gcc)
FLAGS := -O2 $(WARN_GCC) -Werror
PIC := -fno-pic -fno-pie
override CC := gcc
else ifeq ($(MODE),lint-clang)
FLAGS := -O0 $(WARN_CLANG) -Werror
override CC := $(CLANG)
else ifeq ($(filter $(PLATFORMS),$(MODE)),)
$(error MODE is release, rock, sanitize, race, coverage, abi, lint-gcc, lint-clang, or one of $(PLATFORMS))
endif

include csrc/make/target.mk
ifneq ($(filter release rock,$(MODE)),)
FLAGS += $(HARDENING)
LINK := $(HARDENING_LINK)
endif

# With THREADS=1 playouts may run on several POSIX threads. By default the library uses no threads.
THREADS ?= 0
ifeq ($(filter 0 1,$(THREADS)),)
$(error THREADS=$(THREADS) is neither 0 nor 1)
endif
ifeq ($(THREADS),1)
LDLIBS += -pthread
endif
