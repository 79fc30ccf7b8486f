/*
** support.h: functions for all tests. If a function fails, it ends the test with a message.
*/
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
** Number of repetitions: `full` by default, a tenth of `full` if CARC_TEST_SCALE is `small`, or a
** fortieth if it is `least`; but at least 1.
*/
int times (int full);

/* ---- Memory that is counted ------------------------------------------------------------------ */

/*
** Counts allocations. Allocation number `fail_at` fails (from 1; 0: none). If `stays` is true, all
** later ones fail, too.
*/
typedef struct pool {
  size_t bytes, most; /* most: limit of the bytes; 0: no limit */
  int blocks, calls, fail_at;
  bool stays;
} pool;

void *pool_resize (void *ud, void *old, size_t old_size, size_t new_size);
/*
** As pool_resize, but takes its arguments in the order of Lua's allocators. Making a block smaller
** never fails.
*/
void *pool_resize_for_lua (void *ud, void *old, size_t old_size, size_t new_size);
/*
** A definition that allocates its memory, and that of its states, from the pool. On failure returns
** NULL and fills `err`.
*/
carc_definition *define_in (pool *p, const char *text, const carc_hooks *hooks, void *ud, carc_error *err);
/* Checks that all memory was freed. */
void assert_pool_empty (const pool *p);

/* ---- Definitions ----------------------------------------------------------------------------- */

carc_definition *define (const char *text);
carc_definition *define_with (const char *text, const carc_hooks *hooks, void *ud);
/*
** Checks that the text is refused with an error in this line, and that the message contains both
** parts ("" for any).
*/
void assert_refused (const char *text, int line, const char *part, const char *other);

#define assert_has(text, part) check_has(text, part, __FILE__, __LINE__)
void check_has (const char *text, const char *part, const char *file, int line);

/* ---- Playing --------------------------------------------------------------------------------- */

carc_state *begin (const carc_definition *d, uint64_t seed);
carc_state *copy (const carc_definition *d, const carc_state *s);

carc_action read_action (const carc_definition *d, const carc_state *s, const char *text);
/* An action as text. The next call overwrites the buffer. */
const char *show (const carc_definition *d, const carc_state *s, carc_action a);
bool is_legal (const carc_definition *d, const carc_state *s, const char *text);
/* Plays actions separated by `;`. */
void play (const carc_definition *d, carc_state *s, const char *script);
void apply (const carc_definition *d, carc_state *s, carc_action a);
/* Plays a random legal action. */
void play_any (const carc_definition *d, carc_state *s, uint64_t *random);
/* Plays random actions until this number of decisions was made or the game is over. */
void play_some (const carc_definition *d, carc_state *s, uint64_t *random, int decisions);

int type_in (const carc_definition *d, const char *id);
/* A feature by a segment's index. */
carc_feature feature_of_segment (const carc_definition *d, const carc_state *s, int tile, int segment);
/* The feature with this segment (`city:N`) of the tile at x, y. */
carc_feature feature_at (const carc_definition *d, const carc_state *s, int x, int y, const char *segment);
/* A selector or filter. If the text is invalid, the test fails. */
carc_selector *selector_of (const carc_definition *d, const char *text);
/* Finds items as carc_state_find does, for a selector given as text. */
int find_all (const carc_definition *d, const carc_state *s, carc_call *call, const char *text,
              carc_found *out, int room);
/* Offers the found items as carc_call_offer_found does, for a selector given as text. */
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

/* The saved game of a state. The caller frees it. */
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

/* ---- Hooks ----------------------------------------------------------------------------------- */

/* The hook of phases that never ask. */
int asks_nothing (void *ud, carc_call *call, int phase, carc_phase_call when, carc_action chosen,
                  carc_question *question);

/* ---- Chance ---------------------------------------------------------------------------------- */

uint64_t next_random (uint64_t *random);
/* A random number from 0 to n - 1. */
int below (uint64_t *random, int n);

#endif
