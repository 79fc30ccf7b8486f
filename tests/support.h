/* support.h: helpers of the tests. A helper that fails ends the test with a message. */
#ifndef CARC_TESTS_SUPPORT_H
#define CARC_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "carcassonne_script.h"

/*
** Number of tries: `full`, a tenth if CARC_TEST_SCALE is small, a fortieth if it is least; at least
** 1.
*/
int times (int full);

/* ---- Memory that is counted ------------------------------------------------------------------ */

/* Counts allocations. Number `fail_at` (from 1; 0: none) fails, and with `stays` all later ones. */
typedef struct pool {
  size_t bytes, most; /* most: limit in bytes; 0: none */
  int blocks, calls, fail_at;
  bool stays;
} pool;

void *pool_resize (void *ud, void *old, size_t old_size, size_t new_size);
/* pool_resize with the arguments of Lua's allocators. Shrinking always succeeds. */
void *pool_resize_for_lua (void *ud, void *old, size_t old_size, size_t new_size);
/* A definition that allocates, with its states, from the pool; NULL, with `err`, on failure. */
carc_definition *define_in (pool *p, const char *text, const carc_hooks *hooks, void *ud, carc_error *err);
/* Checks that all memory was freed. */
void assert_pool_empty (const pool *p);

/* ---- Definitions ----------------------------------------------------------------------------- */

carc_definition *define (const char *text);
carc_definition *define_with (const char *text, const carc_hooks *hooks, void *ud);
/* Checks that the text is refused with both parts in the message ("" for any), for this line. */
void assert_refused (const char *text, int line, const char *part, const char *other);

#define assert_has(text, part) check_has(text, part, __FILE__, __LINE__)
void check_has (const char *text, const char *part, const char *file, int line);

/* ---- Playing --------------------------------------------------------------------------------- */

carc_state *begin (const carc_definition *d, uint64_t seed);
carc_state *copy (const carc_definition *d, const carc_state *s);

carc_action read_action (const carc_definition *d, const carc_state *s, const char *text);
/* The action as text, in a buffer that the next call overwrites. */
const char *show (const carc_definition *d, const carc_state *s, carc_action a);
bool is_legal (const carc_definition *d, const carc_state *s, const char *text);
/* Plays actions separated by `;`. */
void play (const carc_definition *d, carc_state *s, const char *script);
void apply (const carc_definition *d, carc_state *s, carc_action a);
/* Plays a random legal action. */
void play_any (const carc_definition *d, carc_state *s, uint64_t *random);
/* Plays random actions, for a number of decisions or to the end. */
void play_some (const carc_definition *d, carc_state *s, uint64_t *random, int decisions);

int type_in (const carc_definition *d, const char *id);
/* The feature with this segment (`city:N`) of the tile at x, y. */
carc_feature feature_at (const carc_definition *d, const carc_state *s, int x, int y, const char *segment);
/* A parsed selector or filter; errors fail the test. */
carc_selector *selector_of (const carc_definition *d, const char *text);
/* Finds items, like carc_state_find. */
int find_all (const carc_definition *d, const carc_state *s, carc_call *call, const char *text,
              carc_found *out, int room);
/* Offers the items found, like carc_call_offer_found. */
carc_status offer_all (carc_call *call, const char *text, bool deploy, int number, carc_error *err);
/* Number of items found. */
int count_found (const carc_definition *d, const carc_state *s, const char *selector);
int standings_of_player (const carc_definition *d, const carc_state *s, int player);

void assert_scores (const carc_definition *d, const carc_state *s, const int *points);
#define SCORES(d, s, ...) assert_scores(d, s, (const int[CARC_MAX_PLAYERS]){__VA_ARGS__})

/* Checks that two states are equal bit by bit. */
#define assert_same(d, a, b) check_same(d, a, b, __FILE__, __LINE__)
void check_same (const carc_definition *d, const carc_state *a, const carc_state *b, const char *file,
                 int line);

/* The saved game, to be freed. */
char *save (const carc_definition *d, const carc_state *s);
/* A new state loaded from a saved game. */
carc_state *load (const carc_definition *d, const char *text);

/* ---- Events ---------------------------------------------------------------------------------- */

typedef struct event_list {
  int n;
  carc_event *at;
} event_list;

event_list events_since (const carc_definition *d, const carc_state *s, int since);
void free_events (event_list *list);
/* A listener that does nothing. */
int ignore_event (void *ud, const carc_event *event);
/* Number of events of a kind. */
int count_events (const event_list *list, carc_event_kind kind);

/* ---- Chance ---------------------------------------------------------------------------------- */

uint64_t next_random (uint64_t *random);
/* A random number from 0 to n - 1. */
int below (uint64_t *random, int n);

#endif
