/* game.h: the games that the benchmarks play. */
#ifndef CARC_BENCH_GAME_H
#define CARC_BENCH_GAME_H

#include "carcassonne.h"

/*
** Defines a game. `rules` is "base", or "traders" for both built-in sets. `allocator` may be NULL.
** On failure, prints the error and exits.
*/
carc_definition *define_game (const char *rules, int players, const char *edition,
                              const carc_allocator *allocator);

/* If `status` is not CARC_OK, prints the error and ends the program. */
void want_ok (carc_status status, const carc_error *err);

/* Returns a random number from 0 to n - 1. The seed must not be 0. */
int choose (uint64_t *random, int n);

/* Plays up to `most` uniformly random decisions; returns the number of decisions. */
long play_choices (const carc_definition *d, carc_state *s, uint64_t *random, long most);

/* Plays a game with this seed to its end; returns the number of decisions. */
long play_game (const carc_definition *d, carc_state *s, uint64_t seed, uint64_t *random);

#endif
