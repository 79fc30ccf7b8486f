/*
** options.h: options that scripts and spans add to a decision.
*/
#ifndef CARC_OPTIONS_H
#define CARC_OPTIONS_H

#include "carcassonne.h"

/* Adds an option behind the others. False, with a message, if there are too many. */
bool carc_add_option (const carc_definition *d, carc_state *s, carc_action option, int weight,
                      carc_error *err);
/* Takes all options away. */
void carc_clear_options (const carc_definition *d, carc_state *s);

#endif
