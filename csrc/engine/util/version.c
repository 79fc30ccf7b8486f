/*
** version.c: the version of the library at run time, which may differ from that of the header.
*/
#include "carcassonne.h"

const char *carc_version (void) { return CARC_VERSION; }

int carc_abi_version (void) { return CARC_ABI_VERSION; }
