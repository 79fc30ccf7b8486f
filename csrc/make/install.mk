# install.mk: installation folders, and the targets that install and uninstall. Part of the
# Makefile.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/carcassonne
# The folders in which the Lua of LUA finds Lua files and C modules.
LUADIR ?= $(DATADIR)/lua/$(LUA_VERSION)
LUALIBDIR ?= $(LIBDIR)/lua/$(LUA_VERSION)
# The folder in which Python finds packages. That of Debian for PREFIX=/usr.
PYTHONDIR ?= $(PREFIX)/lib/python3/dist-packages
DESTDIR ?=

PLACES := PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR DOCDIR LUADIR LUALIBDIR PYTHONDIR
# The absolute path of a folder, which may contain blanks.
BLANK := $(subst ,, )
whole = $(subst ?,$(BLANK),$(abspath $(subst $(BLANK),?,$(1))))
INSTALL = $(foreach place,$(PLACES),$(place)="$(call whole,$($(place)))") DESTDIR="$(DESTDIR)" LUA="$(LUA)" LUA_NAME="$(LUA_NAME)" \
  LUA_PACKAGE="$(firstword $(foreach name,$(LUA_NAMES),$(shell pkg-config --exists $(name) 2>/dev/null && echo $(name))) $(LUA_NAME))" \
  VERSION="$(VERSION)" ABI="$(ABI)" THREADS="$(THREADS)" MAKE="$(MAKE)" sh csrc/make/install.sh "$(ENGINE_OUT)" "$(OUT)"

MANUAL = LUA="$(LUA)" sh csrc/make/manual.sh $(ENGINE_OUT)/share $(OUT)

.PHONY: install install-library install-lua install-rock install-rock-cli installed-files uninstall

install: all embedded full
	@$(MANUAL)
	@$(INSTALL) install library lua full

# Installs the files for programs in C. Lua is needed only for the manual.
install-library: library
	@$(MANUAL) library
	@$(INSTALL) install library

# Installs the files for a further Lua. Its command is carcassonne-LUA; an existing command
# carcassonne is kept.
install-lua: all embedded
	@$(MANUAL)
	@FURTHER=yes $(INSTALL) install lua

# Removes the files of `make install` for this LUA and these folders, except those that another Lua
# needs.
uninstall:
	@$(INSTALL) uninstall library lua full

# Lists the files of `make install`, one per line.
installed-files:
	@$(INSTALL) files library lua full

# Targets for luarocks: the library and its module; and the command, in luarocks' wrapper.
install-rock: all
	@$(INSTALL) install rock
install-rock-cli:
	@$(INSTALL) install rock_cli

.PHONY: abi abi-accept dist distcheck distbuild

# Checks that programs compiled with the stored interfaces still run with the shared libraries; and
# stores new interfaces.
ACCEPT = $(patsubst abi-%,%,$(filter abi-%,$@))
abi abi-accept:
	@$(SETUP) build run abi
	@$(MAKE) MODE=abi build/abi/lib/$(SONAME) build/abi/lib/$(FULL_SONAME)
	@sh .ci/abi.sh build/abi/lib/$(SONAME) csrc/engine/abi.xml.gz $(ACCEPT)
	@sh .ci/abi.sh build/abi/lib/$(FULL_SONAME) csrc/embed/abi.xml.gz $(ACCEPT)

# Packs the sources in build/. `distcheck` also builds and tests the package, `distbuild` also
# builds it.
dist distcheck distbuild:
	@sh csrc/make/dist.sh "$(VERSION)" $(patsubst dist%,%,$@)
