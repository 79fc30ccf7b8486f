/* hook_rows.h: combined properties of the hooks of a game. */
#ifndef CARC_HOOK_ROWS_H
#define CARC_HOOK_ROWS_H

#include "carcassonne_script.h"

/* CARC_HOOK_FLAG_... of all hooks that are not NULL, combined; 0 if there are none. */
unsigned carcM_hook_flags (const carc_hooks *h);

#endif
