/*
** query.h: finding what a selector means, and whether something passes one.
*/
#ifndef CARC_QUERY_H
#define CARC_QUERY_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/board.h"
#include "board/state.h"
#include "query/availability.h"
#include "query/item.h"

/* Whether a thing passes: all keys of the selector but its kind hold. */
bool carcQ_passes (query *q, int selector, const thing *t);

/* Calls for each thing found, in order, until it says false; the return says whether it came to the end. */
bool carcQ_visit_found (query *q, int selector, visitor visit, void *ud);

/* The same for those that are in a thing, or on it. */
bool carcQ_visit_found_in (query *q, int selector, const thing *outer, visitor visit, void *ud);

/* Whether so many are found as the selector's `least` and `most` say. */
bool carcQ_holds (query *q, int selector);

/* Whether nobody deploys a piece there, as `blocked` says: a thing with its piece, segment and player; of a span its tile alone. */
bool carcQ_is_deployment_blocked (call *c, const thing *deployment);

#endif
