/*
** offers.h: options that a phase offers, by its statements or by its script.
*/
#ifndef CARC_OFFERS_H
#define CARC_OFFERS_H

#include "carcassonne_script.h"
#include "table/state.h"

/* Asks a phase for its options; the question it puts. False if the script failed. */
bool carc_collect_options (call *c, int row, carc_question *question);

#endif
