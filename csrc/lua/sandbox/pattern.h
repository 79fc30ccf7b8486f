/*
** pattern.h: matches patterns of Lua 5.4, and counts the steps.
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

/* An item of a pattern: which characters it matches, and how often it repeats. */
typedef struct pattern_item {
  unsigned char takes, often, from, to;
  uint32_t set[8]; /* the characters that it matches, one bit each */
} pattern_item;

typedef struct pattern_capture {
  const char *at;
  ptrdiff_t length; /* or one of the values below */
} pattern_capture;
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct compiled_pattern {
  bool anchored;
  const pattern_item *items;
  pattern_item few[FEW_ITEMS];
} compiled_pattern;

/* A match in progress, with its captures. */
typedef struct pattern_match {
  lua_State *L;
  const char *begin, *end;
  int captured, depth, steps;
  pattern_capture captures[MAX_CAPTURES];
} pattern_match;

/* Whether a pattern has no special characters. */
bool carcL_is_literal (const char *pattern, size_t length);
/*
** Compiles a pattern. If the pattern is long, pushes the userdata that holds the compiled pattern;
** otherwise pushes nil. If `anchors` is true, a ^ at the beginning anchors the pattern. Raises an
** error if the pattern is malformed.
*/
void carcL_compile_pattern (lua_State *L, const char *text, size_t length, bool anchors,
                            compiled_pattern *out);
/*
** carcL_pattern_size returns the size in bytes of a compiled pattern of this many characters;
** carcL_compile_pattern_into compiles into a block of this size.
*/
size_t carcL_pattern_size (size_t length);
void carcL_compile_pattern_into (lua_State *L, const char *text, size_t length, bool anchors, void *block);

void carcL_begin_match (lua_State *L, pattern_match *m, const char *text, size_t length);
/* Returns the end of a match that begins at `at`; NULL if there is none. */
const char *carcL_match_at (pattern_match *m, const char *at, const compiled_pattern *p);
/* Returns the first match that begins at `at` or later, and sets *end; NULL if there is none. */
const char *carcL_match_from (pattern_match *m, const char *at, const compiled_pattern *p, const char **end);
/* Same as carcL_match_from, for a text without special characters. */
const char *carcL_find_literal (pattern_match *m, const char *at, const char *what, size_t length);
/* Charges the steps that have not been charged yet. */
void carcL_end_match (pattern_match *m);

/*
** Pushes the capture with this number, which counts from 0. If the pattern has no captures, number
** 0 is the whole match.
*/
void carcL_push_capture (pattern_match *m, int number, const char *begin, const char *end);
/*
** Pushes all captures, and returns their number. If there are none and `whole` is true, pushes the
** whole match.
*/
int carcL_push_captures (pattern_match *m, const char *begin, const char *end, bool whole);

#endif
