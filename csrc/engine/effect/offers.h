/*
** offers.h: the options that a phase offers, by statements or by its script.
*/
#ifndef CARC_OFFERS_H
#define CARC_OFFERS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "board/state.h"
#include "query/item.h"

/* Collects the options of a phase and its question. Returns false if the script failed. */
bool carcE_collect_options (carc_call *c, int row, carc_question *question);

/*
** Offers an option for each item that a selector finds. `number` is the number of each option, or
** NONE.
*/
carc_status carcE_offer_all_found (carc_call *c, query *q, int of, bool deploys, int number, carc_error *err);

#endif
