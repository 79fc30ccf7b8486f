/*
** steps.h: going from step to step of a turn, until a decision waits, the game is over, or a script has failed.
*/
#ifndef CARC_STEPS_H
#define CARC_STEPS_H

#include "board/state.h"

/* How a step is left. What comes then is said by the table in steps.c. */
typedef enum turn_exit {
  EXIT_NEXT,         /* as usual */
  EXIT_FURTHER_PART, /* a further part of the turn is taken */
  EXIT_TURN_OVER,    /* no tile is left for a further part */
  EXIT_NO_TILE,      /* no tile is left for the next turn */
  EXIT_GAME_OVER,    /* no tile is left for anybody, or nobody takes a turn any more */
  EXIT_COUNT,
  EXIT_STAYS = EXIT_COUNT, /* the step has said itself where the turn goes on */
  EXIT_WAITS               /* a decision waits, the game is over, or a script has failed */
} turn_exit;

/* Goes on with the step s->at. */
void carcT_advance (carc_call *c);
/* Leaves the step s->at in this way, and goes on. */
void carcT_leave_step (carc_call *c, turn_exit by);

/* The deployment is over, in a game that is unscripted (carc_definition). */
void carcT_finish_unscripted_part (carc_call *c);

/* The player takes the further part of the turn, or does not. How the step is left then. */
turn_exit carcT_take_extra_part (carc_call *c);
turn_exit carcT_decline_extra_part (carc_call *c);

/* What comes after the phases of a timing. */
turn_step carcT_step_after (turn_step timing);

#endif
