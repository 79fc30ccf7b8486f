/*
** phases.h: phases of scripts: those at one point of a turn, one after the other, and those that add to any decision.
*/
#ifndef CARC_PHASES_H
#define CARC_PHASES_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"

/* The decision has this many actions of the usual kinds, and the options in the list. */
static inline void set_actions (const carc_definition *d, carc_state *s, int usual) {
  if (d->at.n_options > 0) s->n_usual = (uint16_t)usual;
  s->n_actions = (uint16_t)(usual + s->n_options);
}

/* The options that phases at any time add to a decision of the player whose turn it is. False if a script failed. */
bool carcT_add_anytime_options (carc_call *c);

/* Puts the question of the phase `stage`; false if it has none, so that the turn goes on. */
bool carcT_ask_phase (carc_call *c);
/* Once it is answered: whether it is to be put again, or to the next player whom it may ask. */
bool carcT_asks_again (carc_call *c, bool again);

/* Takes the options from `first` on away that deploy what scripts refuse. False if one failed. */
bool carcT_filter_offered_deployments (carc_call *c, int first, int player);

/* Lets the phase `stage` act: as it begins, or on an option that was chosen (0: a pass). False if it failed. */
bool carcT_run_phase (carc_call *c, carc_phase_call reason, carc_action chosen, bool *again);

/* The phase `stage` is over: on to the next one, or, if `once_more`, back to where it leads; whether it went back. */
bool carcT_finish_phase (carc_call *c, bool once_more);

/* Goes through the phases at this point from `stage` on, until one asks. True when all are over. */
bool carcT_run_phases (carc_call *c);

#endif
