# target.mk: settings for the system that CC compiles for. Part of the Makefile.

MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)

ifneq ($(findstring mingw,$(MACHINE)),)
# Uses the printf of standard C, and no pointers into other DLLs.
SYSTEM_FLAGS := -D__USE_MINGW_ANSI_STDIO=1
PIC :=
EXE := .exe
SHARED := -shared
AS_NEEDED := -Wl,--as-needed
else ifneq ($(findstring darwin,$(MACHINE)),)
SHARED := -bundle -undefined dynamic_lookup
else
IS_ELF := yes
SHARED := -shared
AS_NEEDED := -Wl,--as-needed
# Keeps the module loaded: when Lua 5.1 closes, it may unload the module before the last finaliser
# has run.
STAYS := -Wl,-z,nodelete
# For release builds: the stack and calls of libc are checked, and the tables of the dynamic linker
# are read-only.
HARDENING := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
HARDENING_LINK := -Wl,-z,relro -Wl,-z,now
endif
