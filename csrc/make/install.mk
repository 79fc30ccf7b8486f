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

# For one more Lua, beside those for which it is installed. Its command is carcassonne-LUA; a command carcassonne that is there stays.
install-lua: all embedded
	@$(MANUAL)
	@FURTHER=yes $(INSTALL) install lua

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

.PHONY: abi abi-accept dist distcheck distbuild

# Whether programs that were compiled with the headers as they were kept still run with the shared library; and to keep new ones.
abi abi-accept:
	@$(SETUP) build-library abi
	@$(MAKE) MODE=abi build/abi/lib/$(SONAME)
	@sh .ci/abi.sh build/abi/lib/$(SONAME) $(patsubst abi-%,%,$(filter abi-%,$@))

# The sources as one file, in build/; distcheck builds and tests what is packed, distbuild only builds it.
dist distcheck distbuild:
	@sh csrc/make/dist.sh "$(VERSION)" $(patsubst dist%,%,$@)
