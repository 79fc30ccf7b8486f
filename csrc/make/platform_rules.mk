# platform_rules.mk: rules that build Lua and cmocka for a platform from source, rules for Windows,
# and the targets `platforms` and `platforms-short`. Part of the Makefile.

# Runs golden games and tests on the platforms for which this machine has compilers; ONLY=s390x
# selects some. platforms-short plays only the games without Lua.
PLATFORM_NAMES = $(or $(ONLY),$(PLATFORMS))
.PHONY: platforms platforms-short
platforms platforms-short:
	@$(SETUP) build-library
	@sh .ci/platforms.sh $@ $(foreach p,$(PLATFORM_NAMES),"$(p)" "$(COMPILER_$(p))" "$(RUN_$(p))")

ifneq ($(filter $(PLATFORMS),$(MODE)),)
SOURCES_FLAGS := -O2 $(SYSTEM_FLAGS)
LUA_OBJECTS := $(patsubst %.c,$(ENGINE_OBJ)/%.o,$(filter-out %/lua.c %/luac.c %/onelua.c,$(wildcard $(SOURCES)/lua/src/*.c)))

$(ENGINE_OBJ)/$(SOURCES)/lua/src/%.o: $(SOURCES)/lua/src/%.c
	@mkdir -p $(@D)
	@$(CC) -std=gnu99 $(SOURCES_FLAGS) -c -o $@ $<

$(ENGINE_OUT)/lib/liblua.a: $(LUA_OBJECTS)
	@mkdir -p $(@D)
	@echo "  AR    $@"
	@$(AR) rcs $@ $^

$(ENGINE_OUT)/lib/libcmocka.a: $(SOURCES)/cmocka/src/cmocka.c
	@mkdir -p $(@D) $(ENGINE_OBJ)/$(SOURCES)
	@echo "  AR    $@"
	@$(CC) -std=gnu99 $(SOURCES_FLAGS) -w -I$(SOURCES)/cmocka/include -DHAVE_SIGNAL_H -DHAVE_MALLOC_H -DHAVE_INTTYPES_H \
	  -DHAVE_STRUCT_TIMESPEC -c -o $(ENGINE_OBJ)/$(SOURCES)/cmocka.o $<
	@$(AR) rcs $@ $(ENGINE_OBJ)/$(SOURCES)/cmocka.o

# Builds for Windows: Lua as a DLL with its interpreter, the module beside them, and a host in C.
WINDOWS := $(OUT)/windows
$(WINDOWS)/lua54.dll: $(filter-out %/lua.c %/luac.c %/onelua.c,$(wildcard $(SOURCES)/lua/src/*.c))
	@mkdir -p $(@D)
	@$(CC) -std=gnu99 $(SOURCES_FLAGS) -DLUA_BUILD_AS_DLL -shared -o $@ $^
$(WINDOWS)/lua.exe: $(SOURCES)/lua/src/lua.c $(WINDOWS)/lua54.dll
	@$(CC) -std=gnu99 $(SOURCES_FLAGS) -DLUA_BUILD_AS_DLL -o $@ $^
$(WINDOWS)/carcassonne/core.dll: $(CORE) $(COMPAT) $(LIBRARY) $(WINDOWS)/lua54.dll
	@mkdir -p $(@D)
	@$(CC) -shared -static-libgcc -o $@ $^
$(WINDOWS)/carcassonne/sys.dll: $(SYS) $(COMPAT) $(WINDOWS)/lua54.dll
	@mkdir -p $(@D)
	@$(CC) -shared -static-libgcc -o $@ $^
$(WINDOWS)/host.exe: examples/host.c $(LIBRARY)
	@mkdir -p $(@D)
	@$(CC) -std=c11 $(SOURCES_FLAGS) -static -Icsrc/include -o $@ $^

.PHONY: windows-files
windows-files: $(WINDOWS)/lua.exe $(WINDOWS)/carcassonne/core.dll $(WINDOWS)/carcassonne/sys.dll $(WINDOWS)/host.exe
	@:
endif
