/*
** pattern.h: patterns of Lua 5.4, matched in counted steps.
**
** A pattern is compiled into items. Its character classes are those of the C locale. Each step of a
** match is charged to the running limit, which stops endless backtracking.
*/
#ifndef CARCL_PATTERN_H
#define CARCL_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "compat/lua_compat.h"

enum { MAX_CAPTURES = 32, FEW_ITEMS = 24 };

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

typedef struct compiled_pattern {
  bool anchored;
  const pattern_item *items;
  pattern_item few[FEW_ITEMS];
} compiled_pattern;

/* A match under way, and what came of it. */
typedef struct pattern_match {
  lua_State *L;
  const char *begin, *end;
  int captured, depth, steps;
  pattern_capture captures[MAX_CAPTURES];
} pattern_match;

/* Whether no character of a pattern is special. */
bool carcL_is_literal (const char *pattern, size_t length);
/*
** Compiles a pattern. Pushes the memory of a long one, else nil. `anchors`: whether a leading ^
** anchors it. Raises an error if it is malformed.
*/
void carcL_compile_pattern (lua_State *L, const char *text, size_t length, bool anchors,
                            compiled_pattern *out);
/* Bytes that a compiled pattern of so many characters may need; and compiles into such a block. */
size_t carcL_pattern_size (size_t length);
void carcL_compile_pattern_into (lua_State *L, const char *text, size_t length, bool anchors, void *block);

void carcL_begin_match (lua_State *L, pattern_match *m, const char *text, size_t length);
/* Where a match that begins here ends; NULL for none. */
const char *carcL_match_at (pattern_match *m, const char *at, const compiled_pattern *p);
/* The first match from here on, and its end; NULL for none. */
const char *carcL_match_from (pattern_match *m, const char *at, const compiled_pattern *p, const char **end);
/* The same for a literal text. */
const char *carcL_find_literal (pattern_match *m, const char *at, const char *what, size_t length);
/* Charges the remaining steps. */
void carcL_end_match (pattern_match *m);

/* Pushes a capture by its number from 0; without any, the whole match is number 0. */
void carcL_push_capture (pattern_match *m, int number, const char *begin, const char *end);
/* Pushes all; the whole match if there are none and `whole`. Returns how many. */
int carcL_push_captures (pattern_match *m, const char *begin, const char *end, bool whole);

#endif
