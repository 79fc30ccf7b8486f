# lua.mk: the Lua that LUA names: its version, and the flags for its headers and library. Part of
# the Makefile.

# The Lua for which the module is built: lua5.1 to lua5.5, or luajit.
LUA ?= lua5.4
LUA_NAME := $(notdir $(LUA))
# If the name has no version (lua), this Lua itself is asked for the version.
LUA_VERSION := $(if $(filter luajit%,$(LUA_NAME)),5.1,$(patsubst 5%,5.%,$(subst .,,$(patsubst lua%,%,$(patsubst lua-%,%,$(LUA_NAME))))))
ifeq ($(LUA_VERSION),)
LUA_VERSION := $(shell $(LUA) -e 'io.write((_VERSION:gsub("Lua ", "")))')
endif
ifeq ($(filter lua5.1 lua51 lua-5.1 lua5.2 lua52 lua-5.2 lua5.3 lua53 lua-5.3 lua5.4 lua54 lua-5.4 lua5.5 lua55 lua-5.5 lua luajit%,$(LUA_NAME)),)
$(error LUA=$(LUA) is none of lua5.1 to lua5.5 and luajit; set it to one of these)
endif

# The flags for Lua and cmocka. Set LUA_INC and LUA_LIBS if pkg-config does not find them. LUA_LIBS
# is only for programs that embed Lua. The module uses the Lua of its host.
pc = $(shell for p in $(2); do pkg-config --exists $$p 2>/dev/null && pkg-config $(1) $$p && exit; done; echo "$(3)")
LUA_NAMES := $(if $(filter luajit%,$(LUA_NAME)),luajit,lua$(LUA_VERSION) lua$(subst .,,$(LUA_VERSION)) lua-$(LUA_VERSION))
ifeq ($(origin LUA_INC),undefined)
LUA_INC := $(call pc,--cflags,$(LUA_NAMES),-I/usr/include/$(if $(filter luajit%,$(LUA_NAME)),luajit-2.1,$(LUA_NAME)))
endif
# Before Lua 5.3 the module needs compat-5.3.
ifneq ($(filter 5.1 5.2,$(LUA_VERSION)),)
COMPAT_INC ?= -I/usr/include/lua$(LUA_VERSION)
endif
ifeq ($(origin LUA_LIBS),undefined)
LUA_LIBS := $(call pc,--libs,$(LUA_NAMES),-l$(LUA_NAME))
endif
CMOCKA_LIBS ?= -lcmocka
