/*
** support.h: what the tests share. A helper that cannot do what it is asked to fails the test and says why.
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

/* How many times to try: `full`, or a tenth of it when CARC_TEST_SCALE is small, a fortieth when it is least; once at least. */
int times (int full);

/* ---- Memory that is counted ------------------------------------------------------------------------ */

/* Counts what it gives; the call number `fail_at` (from 1; 0: none) gets nothing, nor does any later one if `stays`. */
typedef struct pool {
  size_t bytes, most; /* most: what would be more than so many gets nothing; 0: no limit */
  int blocks, calls, fail_at;
  bool stays;
} pool;

void *pool_resize (void *ud, void *old, size_t old_size, size_t new_size);
/* pool_resize with the arguments of Lua's allocators. A block that shrinks is never refused. */
void *pool_resize_for_lua (void *ud, void *old, size_t old_size, size_t new_size);
/* A definition for which, and for whose states, all memory comes from the pool; NULL, with `err`, if none comes of the text. */
carc_definition *define_in (pool *p, const char *text, const carc_hooks *hooks, void *ud, carc_error *err);
/* Everything that it gave has come back. */
void assert_pool_empty (const pool *p);

/* ---- Definitions ------------------------------------------------------------------------------------- */

carc_definition *define (const char *text);
carc_definition *define_with (const char *text, const carc_hooks *hooks, void *ud);
/* No definition comes of this text; the message has both parts (either may be ""), and this line. */
void assert_refused (const char *text, int line, const char *part, const char *other);

#define assert_has(text, part) check_has(text, part, __FILE__, __LINE__)
void check_has (const char *text, const char *part, const char *file, int line);

/* ---- Playing -------------------------------------------------------------------------------------------- */

carc_state *begin (const carc_definition *d, uint64_t seed);
carc_state *copy (const carc_definition *d, const carc_state *s);

carc_action read_action (const carc_definition *d, const carc_state *s, const char *text);
/* The action as text, in a buffer that the next call uses again. */
const char *show (const carc_definition *d, const carc_state *s, carc_action a);
bool is_legal (const carc_definition *d, const carc_state *s, const char *text);
/* Plays actions, `;` between them. */
void play (const carc_definition *d, carc_state *s, const char *script);
void apply (const carc_definition *d, carc_state *s, carc_action a);
/* Plays any legal action. */
void play_any (const carc_definition *d, carc_state *s, uint64_t *random);
/* The same, for a number of decisions or to the end. */
void play_some (const carc_definition *d, carc_state *s, uint64_t *random, int decisions);

int type_in (const carc_definition *d, const char *id);
/* The feature with this segment (`city:N`) of the tile at x, y. */
carc_feature feature_at (const carc_definition *d, const carc_state *s, int x, int y, const char *segment);
/* A selector, or a filter, of the game's own; it fails the test if it cannot be read. */
carc_selector *selector_of (const carc_definition *d, const char *text);
/* What it finds, as carc_state_find. */
int find_all (const carc_definition *d, const carc_state *s, carc_call *call, const char *text,
              carc_found *out, int room);
/* Offers what it finds, as carc_call_offer_found. */
carc_status offer_all (carc_call *call, const char *text, bool deploy, int number, carc_error *err);
/* How many things it finds. */
int count_found (const carc_definition *d, const carc_state *s, const char *selector);
int standings_of_player (const carc_definition *d, const carc_state *s, int player);

void assert_scores (const carc_definition *d, const carc_state *s, const int *points);
#define SCORES(d, s, ...) assert_scores(d, s, (const int[CARC_MAX_PLAYERS]){__VA_ARGS__})

/* Both the same to the last bit. */
#define assert_same(d, a, b) check_same(d, a, b, __FILE__, __LINE__)
void check_same (const carc_definition *d, const carc_state *a, const carc_state *b, const char *file,
                 int line);

/* The saved game, to be freed. */
char *save (const carc_definition *d, const carc_state *s);
/* A state of its own, loaded from it. */
carc_state *load (const carc_definition *d, const char *text);

/* ---- Events --------------------------------------------------------------------------------------------- */

typedef struct event_list {
  int n;
  carc_event *at;
} event_list;

event_list events_since (const carc_definition *d, const carc_state *s, int since);
void free_events (event_list *list);
/* A listener that does nothing. */
int ignore_event (void *ud, const carc_event *event);
/* How many events of a kind there are. */
int count_events (const event_list *list, carc_event_kind kind);

/* ---- Chance --------------------------------------------------------------------------------------------- */

uint64_t next_random (uint64_t *random);
/* 0 to n - 1. */
int below (uint64_t *random, int n);

#endif
