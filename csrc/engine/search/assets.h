/*
** assets.h: what scripts give a player, and what it is expected to be worth at the end of the game.
*/
#ifndef CARC_ASSETS_H
#define CARC_ASSETS_H

#include "search/workspace.h"

/* Lists the assets of a definition in `list`; returns their number. `list` may be NULL. */
int carcX_list_assets (const carc_definition *d, asset list[CARC_MAX_ASSETS]);

/* The default worths of an asset. */
const double *carcX_usual_worths (const carc_definition *d, asset a);

const char *carcX_kind_of_asset (asset a);
/* The full name of a variable, token, reserve or step; NULL for a term. */
const char *carcX_name_of_asset (const carc_definition *d, asset a);

/* Decides what evaluations include, by the worths and by x->blind. */
void carcX_choose_assets (carc_search *x);

/*
** Writes the value of each asset for each player. `terms` are those of an evaluation. A step of the
** final scoring whose function fails counts 0 from then on.
*/
void carcX_find_assets (carc_search *x, const carc_state *s, const evaluation_terms *terms,
                        double out[CARC_MAX_PLAYERS][CARC_MAX_ASSETS]);

/*
** Computes what the steps are worth in a state. Evaluations that do not look closely take the value
** in x->assumed.
*/
evaluation carcX_value_steps (carc_search *x, const carc_state *s);

/* Computes what the assets of each player are worth. `terms` are those of an evaluation. */
evaluation carcX_value_assets (carc_search *x, const carc_state *s, const evaluation_terms *terms);

#endif
