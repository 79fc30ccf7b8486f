# install.mk: where things are installed, and the targets that put them there, or away. Part of the Makefile.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/carcassonne
# Where the Lua of LUA finds Lua files, and modules in C.
LUADIR ?= $(DATADIR)/lua/$(LUA_VERSION)
LUALIBDIR ?= $(LIBDIR)/lua/$(LUA_VERSION)
DESTDIR ?=

PLACES := PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR DOCDIR LUADIR LUALIBDIR
# The whole path of one, in which blanks may stand.
BLANK := $(subst ,, )
whole = $(subst ?,$(BLANK),$(abspath $(subst $(BLANK),?,$(1))))
INSTALL = $(foreach place,$(PLACES),$(place)="$(call whole,$($(place)))") DESTDIR="$(DESTDIR)" LUA="$(LUA)" LUA_NAME="$(LUA_NAME)" \
  LUA_PACKAGE="$(firstword $(foreach name,$(LUA_NAMES),$(shell pkg-config --exists $(name) 2>/dev/null && echo $(name))) $(LUA_NAME))" \
  VERSION="$(VERSION)" ABI="$(ABI)" THREADS="$(THREADS)" MAKE="$(MAKE)" sh csrc/make/install.sh "$(ENGINE_OUT)" "$(OUT)"

MANUAL = LUA="$(LUA)" sh csrc/make/manual.sh $(ENGINE_OUT)/share $(OUT)

.PHONY: install install-library install-lua install-rock install-rock-cli installed-files uninstall

install: all embedded
	@$(MANUAL)
	@$(INSTALL) install library lua

# For programs in C alone: Lua is not needed, but for the manual.
install-library: library
	@$(MANUAL) library
	@$(INSTALL) install library

# For one more Lua, beside those for which it is installed.
install-lua: all embedded
	@$(MANUAL)
	@$(INSTALL) install lua

# Takes away what `make install` with the same LUA and places has put there, but for what another Lua's needs, too.
uninstall:
	@$(INSTALL) uninstall library lua

# What `make install` puts there, a line each.
installed-files:
	@$(INSTALL) files library lua

# Called by luarocks: the library and its module; the command, which luarocks makes find its modules.
install-rock: all
	@$(INSTALL) install rock
install-rock-cli:
	@$(INSTALL) install rock_cli

.PHONY: abi abi-accept dist distcheck distbuild check

# Whether programs that were compiled with the headers as they were kept still run with the shared library; and to keep new ones.
abi abi-accept:
	@$(SETUP) build-library abi
	@$(MAKE) MODE=abi build/abi/lib/$(SONAME)
	@sh .ci/abi.sh build/abi/lib/$(SONAME) $(patsubst abi-%,%,$(filter abi-%,$@))

# The sources as one file, in build/.
dist:
	@sh csrc/make/dist.sh "$(VERSION)"

distcheck:
	@sh csrc/make/dist.sh "$(VERSION)" check
distbuild:
	@sh csrc/make/dist.sh "$(VERSION)" build

check: test

help::
	@echo "for make install  BINDIR, LIBDIR, INCLUDEDIR, DATADIR, MANDIR, LUADIR, LUALIBDIR say more closely where, DESTDIR below what"
	@echo "make install-lua  the parts for LUA alone, beside those for other Luas; make install-library those for C"
	@echo "make uninstall    takes away what make install has put there, but for what other Luas need; installed-files lists it"
	@echo "make check        the same as make test"
	@echo "make dist         packs the sources into build/carcassonne-$(VERSION).tar.gz; distcheck builds and tests what is packed, distbuild only builds it"
	@echo "make abi          compares the C interface with the one that is kept; make abi-accept keeps the new one"
