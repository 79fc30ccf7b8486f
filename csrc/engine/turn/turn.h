/*
** turn.h: where a turn goes from here. Each function goes on until a decision waits, the game is over, or a script has failed.
*/
#ifndef CARC_TURN_H
#define CARC_TURN_H

#include "board/state.h"

/* A turn begins; or only its next draw. */
void carcT_begin_turn (carc_call *c);
void carcT_draw_turn_tile (carc_call *c);

/* The window is over; the second where the game is plain (carc_definition). */
void carcT_finish_part (carc_call *c);
void carcT_finish_unscripted_part (carc_call *c);

/* Asks whether a further part of the turn is taken. */
void carcT_ask_extra_part (carc_call *c);

/* A further part of the turn begins. */
void carcT_begin_next_part (carc_call *c);

/* The turn is over: with the phases at its end, or past them. */
void carcT_end_turn (carc_call *c);
void carcT_pass_turn (carc_call *c);

/* The phases at this point go on from `stage`, then what comes after them. */
void carcT_resume_phases (carc_call *c);

/* No tile is left. A turn whose further part finds none is over, unless that part was compulsory: then the game is. */
void carcT_end_turns (carc_call *c);

/* Scores what is to be scored at the end. */
void carcT_end_game (carc_call *c);

#endif
