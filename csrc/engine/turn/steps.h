/* steps.h: advances a turn until a decision waits, the game is over, or a script fails. */
#ifndef CARC_STEPS_H
#define CARC_STEPS_H

#include "board/state.h"

/* How a step ends. The table in steps.c has the step that follows. */
typedef enum turn_exit {
  EXIT_NEXT,         /* regular */
  EXIT_FURTHER_PART, /* the player takes a further part */
  EXIT_TURN_OVER,    /* no tile is left for a further part */
  EXIT_NO_TILE,      /* no tile is left for the next turn */
  EXIT_GAME_OVER,    /* no tile is left, or no player */
  EXIT_COUNT,
  EXIT_STAYS = EXIT_COUNT, /* the step has set the next step itself */
  EXIT_WAITS               /* a decision waits, the game is over, or a script failed */
} turn_exit;

/* Continues with the step s->at. */
void carcT_advance (carc_call *c);
/* Ends the step s->at in this way, and continues. */
void carcT_leave_step (carc_call *c, turn_exit by);

/*
** Continues after the deployment in an unscripted game (carc_definition). It is faster than
** carcT_advance.
*/
void carcT_finish_unscripted_part (carc_call *c);

/* Begins the further part that the player takes. Returns how the step ends. */
turn_exit carcT_take_extra_part (carc_call *c);
turn_exit carcT_decline_extra_part (carc_call *c);

/* The step that follows the phases of a timing. */
turn_step carcT_step_after (turn_step timing);

#endif
