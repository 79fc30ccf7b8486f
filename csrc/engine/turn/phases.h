/* phases.h: runs the phases of scripts at a timing, and adds options of those at anytime. */
#ifndef CARC_PHASES_H
#define CARC_PHASES_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"

/* Sets the number of actions: the regular ones and the options in the list. */
static inline void set_actions (const carc_definition *d, carc_state *s, int usual) {
  if (d->at.n_options > 0) s->n_usual = (uint16_t)usual;
  s->n_actions = (uint16_t)(usual + s->n_options);
}

/* Adds the options of anytime phases to a decision of the turn player. False if a script failed. */
bool carcT_add_anytime_options (carc_call *c);

/* Asks the question of the phase s->at.phase; false if it has none. */
bool carcT_ask_phase (carc_call *c);
/* After the answer: whether the question is asked again, or of the next player. */
bool carcT_asks_again (carc_call *c, bool again);

/* Removes deployments that scripts refuse from the options since `first`. False if one failed. */
bool carcT_filter_offered_deployments (carc_call *c, int first, int player);

/* Runs a phase: its start, or an option that was chosen (0: a pass). False if it failed. */
bool carcT_run_phase (carc_call *c, int phase, carc_phase_call reason, carc_action chosen, bool *again);

/* Ends the phase s->at.phase: the turn is at its timing, before the remaining phases. */
void carcT_end_phase (carc_call *c);

/* Runs the phases of the timing s->at until one asks or waits for tiles. True after the last. */
bool carcT_run_phases (carc_call *c);

#endif
