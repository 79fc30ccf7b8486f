# target.mk: what depends on the system that CC compiles for, as CC names it. Part of the Makefile.

TARGET := $(shell $(CC) -dumpmachine 2>/dev/null)

ifneq ($(findstring mingw,$(TARGET)),)
# printf as C has it, and no pointers into what is loaded elsewhere.
SYSTEM_FLAGS := -D__USE_MINGW_ANSI_STDIO=1
PIC :=
EXE := .exe
SHARED := -shared
AS_NEEDED := -Wl,--as-needed
else ifneq ($(findstring darwin,$(TARGET)),)
SHARED := -bundle -undefined dynamic_lookup
else
IS_ELF := yes
SHARED := -shared
AS_NEEDED := -Wl,--as-needed
# As Lua 5.1 closes, it may take the module out of memory before the last finaliser of its objects has run.
STAYS := -Wl,-z,nodelete
# For release builds: the stack and calls of libc are checked, and the tables of the dynamic linker are read-only.
HARDENING := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
HARDENING_LINK := -Wl,-z,relro -Wl,-z,now
endif
