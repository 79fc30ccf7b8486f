/* explain.h: explains the rating of an action. */
#ifndef CARC_EXPLAIN_H
#define CARC_EXPLAIN_H

#include "search/workspace.h"

/*
** Explains an action of the first level for a player and the best opponent. Returns false if a
** script failed.
*/
bool carcX_explain (carc_search *x, int player, int index, carc_explanation *out, carc_error *err);

#endif
