/*
** explain.h: why an action is rated as it is.
*/
#ifndef CARC_EXPLAIN_H
#define CARC_EXPLAIN_H

#include "search/workspace.h"

/* What a player and the best opponent gain by an action of the first level's state, into `out`. False if a script failed. */
bool carcX_explain (carc_search *x, int player, int index, carc_explanation *out, carc_error *err);

#endif
