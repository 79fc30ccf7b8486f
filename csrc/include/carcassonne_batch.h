/*
** carcassonne_batch.h: several games that advance together, for programs that learn to play.
*/
#ifndef CARCASSONNE_BATCH_H
#define CARCASSONNE_BATCH_H

#include "carcassonne_space.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
** A *batch* has `n` states of one definition, whose draws are seeded. In each step, each state
** takes one action. A game that has ended begins again at once. The caller owns all memory, fills
** the fields, and calls carc_batch_reset.
*/
typedef struct carc_batch {
  const carc_definition *def;
  const carc_action_space *space;
  int n;
  carc_state *const *states; /* by game; each a block as for carc_state_init */
  uint64_t *seeds;           /* by game: the seed of its next game; a new game adds n */
  int *players;              /* out: by game, the player who decides */
  int *rewards;              /* out: by game and player, the points that the step added */
  unsigned char *ended;      /* out: by game, a carc_batch_end */
  unsigned char *masks;      /* out: by game, carc_action_space_mask */
} carc_batch;

/* How the game before a step's new game has ended. */
typedef enum carc_batch_end {
  CARC_BATCH_END_NONE,    /* it continues */
  CARC_BATCH_END_OVER,    /* the game is over */
  CARC_BATCH_END_OUTSIDE, /* no legal action has a number: all cells are outside of the window */
} carc_batch_end;

/*
** Begins all games, and writes `players`, `masks`, and zeros in `rewards` and `ended`. If a hook
** fails, *failed is the index of its game, and the games before it have begun.
*/
carc_status carc_batch_reset (const carc_batch *batch, int *failed, carc_error *err);
/*
** Applies the legal action with the number numbers[i] to game i. CARC_ERR_ILLEGAL if a number is
** not legal; then *failed is the index of its game, and nothing has changed. CARC_ERR_SCRIPT if a
** hook fails; then *failed is the index of its game, and the games before it have taken their step.
*/
carc_status carc_batch_step (const carc_batch *batch, const int *numbers, int *failed, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
