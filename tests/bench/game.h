/*
** game.h: the games that are measured.
*/
#ifndef CARC_BENCH_GAME_H
#define CARC_BENCH_GAME_H

#include "carcassonne.h"

/*
** `rules` is base, or traders for both sets. `allocator` may be NULL. Never fails: says why and ends the program.
*/
carc_definition *define_game (const char *rules, int players, const char *edition,
                              const carc_allocator *allocator);

/* Ends the program with the error's message unless `status` is CARC_OK. */
void want_ok (carc_status status, const carc_error *err);

/* A generator of choices; any seed but 0. Its next number is from 0 to n - 1. */
int choose (uint64_t *random, int n);

/* Plays up to `most` uniform choices; returns how many decisions that were. */
long play_choices (const carc_definition *d, carc_state *s, uint64_t *random, long most);

/* Begins the game of this seed and plays it to its end; returns how many decisions it had. */
long play_game (const carc_definition *d, carc_state *s, uint64_t seed, uint64_t *random);

#endif
