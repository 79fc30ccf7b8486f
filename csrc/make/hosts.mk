# hosts.mk: the Lua module as hosts take it: packed, tried out and measured in each Lua. Part of the Makefile.

# The rocks, built for each Lua into a tree of its own and tried out from another folder; skipped with a message where luarocks or
# a Lua is missing.
.PHONY: rock rock-needs
rock-needs:
	@$(SETUP) build run
rock:
	@for lua in lua5.4 $(OTHER_LUAS); do $(MAKE) LUA=$$lua rock-needs; done
	@sh .ci/rock.sh lua5.4 $(OTHER_LUAS)

# All Lua modules of the library in one file, for hosts that want one beside the compiled module.
.PHONY: bundle
bundle:
	@$(SETUP) lua
	@mkdir -p build/bundle
	@$(LUA) csrc/make/bundle.lua build/bundle/carcassonne.lua
	@echo "all Lua modules in one: build/bundle/carcassonne.lua"

# A server in nginx, which has a LuaJIT of its own.
.PHONY: nginx
nginx:
	@$(MAKE) LUA=luajit module
	@$(MAKE) MODE=release all
	@sh .ci/nginx.sh

# What the module costs in each Lua, a table.
.PHONY: bench-luas
bench-luas:
	@for lua in lua5.4 $(OTHER_LUAS); do LUA=$$lua sh csrc/make/setup.sh lua && $(MAKE) LUA=$$lua MODE=release all || exit 1; done
	@lua5.4 tests/bench/luas.lua lua5.4 $(OTHER_LUAS)

help::
	@echo "make rock         builds both rocks with luarocks for each Lua that is here, and tries them out"
	@echo "make bundle       writes all Lua modules into one file, build/bundle/carcassonne.lua"
	@echo "make nginx        plays with the server of examples/nginx, where nginx with its Lua module can be had"
	@echo "make bench-luas   measures the module in each Lua: to begin with, and games a second"
