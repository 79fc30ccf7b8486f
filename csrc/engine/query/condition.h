/*
** condition.h: whether a script is to be called at all, as its `when` says.
*/
#ifndef CARC_CONDITION_H
#define CARC_CONDITION_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "query/query.h"

/* What a hook's own questions are about: what the hook is. */
void carcQ_set_subject (carc_call *c, query *q);

/* The rows of a hook whose filters let this item pass, which the hook is about; none once the call has failed. */
carc_row_set carcQ_find_open_rows (carc_call *c, carc_hook hook, const query_item *this);

/* Whether they may let some tile of this type pass, wherever it is put down: what shuts all of them need not be asked again. */
bool carcQ_may_hold_for_type (carc_call *c, carc_hook hook, int type);

/* Whether a filter of the definition lets what the query is about pass. */
bool carcQ_condition_holds (query *q, int when);

/* What a phase is about: what has scored, or who was given points, or the last tile. */
query_item carcQ_phase_subject (const carc_definition *d, const carc_state *s, const phase_row *row);

/* Whether a phase is to act, or to ask. */
bool carcQ_phase_is_due (carc_call *c, const phase_row *row);

#endif
