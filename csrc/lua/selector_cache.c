/*
** selector_cache.c: parses selectors that scripts give as tables, and caches them.
**
** A script makes a new table each time, so the cache key is the bytes of the table's keys and
** values. If two tables have the same slot in the cache, storing one of them removes the other.
** Without the cache, a game of The Princess & the Dragon takes 1.6 times as long (README.md, "Why
** selectors are text").
*/
#include <string.h>
#include "util/text.h"
#include "selector.h"
#include "userdata.h"

enum { PLACES = 512, MAX_KEY = 1000, DEEPEST_KEY = 8 };

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

/* Adds a value to the key. Returns false if the meaning of the value is not constant. */
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
         put_bytes(k, '}', "", 0); /* a list with holes gets no key: its end is not defined */
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

/* Index in the cache table, from 1. */
static int place_of (const unsigned char *bytes, size_t n) {
  uint64_t hash = HASH_START;
  for (size_t i = 0; i < n; i += sizeof hash) {
    uint64_t part = 0;
    memcpy(&part, bytes + i, n - i < sizeof part ? n - i : sizeof part);
    hash = carcU_hash_mix(hash, part);
  }
  return (int)((hash ^ hash >> 32) % PLACES) + 1;
}

/* ---- Parsing --------------------------------------------------------------------------------- */

/* Userdata of a cached selector. The selector and the key follow this struct. */
typedef struct cached_selector {
  _Alignas(8) size_t size; /* size of the selector */
  int script, key_length;
} cached_selector;

static const unsigned char *key_of (const cached_selector *c) {
  return (const unsigned char *)(c + 1) + c->size;
}

const carc_selector *carcL_selector_at (lua_State *L, int at) {
  return (carc_selector *)((cached_selector *)lua_touserdata(L, at) + 1);
}

/*
** Parses a selector and pushes it. First parses the selector into a block on the C stack. So
** nothing has to be freed if creating the userdata raises an error.
*/
static void push_read (lua_State *L, const game_ud *g, const char *text, const key *k) {
  enum { MAX_SIZE = 10000 };
  _Alignas(8) char block[MAX_SIZE];
  carc_error err;
  carc_selector *is = carc_selector_new(g->d, g->script, text, *text == '(', &err);
  if (is == NULL) luaL_error(L, "%s", err.message);
  size_t size = carc_selector_copy(is, block, sizeof block);
  carc_selector_free(is);
  if (size > sizeof block) luaL_error(L, "the selector is too long");
  cached_selector *c = lua_newuserdatauv(L, sizeof *c + size + (size_t)k->length, 0);
  *c = (cached_selector){.size = size, .script = g->script, .key_length = k->length};
  carc_selector_copy((carc_selector *)(void *)block, c + 1, size);
  memcpy((unsigned char *)(c + 1) + size, k->bytes, (size_t)k->length);
}

static bool is_cached (const cached_selector *c, int script, const key *k) {
  return c != NULL && c->key_length == k->length && c->script == script &&
         memcmp(key_of(c), k->bytes, (size_t)k->length) == 0;
}

const carc_selector *carcL_push_selector (lua_State *L, int state, int at, const char *kind, int beside) {
  key k;
  char text[MAX_SELECTOR_TEXT];
  const game_ud *g = ((state_ud *)lua_touserdata(L, state))->g;
  bool has_key = make_key(L, at, kind, beside, &k);
  int place = has_key ? place_of(k.bytes, (size_t)k.length) : 0;
  lua_getiuservalue(L, state, STATE_GAME);
  lua_getiuservalue(L, -1, GAME_SELECTORS);
  int cache = lua_gettop(L);
  lua_rawgeti(L, cache, place);
  if (!has_key || !is_cached(lua_touserdata(L, -1), g->script, &k)) {
    carcL_write_selector(L, at, kind, beside, text);
    push_read(L, g, text, &k);
    lua_pushvalue(L, -1);
    if (has_key) lua_rawseti(L, cache, place);
  }
  lua_replace(L, cache - 1);
  lua_settop(L, cache - 1);
  return carcL_selector_at(L, -1);
}
