# programs.mk: links the programs of tests, fuzz targets and benchmarks. Part of the Makefile.

$(PROGRAMS): $(OUT)/tests/%$(EXE): $(OBJ)/tests/%.o $(HELPERS) $(EMBEDDED)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $< $(HELPERS) $(EMBEDDED) $(AS_NEEDED) $(CMOCKA_LIBS) $(LUA_LIBS) $(LDLIBS)

$(PROGRAMS) $(OUT)/tests/run_lua$(EXE): $(filter %.a,$(CMOCKA_LIBS) $(LUA_LIBS))

$(OUT)/tests/golden_games$(EXE): $(OBJ)/tests/platforms/golden_games.o $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/tests/run_lua$(EXE): $(OBJ)/tests/platforms/run_lua.o $(EMBEDDED)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $< $(EMBEDDED) $(LUA_LIBS) $(LDLIBS)

# A host that exports its own names to loaded modules.
$(OUT)/tests/test_host: private LINK += $(if $(EXE),,-rdynamic)

$(OUT)/bench/bench $(OUT)/bench/fixed_games: \
  $(OUT)/bench/%: $(OBJ)/tests/bench/%.o $(OBJ)/tests/bench/game.o $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/bench/clock.so: $(OBJ)/tests/bench/clock.o
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(SHARED) $(LINK) $(LDFLAGS) -o $@ $<

$(FUZZ_PROGRAMS): $(OUT)/targets/%: $(OBJ)/tests/fuzz/fuzz.o $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(LINK) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(if $(filter $(LUA_FUZZ),$*),$(LUA_LIBS)) $(LDLIBS)
$(OUT)/targets/session: $(OBJ)/tests/fuzz/acting_hooks.o
$(foreach t,$(filter-out $(LUA_FUZZ),$(FUZZ_TARGETS)),$(eval $(OUT)/targets/$t: $(OBJ)/tests/fuzz/$t.o))
$(addprefix $(OUT)/targets/,$(LUA_FUZZ)): $(OBJ)/tests/fuzz/lua_target.o $(OBJ)/tests/fuzz/lua_memory.o $(BINDING)
