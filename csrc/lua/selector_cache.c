/*
** selector_cache.c: caches the selectors that scripts use repeatedly.
**
** A script makes a new table each time. The bytes of the table's keys and values are the key of the
** cache; the text and the selector that the engine has read are cached. Two tables may share a
** place; then the later one replaces the other.
*/
#include <string.h>
#include "util/text.h"
#include "selector.h"
#include "userdata.h"

enum { PLACES = 512, MAX_KEY = 1000, MAX_CACHED_TEXT = 1000, DEEPEST_KEY = 8, ODD = PLACES };

/* One block, with the text and the key after it. */
typedef struct cached_selector {
  carc_selector *is; /* or NULL */
  int script;
  int key_length; /* 0: none */
  size_t text_length;
  char text[];
} cached_selector;

struct selector_cache {
  cached_selector *at[PLACES]; /* NULL: nothing is kept there */
  carc_selector *odd;          /* the last that could not be kept, so that it holds until the next */
};

/* ---- Keys ------------------------------------------------------------------------------------ */

typedef struct key {
  int length;
  unsigned char bytes[MAX_KEY];
} key;

static bool put_bytes (key *k, char tag, const void *bytes, size_t n) {
  if (n > UINT8_MAX || (size_t)k->length + n + 2 > MAX_KEY) return false;
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
    hash = carcU_hash_mix(hash, part);
  }
  return (unsigned)((hash ^ hash >> 32) % PLACES);
}

/* ---- Keeping --------------------------------------------------------------------------------- */

void carcL_push_selector_cache (lua_State *L, game_ud *g) {
  g->selectors = lua_newuserdatauv(L, sizeof *g->selectors, 0);
  for (int i = 0; i < PLACES; i++) g->selectors->at[i] = NULL;
  g->selectors->odd = NULL;
}

/* Memory is that of the game; of a copy for a sandbox, of what it is copied from. */
static void *resize (const game_ud *g, void *old, size_t old_size, size_t new_size) {
  const game_ud *owner = g->of != NULL ? g->of : g;
  return owner->alloc(owner->alloc_ud, old, old_size, new_size);
}

static size_t size_with (size_t text_length, int key_length) {
  return sizeof(cached_selector) + text_length + 1 + (size_t)key_length;
}
static char *key_of (cached_selector *k) { return k->text + k->text_length + 1; }

static void forget (game_ud *g, unsigned place) {
  cached_selector *k = place == ODD ? NULL : g->selectors->at[place];
  if (place == ODD) {
    carc_selector_free(g->selectors->odd);
    g->selectors->odd = NULL;
  } else if (k != NULL) {
    carc_selector_free(k->is);
    resize(g, k, size_with(k->text_length, k->key_length), 0);
    g->selectors->at[place] = NULL;
  }
}

void carcL_clear_selector_cache (game_ud *g) {
  for (unsigned place = 0; place <= ODD; place++) forget(g, place);
}

/*
** Keeps a text in its place, with the key of the table that it is of, if there is one. NULL where
** it is too long, or memory lacks.
*/
static cached_selector *cache_text (game_ud *g, const selector_source *given, const key *from) {
  size_t length = strlen(given->text);
  int key_length = from != NULL ? from->length : 0;
  if (given->place == ODD || length >= MAX_CACHED_TEXT) return NULL;
  forget(g, given->place);
  cached_selector *k = resize(g, NULL, 0, size_with(length, key_length));
  if (k == NULL) return NULL;
  k->is = NULL;
  k->script = g->script;
  k->key_length = key_length;
  k->text_length = length;
  memcpy(k->text, given->text, length + 1);
  if (from != NULL) memcpy(key_of(k), from->bytes, (size_t)key_length);
  return g->selectors->at[given->place] = k;
}

/* Where what the engine read goes: with its text, or apart. */
static void cache_selector (game_ud *g, cached_selector *k, carc_selector *is) {
  if (k == NULL) forget(g, ODD);
  *(k != NULL ? &k->is : &g->selectors->odd) = is;
}

void carcL_write_cached_selector (lua_State *L, const state_ud *b, int at, const char *kind, int beside,
                                  selector_source *out) {
  key k;
  bool has_key = make_key(L, at, kind, beside, &k);
  out->place = has_key ? place_of(k.bytes, (size_t)k.length) : ODD;
  cached_selector *there = has_key ? b->g->selectors->at[out->place] : NULL;
  if (there != NULL && there->key_length == k.length && there->script == b->g->script &&
      memcmp(key_of(there), k.bytes, (size_t)k.length) == 0) {
    memcpy(out->text, there->text, there->text_length + 1);
    return;
  }
  carcL_write_selector(L, at, kind, beside, out->text);
  if (has_key) cache_text(b->g, out, &k);
}

void carcL_copy_selector_text (const char *text, selector_source *out) {
  strcpy(out->text, text);
  out->place = place_of((const unsigned char *)text, strlen(text));
}

/* What is kept of what was given, if that is still there, for the script that runs; or NULL. */
static cached_selector *find_cached (const game_ud *g, const selector_source *given) {
  cached_selector *k = given->place == ODD ? NULL : g->selectors->at[given->place];
  return k != NULL && k->script == g->script && strcmp(k->text, given->text) == 0 ? k : NULL;
}

carc_selector *carcL_borrow_selector (const state_ud *b, const selector_source *given, carc_error *err) {
  const game_ud *g = b->g;
  cached_selector *k = find_cached(g, given);
  carc_selector *is = k != NULL ? k->is : NULL;
  if (is == NULL) return carc_selector_new(g->d, g->script, given->text, *given->text == '(', err);
  k->is = NULL;
  return is;
}

void carcL_return_selector (const state_ud *b, const selector_source *given, carc_selector *is) {
  cached_selector *k = find_cached(b->g, given);
  if (k != NULL)
    carc_selector_free(k->is); /* that of a hook which has asked the same */
  else
    k = cache_text(b->g, given, NULL);
  cache_selector(b->g, k, is);
}

const carc_selector *carcL_parse_selector (lua_State *L, const state_ud *b, const selector_source *given) {
  game_ud *g = b->g;
  cached_selector *k = find_cached(g, given);
  if (k != NULL && k->is != NULL) return k->is;
  carc_error err;
  carc_selector *is = carc_selector_new(g->d, g->script, given->text, *given->text == '(', &err);
  if (is == NULL) luaL_error(L, "%s", err.message);
  if (k == NULL) k = cache_text(g, given, NULL);
  cache_selector(g, k, is);
  return is;
}
