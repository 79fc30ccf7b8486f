/* version.c: version of the library, for programs compiled with another header. */
#include "carcassonne.h"

const char *carc_version (void) { return CARC_VERSION; }

int carc_abi_version (void) { return CARC_ABI_VERSION; }
