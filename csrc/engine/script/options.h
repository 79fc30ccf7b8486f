/*
** offer.h: options that scripts and spans add to a decision.
*/
#ifndef CARC_OFFER_H
#define CARC_OFFER_H

#include "script/verbs.h"
#include "play/action.h"

/* Adds an option behind the others. False, with a message, if there are too many. */
bool carc_add_option (const carc_definition *d, carc_state *s, carc_action option, int weight,
                      carc_error *err);
/* Takes all options away. */
void carc_clear_options (const carc_definition *d, carc_state *s);

/* Adds the placements of the tile in hand that fit only with a span. False if a script failed. */
bool carc_offer_spans (call *c);
/* Puts the tile in hand down as a placement with a span says. */
void carc_place_with_span (call *c, const carc_action_fields *f);

/* Offers what the statements of a phase say, while its options are collected. */
carc_status carc_offer_as_stated (call *c, const phase_row *row, carc_error *err);
/* Asks a phase for its options; the question it puts. False if the script failed. */
bool carc_collect_options (call *c, int row, carc_question *question);

#endif
