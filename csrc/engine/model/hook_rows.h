/*
** hook_rows.h: what holds of the hooks of a game, all together.
*/
#ifndef CARC_HOOK_ROWS_H
#define CARC_HOOK_ROWS_H

#include "carcassonne_script.h"

/* The bits of those that are there, CARC_HOOK_...; 0 without any. */
unsigned carcM_hook_flags (const carc_hooks *h);

#endif
