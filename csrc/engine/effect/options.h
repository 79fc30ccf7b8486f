/*
** options.h: options that scripts and spans add to a decision.
*/
#ifndef CARC_OPTIONS_H
#define CARC_OPTIONS_H

#include "carcassonne.h"
#include "carcassonne_script.h"

/* Adds an option after the others. False, with a message, if there are too many. */
bool carcE_add_option (const carc_definition *d, carc_state *s, carc_action option, int weight,
                       carc_error *err);
/* Whether the phase that runs makes options now; says what is wrong if not. */
carc_status carcE_check_may_offer (const carc_call *c, carc_error *err);
/* Adds one for something that was found on this tile (NONE: on none), unless it is there; a deployment, if it deploys. */
carc_status carcE_add_found_option (carc_call *c, const carc_action_fields *found, int tile, bool deploys,
                                    int among, carc_error *err);
/* Takes all options away. */
void carcE_clear_options (const carc_definition *d, carc_state *s);

#endif
