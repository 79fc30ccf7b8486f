# platforms.mk: the platforms that this is built for from here, each a MODE with its compiler. Part of the Makefile.
#
# What is built for them is static, and so is what they need: Lua and cmocka, from sources that csrc/make/sources.sh brings. So nothing of the
# platform but its compiler, and something to run its programs, has to be there.

PLATFORMS := clang i386 musl arm64 s390x windows
COMPILER_clang := clang
COMPILER_i386 := i686-linux-gnu-gcc
COMPILER_musl := musl-gcc
COMPILER_arm64 := aarch64-linux-gnu-gcc
COMPILER_s390x := s390x-linux-gnu-gcc
COMPILER_windows := x86_64-w64-mingw32-gcc
# What runs its programs here.
RUN_arm64 := qemu-aarch64
RUN_s390x := qemu-s390x
RUN_windows := wine

ifneq ($(filter $(PLATFORMS),$(MODE)),)
override CC := $(COMPILER_$(MODE))
override AR := ar
FLAGS := -O2 -fno-tree-vectorize
LINK := -static
SOURCES := build/sources
override LUA_INC := -I$(SOURCES)/lua/src
override CMOCKA_LIBS = $(ENGINE_OUT)/lib/libcmocka.a
override LUA_LIBS = $(ENGINE_OUT)/lib/liblua.a -lm
CPPFLAGS += $(if $(wildcard $(SOURCES)/cmocka/include),-isystem $(SOURCES)/cmocka/include)
endif
