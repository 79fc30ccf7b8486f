# platforms.mk: the platforms for cross compilation, each a MODE with its compiler. Part of the
# Makefile.
#
# Their programs are linked statically with Lua and cmocka, whose sources csrc/make/sources.sh
# downloads. So a platform needs only its compiler and a way to run its programs.

PLATFORMS := clang i386 musl arm64 s390x windows
COMPILER_clang := clang
COMPILER_i386 := i686-linux-gnu-gcc
COMPILER_musl := musl-gcc
COMPILER_arm64 := aarch64-linux-gnu-gcc
COMPILER_s390x := s390x-linux-gnu-gcc
COMPILER_windows := x86_64-w64-mingw32-gcc
# The command that runs the programs of the platform on this machine.
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
