/*
** pattern.h: patterns of Lua 5.4, matched in counted steps.
**
** A pattern is read once into items. Its classes are those of the C locale, everywhere. Each step of a match is charged to the
** running limit, so that one that goes back and forth for ever is stopped.
*/
#ifndef CARCL_PATTERN_H
#define CARCL_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "compat/lua_compat.h"

enum { MOST_CAPTURES = 32, FEW_ITEMS = 24 };

/* One item of a pattern: what it takes, and how often. */
typedef struct pattern_item {
  unsigned char takes, often, from, to;
  uint32_t set[8]; /* the characters that it takes, a bit each */
} pattern_item;

typedef struct pattern_capture {
  const char *at;
  ptrdiff_t length; /* or one of those below */
} pattern_capture;
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct carc_pattern {
  bool anchored;
  const pattern_item *items;
  pattern_item few[FEW_ITEMS];
} carc_pattern;

/* A match under way, and what came of it. */
typedef struct carc_match {
  lua_State *L;
  const char *begin, *end;
  int captured, depth, steps;
  pattern_capture captures[MOST_CAPTURES];
} carc_match;

/* Whether nothing in a text means anything but itself. */
bool carc_is_plain (const char *pattern, size_t length);
/*
** Reads a pattern; one that is long takes memory, which is pushed, else nil. `anchors`: whether a ^ before it holds it to the
** beginning. Raises what is wrong with it.
*/
void carc_read_pattern (lua_State *L, const char *text, size_t length, bool anchors, carc_pattern *out);
/* As large as a pattern of so many characters may need, for one that is kept. */
size_t carc_pattern_size (size_t length);
void carc_keep_pattern (lua_State *L, const char *text, size_t length, bool anchors, void *block);

void carc_begin_match (lua_State *L, carc_match *m, const char *text, size_t length);
/* Where a match that begins here ends; NULL for none. */
const char *carc_match_at (carc_match *m, const char *at, const carc_pattern *p);
/* The first match from here on, and its end; NULL for none. */
const char *carc_match_from (carc_match *m, const char *at, const carc_pattern *p, const char **end);
/* The same for a text that means itself. */
const char *carc_find_plain (carc_match *m, const char *at, const char *what, size_t length);
/* Charges what is left to be charged. */
void carc_end_match (carc_match *m);

/* Pushes a capture by its number from 0; without any, the whole match is number 0. */
void carc_push_capture (carc_match *m, int number, const char *begin, const char *end);
/* Pushes all; the whole match if there are none and `whole`. Returns how many. */
int carc_push_captures (carc_match *m, const char *begin, const char *end, bool whole);

#endif
