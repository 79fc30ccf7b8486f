/*
** options.h: the options that scripts and spans add to a decision.
*/
#ifndef CARC_OPTIONS_H
#define CARC_OPTIONS_H

#include "carcassonne.h"
#include "carcassonne_script.h"

/* Appends an option. Returns false, with a message, if there are too many options. */
bool carcE_add_option (const carc_definition *d, carc_state *s, carc_action option, int weight,
                       carc_error *err);
/* Checks that the running phase may add options now. */
carc_status carcE_check_may_offer (const carc_call *c, carc_error *err);
/*
** Adds an option for an item found on this tile (or NONE), unless the option already exists. If
** `deploys` is true, the option is a deployment.
*/
carc_status carcE_add_found_option (carc_call *c, const carc_action_fields *found, int tile, bool deploys,
                                    int among, carc_error *err);
/* Removes all options. */
void carcE_clear_options (const carc_definition *d, carc_state *s);

#endif
