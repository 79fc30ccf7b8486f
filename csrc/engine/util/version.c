/*
** version.c: which library this is, for programs that were compiled with another header.
*/
#include "carcassonne.h"

const char *carc_version (void) { return CARC_VERSION; }

int carc_abi_version (void) { return CARC_ABI_VERSION; }
