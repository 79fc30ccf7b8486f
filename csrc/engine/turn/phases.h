/*
** phases.h: runs the phases of scripts at a timing, and adds the options of phases at the timing
** `anytime`.
*/
#ifndef CARC_PHASES_H
#define CARC_PHASES_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"

/* Sets the number of actions: `usual` regular actions, and the options in the list. */
static inline void set_actions (const carc_definition *d, carc_state *s, int usual) {
  if (d->at.n_options > 0) s->n_usual = (uint16_t)usual;
  s->n_actions = (uint16_t)(usual + s->n_options);
}

/*
** Adds the options of phases at the timing `anytime` to a decision of the player whose turn it is.
** Returns false if a script failed.
*/
bool carcT_add_anytime_options (carc_call *c);

/* Asks the question of the phase s->at.phase. Returns false if the phase asks nothing. */
bool carcT_ask_phase (carc_call *c);
/* Called after the answer: whether the question is asked again, or asked of the next player. */
bool carcT_asks_again (carc_call *c, bool again);

/*
** Removes the deployments that scripts forbid from the options with an index from `first` on.
** Returns false if a script failed.
*/
bool carcT_filter_offered_deployments (carc_call *c, int first, int player);

/*
** Calls a phase to begin, or to carry out the chosen option (0 is a pass). Returns false if it
** failed.
*/
bool carcT_run_phase (carc_call *c, int phase, carc_phase_call reason, carc_action chosen, bool *again);

/*
** Ends the phase s->at.phase. The position is then at the phase's timing, before its other phases.
*/
void carcT_end_phase (carc_call *c);

/*
** Runs the phases at the timing s->at, until one asks or waits for tiles. Returns true after the
** last phase.
*/
bool carcT_run_phases (carc_call *c);

#endif
