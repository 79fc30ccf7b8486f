/*
** pattern.c: compiles and matches patterns.
*/
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "sandbox/pattern.h"
#include "sandbox/limit.h"

enum { MAX_PATTERN = 10000, DEEPEST_MATCH = 200, CHARGED_AT_ONCE = 1000 };

enum takes {
  TAKES_SET,
  TAKES_OPEN,
  TAKES_CLOSE,
  TAKES_POSITION,
  TAKES_BALANCED,
  TAKES_FRONTIER,
  TAKES_SAME,
  TAKES_END,
  TAKES_NO_MORE
};
enum often { ONCE, PERHAPS, MANY, MANY_FROM_ONE, FEW };

/* ---- Sets of characters ---------------------------------------------------------------------- */

static bool is_between (int c, int low, int high) { return c >= low && c <= high; }
static bool is_digit (int c) { return is_between(c, '0', '9'); }

/* The characters of each class, as bits. They are all below 128. */
static const struct {
  char letter;
  uint32_t set[4];
} classes[] = {{'a', {0, 0, 0x07fffffe, 0x07fffffe}},
               {'c', {0xffffffff, 0, 0, 0x80000000}},
               {'d', {0, 0x03ff0000, 0, 0}},
               {'g', {0, 0xfffffffe, 0xffffffff, 0x7fffffff}},
               {'l', {0, 0, 0, 0x07fffffe}},
               {'p', {0, 0xfc00fffe, 0xf8000001, 0x78000001}},
               {'s', {0x00003e00, 1, 0, 0}},
               {'u', {0, 0, 0x07fffffe, 0}},
               {'w', {0, 0x03ff0000, 0x07fffffe, 0x07fffffe}},
               {'x', {0, 0x03ff0000, 0x0000007e, 0x0000007e}},
               {'z', {1, 0, 0, 0}}};

static void add (uint32_t set[8], int c) { set[c / 32] |= (uint32_t)1 << (c % 32); }
static bool has (const uint32_t set[8], int c) { return (set[c / 32] >> (c % 32) & 1) != 0; }

static void add_range (uint32_t set[8], int from, int to) {
  for (int c = from; c <= to; c++) add(set, c);
}

/*
** Adds the character or class that a letter after % stands for. A capital letter stands for the
** complement of the class.
*/
static void add_escaped (uint32_t set[8], int letter) {
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    bool is = classes[i].letter == letter, is_not = classes[i].letter - 'a' == letter - 'A';
    if (!is && !is_not) continue;
    for (int w = 0; w < 8; w++) set[w] |= (w < 4 ? classes[i].set[w] : 0) ^ (is ? 0 : UINT32_MAX);
    return;
  }
  add(set, letter);
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct pattern_reader {
  lua_State *L;
  const unsigned char *at, *end;
} pattern_reader;

static int next_sign (pattern_reader *r, const char *missing) {
  if (r->at == r->end) luaL_error(r->L, "malformed pattern (%s)", missing);
  return *r->at++;
}

/* Reads a set after its [. The first character belongs to the set, even if it is a ]. */
static void read_set (pattern_reader *r, uint32_t set[8]) {
  static const char missing[] = "missing ']'";
  bool all_but = r->at < r->end && *r->at == '^';
  if (all_but) r->at++;
  int c = next_sign(r, missing);
  do {
    if (c == '%') {
      add_escaped(set, next_sign(r, missing));
    } else if (r->end - r->at >= 2 && r->at[0] == '-' && r->at[1] != ']') {
      add_range(set, c, r->at[1]);
      r->at += 2;
    } else {
      add(set, c);
    }
    c = next_sign(r, missing);
  } while (c != ']');
  for (int i = 0; all_but && i < 8; i++) set[i] = ~set[i];
}

static enum often read_often (pattern_reader *r) {
  static const char signs[] = "?*+-";
  const char *sign = r->at < r->end && *r->at != '\0' ? strchr(signs, *r->at) : NULL;
  if (sign == NULL) return ONCE;
  r->at++;
  return (enum often)(PERHAPS + (sign - signs));
}

/* Reads a special item after a %. Returns false if a class follows instead. */
static bool read_special (pattern_reader *r, int c, pattern_item *item) {
  if (c == 'b') {
    item->takes = TAKES_BALANCED;
    item->from = (unsigned char)next_sign(r, "missing arguments to '%b'");
    item->to = (unsigned char)next_sign(r, "missing arguments to '%b'");
  } else if (c == 'f') {
    item->takes = TAKES_FRONTIER;
    if (r->at == r->end || *r->at++ != '[') luaL_error(r->L, "missing '[' after '%%f' in pattern");
    read_set(r, item->set);
  } else if (is_digit(c)) {
    item->takes = TAKES_SAME;
    item->from = (unsigned char)(c - '0');
  }
  return c == 'b' || c == 'f' || is_digit(c);
}

static void read_item (pattern_reader *r, pattern_item *item) {
  int c = *r->at++;
  *item = (pattern_item){.takes = TAKES_SET, .often = ONCE};
  if (c == '(' && r->at < r->end && *r->at == ')') {
    r->at++;
    item->takes = TAKES_POSITION;
  } else if (c == '(' || c == ')') {
    item->takes = c == '(' ? TAKES_OPEN : TAKES_CLOSE;
  } else if (c == '$' && r->at == r->end) {
    item->takes = TAKES_END;
  } else {
    if (c == '%') {
      c = next_sign(r, "ends with '%'");
      if (read_special(r, c, item)) return;
      add_escaped(item->set, c);
    } else if (c == '[') {
      read_set(r, item->set);
    } else if (c == '.') {
      add_range(item->set, 0, 255);
    } else {
      add(item->set, c);
    }
    item->often = (unsigned char)read_often(r);
  }
}

static void read_items (lua_State *L, const char *text, size_t length, pattern_item *items) {
  pattern_reader r = {L, (const unsigned char *)text, (const unsigned char *)text + length};
  while (r.at < r.end) read_item(&r, items++);
  items->takes = TAKES_NO_MORE;
}

bool carcL_is_literal (const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (pattern[i] != '\0' && strchr("^$*+?.([%-", pattern[i]) != NULL) return false;
  return true;
}

/* Skips an anchor, and returns how many characters the rest of the pattern has. */
static size_t skip_anchor (const char **text, size_t length, bool anchors, compiled_pattern *out) {
  out->anchored = anchors && length > 0 && **text == '^';
  if (out->anchored) ++*text;
  return length - out->anchored;
}

static void check_pattern (lua_State *L, size_t length) {
  if (length > MAX_PATTERN) luaL_error(L, "pattern too long: the maximum is %d characters", MAX_PATTERN);
}

void carcL_compile_pattern (lua_State *L, const char *text, size_t length, bool anchors,
                            compiled_pattern *out) {
  pattern_item *items = out->few;
  check_pattern(L, length);
  length = skip_anchor(&text, length, anchors, out);
  if (length < FEW_ITEMS)
    lua_pushnil(L);
  else
    items = lua_newuserdatauv(L, (length + 1) * sizeof *items, 0);
  read_items(L, text, length, items);
  out->items = items;
}

size_t carcL_pattern_size (size_t length) {
  return sizeof(compiled_pattern) +
         ((length < MAX_PATTERN ? length : MAX_PATTERN) + 1) * sizeof(pattern_item);
}

void carcL_compile_pattern_into (lua_State *L, const char *text, size_t length, bool anchors, void *block) {
  compiled_pattern *p = block;
  pattern_item *items = (pattern_item *)(void *)((char *)block + sizeof *p);
  check_pattern(L, length);
  length = skip_anchor(&text, length, anchors, p);
  read_items(L, text, length, items);
  p->items = items;
}

/* ---- Matching -------------------------------------------------------------------------------- */

static void step (pattern_match *m, int n) {
  m->steps += n;
  if (m->steps < CHARGED_AT_ONCE) return;
  int steps = m->steps;
  m->steps = 0;
  carcL_charge(m->L, steps);
}

void carcL_begin_match (lua_State *L, pattern_match *m, const char *text, size_t length) {
  m->L = L;
  m->begin = text;
  m->end = text + length;
  m->captured = m->depth = m->steps = 0;
}

void carcL_end_match (pattern_match *m) {
  if (m->steps > 0) carcL_charge(m->L, m->steps);
  m->steps = 0;
}

static bool takes_one (const pattern_match *m, const char *s, const pattern_item *p) {
  return s < m->end && has(p->set, (unsigned char)*s);
}

static const char *match (pattern_match *m, const char *s, const pattern_item *p);

static const char *match_open (pattern_match *m, const char *s, const pattern_item *p, ptrdiff_t length) {
  if (m->captured == MAX_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->captured++] = (pattern_capture){s, length};
  const char *end = match(m, s, p + 1);
  if (end == NULL) m->captured--;
  return end;
}

static const char *match_close (pattern_match *m, const char *s, const pattern_item *p) {
  int i = m->captured - 1;
  while (i >= 0 && m->captures[i].length != CAPTURE_OPEN) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[i].length = s - m->captures[i].at;
  const char *end = match(m, s, p + 1);
  if (end == NULL) m->captures[i].length = CAPTURE_OPEN;
  return end;
}

/*
** End of a balanced text that begins at `s`, between the two characters of the item; NULL if there
** is none.
*/
static const char *match_balanced (pattern_match *m, const char *s, const pattern_item *p) {
  if (s == m->end || (unsigned char)*s != p->from) return NULL;
  int open = 1;
  for (s++; s < m->end; s++) {
    step(m, 1);
    unsigned char c = (unsigned char)*s;
    if (c == p->to) {
      if (--open == 0) return s + 1;
    } else if (c == p->from) {
      open++;
    }
  }
  return NULL;
}

/* End of a repetition of an earlier capture at `s`; NULL if there is none. */
static const char *match_same (pattern_match *m, const char *s, const pattern_item *p) {
  int i = p->from - 1;
  if (i < 0 || i >= m->captured || m->captures[i].length == CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d in pattern", i + 1);
  ptrdiff_t length = m->captures[i].length;
  if (length == CAPTURE_POSITION) return NULL;
  step(m, (int)(length / 16) + 1);
  return m->end - s >= length && memcmp(s, m->captures[i].at, (size_t)length) == 0 ? s + length : NULL;
}

static bool match_frontier (const pattern_match *m, const char *s, const pattern_item *p) {
  int before = s == m->begin ? 0 : (unsigned char)s[-1], after = s == m->end ? 0 : (unsigned char)*s;
  return !has(p->set, before) && has(p->set, after);
}

/*
** Matches as many repetitions of an item as possible. If the rest of the pattern does not match
** after them, tries fewer repetitions.
*/
static const char *match_many (pattern_match *m, const char *s, const pattern_item *p) {
  const char *last = s;
  while (takes_one(m, last, p)) last++;
  step(m, last - s < CHARGED_AT_ONCE ? (int)(last - s) : (int)((last - s) / 4));
  for (;; last--) {
    const char *end = match(m, last, p + 1);
    if (end != NULL || last == s) return end;
  }
}

static const char *match_few (pattern_match *m, const char *s, const pattern_item *p) {
  for (;; s++) {
    const char *end = match(m, s, p + 1);
    if (end != NULL) return end;
    if (!takes_one(m, s, p)) return NULL;
  }
}

/* End of a match of this item and all that follow; NULL if there is none. */
static const char *match_items (pattern_match *m, const char *s, const pattern_item *p) {
  for (;; p++) {
    step(m, 1);
    switch ((enum takes)p->takes) {
      case TAKES_NO_MORE: return s;
      case TAKES_END: return s == m->end ? s : NULL;
      case TAKES_OPEN: return match_open(m, s, p, CAPTURE_OPEN);
      case TAKES_POSITION: return match_open(m, s, p, CAPTURE_POSITION);
      case TAKES_CLOSE: return match_close(m, s, p);
      case TAKES_FRONTIER:
        if (!match_frontier(m, s, p)) return NULL;
        continue;
      case TAKES_BALANCED:
      case TAKES_SAME:
        s = p->takes == TAKES_SAME ? match_same(m, s, p) : match_balanced(m, s, p);
        if (s == NULL) return NULL;
        continue;
      case TAKES_SET: break;
    }
    bool one = takes_one(m, s, p);
    if (p->often == MANY) return match_many(m, s, p);
    if (p->often == FEW) return match_few(m, s, p);
    if (p->often == MANY_FROM_ONE) return one ? match_many(m, s + 1, p) : NULL;
    if (p->often == PERHAPS && one) {
      const char *end = match(m, s + 1, p + 1);
      if (end != NULL) return end;
    } else if (one) {
      s++;
    } else if (p->often == ONCE) {
      return NULL;
    }
  }
}

static const char *match (pattern_match *m, const char *s, const pattern_item *p) {
  if (++m->depth > DEEPEST_MATCH) luaL_error(m->L, "pattern too complex");
  const char *end = match_items(m, s, p);
  m->depth--;
  return end;
}

const char *carcL_match_at (pattern_match *m, const char *at, const compiled_pattern *p) {
  m->captured = m->depth = 0;
  return match(m, at, p->items);
}

const char *carcL_match_from (pattern_match *m, const char *at, const compiled_pattern *p, const char **end) {
  for (;; at++) {
    *end = carcL_match_at(m, at, p);
    if (*end != NULL) return at;
    if (p->anchored || at == m->end) return NULL;
  }
}

const char *carcL_find_literal (pattern_match *m, const char *at, const char *what, size_t length) {
  if (length == 0) return at;
  while ((size_t)(m->end - at) >= length) {
    size_t room = (size_t)(m->end - at) - length + 1;
    const char *found = memchr(at, what[0], room);
    step(m, (int)((found != NULL ? (size_t)(found - at) : room) / 16) + (int)(length / 16) + 1);
    if (found == NULL || memcmp(found, what, length) == 0) return found;
    at = found + 1;
  }
  return NULL;
}

/* ---- Captures -------------------------------------------------------------------------------- */

void carcL_push_capture (pattern_match *m, int number, const char *begin, const char *end) {
  if (number >= m->captured) {
    if (number > 0) luaL_error(m->L, "invalid capture index %%%d", number + 1);
    lua_pushlstring(m->L, begin, (size_t)(end - begin));
    return;
  }
  const pattern_capture *c = &m->captures[number];
  if (c->length == CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (c->length == CAPTURE_POSITION)
    lua_pushinteger(m->L, (lua_Integer)(c->at - m->begin) + 1);
  else
    lua_pushlstring(m->L, c->at, (size_t)c->length);
}

int carcL_push_captures (pattern_match *m, const char *begin, const char *end, bool whole) {
  int n = m->captured == 0 && whole ? 1 : m->captured;
  luaL_checkstack(m->L, n, "too many captures");
  for (int i = 0; i < n; i++) carcL_push_capture(m, i, begin, end);
  return n;
}
