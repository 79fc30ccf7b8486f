# love.mk: the game in examples/love. LÖVE runs LuaJIT, so it wants the module for that. Part of the Makefile.

.PHONY: love love-dist love-test
LOVE := MODE=release LUA=luajit
love:
	@sh csrc/make/setup.sh love
	@$(MAKE) $(LOVE) module
	@$(WITH) build/luajit love examples/love

love-dist:
	@sh csrc/make/setup.sh love
	@$(MAKE) $(LOVE) module
	@sh csrc/make/love.sh dist build/love

# Plays a whole game under Xvfb; skipped with a message where LÖVE or Xvfb cannot be had.
love-test:
	@$(SETUP) build && sh csrc/make/setup.sh love love-test || echo "love-test: what is missing cannot be installed here"
	@$(MAKE) MODE=release all && $(MAKE) $(LOVE) module
	@sh csrc/make/love.sh test

help::
	@echo "make love         plays the game in examples/love, on LÖVE 11"
	@echo "make love-dist    makes build/love: carcassonne.love, and the module that belongs beside it"
	@echo "make love-test    plays that game under Xvfb by mouse and keys; pictures in build/love-shots"
