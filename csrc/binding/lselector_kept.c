/*
** lselector_kept.c: the selectors that scripts use again and again, written and read once.
**
** Scripts make the table anew each time. Its bytes, as they come, are the key under which its text and what the engine read are
** kept; of two with one place the later one is.
*/
#include <string.h>
#include "base/text.h"
#include "lselector.h"
#include "objects.h"

enum { PLACES = 64, MOST_KEY = 240, MOST_KEPT = 240, DEEPEST_KEY = 8, ODD = PLACES };

typedef struct kept_selector {
  carc_selector *is; /* or NULL */
  int script;
  int key_length; /* 0: none */
  unsigned char key[MOST_KEY];
  char text[MOST_KEPT];
} kept_selector;

struct kept_selectors {
  kept_selector at[PLACES + 1]; /* behind them what is too long to be kept */
};

/* ---- Keys --------------------------------------------------------------------------------------------------------- */

typedef struct key {
  int length;
  unsigned char bytes[MOST_KEY];
} key;

static bool put_bytes (key *k, char tag, const void *bytes, size_t n) {
  if (n > UINT8_MAX || (size_t)k->length + n + 2 > MOST_KEY) return false;
  k->bytes[k->length] = (unsigned char)tag;
  k->bytes[k->length + 1] = (unsigned char)n;
  memcpy(k->bytes + k->length + 2, bytes, n);
  k->length += (int)n + 2;
  return true;
}

static bool put_table (lua_State *L, key *k, int at, int depth);

/* A value that always means the same; false for others. */
static bool put_plain (lua_State *L, key *k, int at, int depth) {
  size_t length;
  const char *text;
  lua_Integer n;
  switch (lua_type(L, at)) {
    case LUA_TSTRING: text = lua_tolstring(L, at, &length); return put_bytes(k, 's', text, length);
    case LUA_TNUMBER:
      n = lua_tointeger(L, at);
      return lua_isinteger(L, at) && put_bytes(k, 'i', &n, sizeof n);
    case LUA_TBOOLEAN: return put_bytes(k, lua_toboolean(L, at) ? 't' : 'f', "", 0);
    case LUA_TTABLE: return put_table(L, k, lua_absindex(L, at), depth + 1);
    default: return false;
  }
}

static bool put_table (lua_State *L, key *k, int at, int depth) {
  if (depth > DEEPEST_KEY || lua_getmetatable(L, at)) return false;
  size_t listed = 0;
  bool fine = put_bytes(k, '{', "", 0) && lua_checkstack(L, 10);
  lua_pushnil(L);
  while (fine && lua_next(L, at) != 0) {
    listed += lua_type(L, -2) == LUA_TNUMBER;
    fine = lua_type(L, -2) != LUA_TTABLE && put_plain(L, k, -2, depth) && put_plain(L, k, -1, depth);
    lua_pop(L, 1);
  }
  return fine && listed == lua_rawlen(L, at) &&
         put_bytes(k, '}', "", 0); /* a list with holes ends anywhere */
}

static bool make_key (lua_State *L, int at, const char *kind, int beside, key *k) {
  int top = lua_gettop(L);
  k->length = 0;
  bool fine =
      lua_istable(L, at) &&
      put_bytes(k, (char)('0' + beside), kind != NULL ? kind : "?", kind != NULL ? strlen(kind) : 1) &&
      put_table(L, k, at, 0);
  lua_settop(L, top);
  return fine;
}

static unsigned place_of (const unsigned char *bytes, size_t n) {
  uint64_t hash = HASH_START;
  for (size_t i = 0; i < n; i += sizeof hash) {
    uint64_t part = 0;
    memcpy(&part, bytes + i, n - i < sizeof part ? n - i : sizeof part);
    hash = carc_hash_mix(hash, part);
  }
  return (unsigned)((hash ^ hash >> 32) % PLACES);
}

/* ---- Keeping ------------------------------------------------------------------------------------------------------- */

void carc_make_kept_selectors (lua_State *L, game_box *g) {
  g->kept = lua_newuserdatauv(L, sizeof *g->kept, 0);
  for (int i = 0; i <= PLACES; i++) {
    kept_selector *k = &g->kept->at[i];
    k->is = NULL;
    k->script = k->key_length = 0;
    k->text[0] = '\0';
  }
}

static void forget (kept_selector *k) {
  carc_selector_free(k->is);
  k->is = NULL;
  k->key_length = 0;
  k->text[0] = '\0';
}

void carc_forget_selectors (game_box *g) {
  for (int i = 0; i <= PLACES; i++) forget(&g->kept->at[i]);
}

/* Keeps a text in its place; with what is too long, it is forgotten. */
static kept_selector *keep_text (game_box *g, const selector_given *given) {
  size_t length = strlen(given->text);
  kept_selector *k = &g->kept->at[length < MOST_KEPT ? given->place : ODD];
  forget(k);
  k->script = g->script;
  if (length < MOST_KEPT && given->place != ODD) memcpy(k->text, given->text, length + 1);
  return k;
}

void carc_give_selector (lua_State *L, const state_box *b, int at, const char *kind, int beside,
                         selector_given *out) {
  key k;
  bool has_key = make_key(L, at, kind, beside, &k);
  out->place = has_key ? place_of(k.bytes, (size_t)k.length) : ODD;
  kept_selector *there = &b->g->kept->at[out->place];
  if (has_key && there->key_length == k.length && there->script == b->g->script &&
      memcmp(there->key, k.bytes, (size_t)k.length) == 0) {
    strcpy(out->text, there->text);
    return;
  }
  carc_write_selector(L, at, kind, beside, out->text);
  if (!has_key) return;
  there = keep_text(b->g, out);
  if (there->text[0] == '\0') return;
  there->key_length = k.length;
  memcpy(there->key, k.bytes, (size_t)k.length);
}

void carc_give_text (const char *text, selector_given *out) {
  strcpy(out->text, text);
  out->place = place_of((const unsigned char *)text, strlen(text));
}

/* Whether what was given is what a place keeps the text of, for the script that runs. */
static bool is_kept_in (const game_box *g, const kept_selector *k, const selector_given *given) {
  return given->place != ODD && k->script == g->script && strcmp(k->text, given->text) == 0;
}

carc_selector *carc_take_given (const state_box *b, const selector_given *given, carc_error *err) {
  const game_box *g = b->g;
  kept_selector *k = &g->kept->at[given->place];
  carc_selector *is = is_kept_in(g, k, given) ? k->is : NULL;
  if (is == NULL) return carc_selector_new(g->d, g->script, given->text, *given->text == '(', err);
  k->is = NULL;
  return is;
}

void carc_put_given_back (const state_box *b, const selector_given *given, carc_selector *is) {
  kept_selector *k = &b->g->kept->at[given->place];
  if (is_kept_in(b->g, k, given))
    carc_selector_free(k->is); /* that of a hook which has asked the same */
  else
    k = keep_text(b->g, given);
  k->is = is;
}

const carc_selector *carc_read_given (lua_State *L, const state_box *b, int at, const selector_given *given) {
  game_box *g = b->g;
  kept_selector *k = &g->kept->at[given->place];
  bool there = is_kept_in(g, k, given);
  if (there && k->is != NULL) return k->is;
  carc_error err;
  carc_selector *is = carc_selector_new(g->d, g->script, given->text, *given->text == '(', &err);
  if (is == NULL) carc_refuse_selector(L, at, err.message);
  if (!there) k = keep_text(g, given);
  k->is = is;
  return is;
}
