/*
** turn.h: where a turn goes from here. Each function goes on until a decision waits, the game is over, or a script has failed.
*/
#ifndef CARC_TURN_H
#define CARC_TURN_H

#include "board/state.h"

/* A turn begins; or only its next draw. */
void carc_begin_turn (call *c);
void carc_next_tile (call *c);

/* The window is over; the second where the game is plain (carc_definition). */
void carc_finish_part (call *c);
void carc_finish_unscripted_part (call *c);

/* Asks whether a further part of the turn is taken. */
void carc_ask_extra (call *c);

/* A further part of the turn begins. */
void carc_next_part (call *c);

/* The turn is over: with the phases at its end, or past them. */
void carc_next_turn (call *c);
void carc_pass_turn (call *c);

/* The phases at this point go on from `stage`, then what comes behind them. */
void carc_resume_phases (call *c);

/* No tile is left. A turn whose further part finds none is over, unless that part was compulsory: then the game is. */
void carc_end_turns (call *c);

/* Scores what is to be scored at the end. */
void carc_end_game (call *c);

#endif
