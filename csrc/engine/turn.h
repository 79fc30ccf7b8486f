/*
** turn.h: the turn machine. A state waits for one decision; each function here carries one out and goes on
** to the next decision.
**
** Where the time of a random game with Traders & Builders goes, in instructions (callgrind, 200,000 a game): 48 % a
** tile put down (21 % the rim of the board, the rest joining and counting), 9 % looking where pieces may stand,
** 15 % drawing and legal placements, 8 % choosing by index, 6 % the fields at the end. What could not be foretold
** cost as much again, so that most of this is written without branches: 530 wrong guesses a game, from 1,500.
*/
#ifndef CARC_TURN_H
#define CARC_TURN_H

#include "offer.h"

/* Begins the game on a state that is the definition's image: sets the generator, draws the first tile. */
void begin_game (call *c, uint64_t seed);

/* Draws this type: into the hand or, if nothing takes it, aside. The bag must hold it. */
void take_type (call *c, int type);

/* Carries out the action with this index, which must be legal. Afterwards c->failed tells whether a hook failed. */
void decide (call *c, int index);

/* The player gives up; must not have yet. */
void resign (call *c, int player);

/*
** Plays the first `decisions` decisions of `of` again, into `out`, and what was drawn after them. The
** listener hears events above `since`. False, with `err`, if a hook fails now.
*/
bool replay (const carc_definition *d, carc_state *out, const carc_state *of, uint32_t decisions, int since,
             carc_sink sink, void *ud, carc_error *err);

/* What a game is played again from. */
typedef struct past {
  const uint8_t *history;
  int used;
  uint64_t seed, generator;
  uint32_t steps;
} past;
past past_of (const carc_definition *d, const carc_state *s);

/* A history being read again, step by step; `out` is a state of its own. */
typedef struct replayer {
  call c;
  past of;
  int at; /* in the history */
} replayer;
replayer begin_replay (const carc_definition *d, carc_state *out, const past *of, carc_error *err);
/* What comes next; 0 when the history is over. */
carc_action next_in_history (const replayer *r);
void step_replay (replayer *r);

#endif
