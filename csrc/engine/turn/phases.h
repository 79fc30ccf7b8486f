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

/* Puts the question of the phase s->at.phase; false if it has none. */
bool carcT_ask_phase (carc_call *c);
/* Once it is answered: whether it is to be put again, or to the next player whom it may ask. */
bool carcT_asks_again (carc_call *c, bool again);

/* Takes the options from `first` on away that deploy what scripts refuse. False if one failed. */
bool carcT_filter_offered_deployments (carc_call *c, int first, int player);

/* Lets a phase act: as it begins, or on an option that was chosen (0: a pass). False if it failed. */
bool carcT_run_phase (carc_call *c, int phase, carc_phase_call reason, carc_action chosen, bool *again);

/* The phase s->at.phase is over: the turn is at its timing again, before the phases that are left. */
void carcT_end_phase (carc_call *c);

/* Goes through the phases of the timing s->at, until one asks or waits for tiles. True when all are over. */
bool carcT_run_phases (carc_call *c);

#endif
