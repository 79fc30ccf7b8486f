/*
** lselect.c: selectors as tables, written as the words that the engine reads; and what they find, as Lua has it.
*/
#include <stdio.h>
#include <string.h>
#include "objects.h"

/* ---- Writing a selector ---------------------------------------------------------------------------------------------- */

enum { MOST_TEXT = 4000, MOST_KEYS = 40, DEEPEST = 8 };

/* The text, and the keys on the way to what is being written, for messages. */
typedef struct selector_text {
  char text[MOST_TEXT];
  size_t length;
  const char *path[DEEPEST + 2];
  int depth;
  int beside;         /* what stands in the outer table beside the keys: BESIDE_* */
  bool looks_for_old; /* words that there were once are refused with what is said of them */
} selector_text;

enum { BESIDE_NOTHING, BESIDE_OFFER, BESIDE_ROW };
static const char *const beside_words[][7] = {[BESIDE_NOTHING] = {NULL},
                                              [BESIDE_OFFER] = {"deploy", "number", "when", NULL},
                                              [BESIDE_ROW] = {"per", "add", "zero", "halve", "once", NULL}};

static const char *const thing_names[] = {
#define X(id, name) name,
    CARC_THINGS(X)
#undef X
        NULL};

static int refuse (lua_State *L, const selector_text *w, const char *message) {
  luaL_Buffer path;
  luaL_buffinit(L, &path);
  for (int i = 0; i < w->depth; i++) {
    luaL_addstring(&path, i > 0 ? "." : "");
    luaL_addstring(&path, w->path[i]);
  }
  luaL_pushresult(&path);
  lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), w->depth > 0 ? ": " : "", message);
  return lua_error(L);
}

static void refuse_old (lua_State *L, const selector_text *w, const char *list, const char *word) {
  const char *says = w->looks_for_old ? carc_old_word(L, list, NULL, word) : NULL;
  if (says != NULL) refuse(L, w, says);
}

static void put (lua_State *L, selector_text *w, const char *text, size_t length) {
  if (w->length + length >= sizeof w->text) refuse(L, w, "the selector is too long");
  memcpy(w->text + w->length, text, length);
  w->length += length;
  w->text[w->length] = '\0';
}

static void put_text (lua_State *L, selector_text *w, const char *text) { put(L, w, text, strlen(text)); }

/* A name; nothing in it ends the word or says something else. */
static void put_name (lua_State *L, selector_text *w, int at) {
  size_t length;
  const char *name = lua_tolstring(L, at, &length);
  if (name == NULL) name = "";
  bool fine = length > 0;
  for (size_t i = 0; i < length; i++)
    fine = fine &&
           ((name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') ||
            (name[i] >= '0' && name[i] <= '9') || strchr("_.-?", name[i]) != NULL) &&
           name[i] != '\0';
  if (!fine) refuse(L, w, lua_pushfstring(L, "expected a name, got '%s'", name));
  put(L, w, name, length);
}

static void put_number (lua_State *L, selector_text *w, int at) {
  char digits[40];
  int is_integer;
  lua_Integer n = lua_tointegerx(L, at, &is_integer);
  if (!is_integer) refuse(L, w, "expected an integer");
  snprintf(digits, sizeof digits, "%lld", (long long)n);
  put_text(L, w, digits);
}

/* A number or the name of a slot. */
static void put_bound (lua_State *L, selector_text *w, int at) {
  if (lua_type(L, at) == LUA_TNUMBER)
    put_number(L, w, at);
  else if (lua_type(L, at) == LUA_TSTRING)
    put_name(L, w, at);
  else
    refuse(L, w,
           lua_pushfstring(L, "expected an integer or the name of a slot, got %s", luaL_typename(L, at)));
}

static int absolute (lua_State *L, int at) { return at < 0 ? lua_gettop(L) + 1 + at : at; }

static bool is_thing (lua_State *L, int at) {
  const char *name = lua_type(L, at) == LUA_TSTRING ? lua_tostring(L, at) : NULL;
  for (int i = 0; name != NULL && thing_names[i] != NULL; i++)
    if (strcmp(name, thing_names[i]) == 0) return true;
  return false;
}

static void put_selector (lua_State *L, selector_text *w, int at, const char *kind);
static void put_value (lua_State *L, selector_text *w, int at);

/* Whether a table names a cell, or a segment: what readers give does. */
static bool is_place (lua_State *L, int at) {
  if (!lua_istable(L, at) && !lua_isuserdata(L, at)) return false;
  bool there = true;
  for (int i = 0; i < 2; i++) {
    there = lua_getfield(L, at, i == 0 ? "x" : "y") == LUA_TNUMBER && there;
    lua_pop(L, 1);
  }
  return there;
}

static void put_place (lua_State *L, selector_text *w, int at) {
  put_text(L, w, "@");
  lua_getfield(L, at, "x");
  put_number(L, w, -1);
  put_text(L, w, ",");
  lua_getfield(L, at, "y");
  put_number(L, w, -1);
  if (lua_getfield(L, at, "segment") == LUA_TNUMBER) {
    put_text(L, w, "/");
    put_number(L, w, -1);
  }
  lua_pop(L, 3);
}

/* NAME:LOW..HIGH, or NAME:NUMBER; the name is below the top. */
static void put_range (lua_State *L, selector_text *w) {
  put_name(L, w, -2);
  put_text(L, w, ":");
  if (!lua_istable(L, -1)) {
    put_bound(L, w, -1);
    return;
  }
  if (lua_getfield(L, -1, "least") != LUA_TNIL) put_bound(L, w, -1);
  put_text(L, w, "..");
  if (lua_getfield(L, -2, "most") != LUA_TNIL) put_bound(L, w, -1);
  lua_pop(L, 2);
}

/* Several names mean any of them; a table by name means all, each a test of its own. */
static void put_slots (lua_State *L, selector_text *w, int at) {
  bool first = true;
  int n = (int)lua_rawlen(L, at);
  for (int i = 1; i <= n; i++) {
    put_text(L, w, i > 1 ? "," : "");
    lua_rawgeti(L, at, i);
    if (lua_type(L, -1) != LUA_TSTRING) refuse(L, w, "expected the names of slots");
    put_name(L, w, -1);
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  while (n == 0 && lua_next(L, at) != 0) {
    if (lua_type(L, -2) != LUA_TSTRING) refuse(L, w, "expected the names of slots as keys");
    put_text(L, w, first ? "" : ";slot=");
    put_range(L, w);
    first = false;
    lua_pop(L, 1);
  }
}

static bool is_list (lua_State *L, int at) {
  lua_pushnil(L);
  while (lua_next(L, at) != 0) {
    bool named = lua_type(L, -2) == LUA_TSTRING;
    lua_pop(L, 1);
    if (!named) continue;
    lua_pop(L, 1);
    return false;
  }
  return true;
}

/* One of a list. What is a list itself is a filter that lists selectors. */
static void put_item (lua_State *L, selector_text *w) {
  int at = lua_gettop(L);
  bool lists = lua_istable(L, at) && is_list(L, at);
  if (lists) {
    lua_rawgeti(L, at, 1);
    lists = !is_thing(L, -1);
    lua_pop(L, 1);
  }
  if (lists)
    put_selector(L, w, at, "");
  else
    put_value(L, w, at);
}

/* A list of names, of filters or of selectors. */
static void put_list (lua_State *L, selector_text *w, int at) {
  int n = (int)lua_rawlen(L, at);
  for (int i = 1; i <= n; i++) {
    put_text(L, w, i > 1 ? "," : "");
    lua_rawgeti(L, at, i);
    put_item(L, w);
    lua_pop(L, 1);
  }
}

static void put_table (lua_State *L, selector_text *w, int at) {
  lua_rawgeti(L, at, 1);
  bool selector = is_thing(L, -1);
  lua_pop(L, 1);
  if (selector)
    put_selector(L, w, at, NULL);
  else if (is_place(L, at))
    put_place(L, w, at);
  else if (is_list(L, at))
    put_list(L, w, at);
  else
    put_selector(L, w, at, "");
}

static void put_value (lua_State *L, selector_text *w, int at) {
  at = absolute(L, at);
  luaL_checkstack(L, 20, "a selector");
  switch (lua_type(L, at)) {
    case LUA_TBOOLEAN: put_text(L, w, lua_toboolean(L, at) ? "yes" : "no"); break;
    case LUA_TNUMBER: put_number(L, w, at); break;
    case LUA_TSTRING: put_name(L, w, at); break;
    case LUA_TTABLE: put_table(L, w, at); break;
    default:
      if (is_place(L, at))
        put_place(L, w, at);
      else
        refuse(L, w, lua_pushfstring(L, "a %s says nothing", luaL_typename(L, at)));
  }
}

/* The keys in order, so that a text says the same each time. */
typedef struct key_list {
  int n;
  const char *names[MOST_KEYS];
} key_list;

static void add_key (lua_State *L, const selector_text *w, key_list *keys, const char *name) {
  int i = keys->n;
  if (i == MOST_KEYS) refuse(L, w, "a selector has not so many keys");
  for (; i > 0 && strcmp(keys->names[i - 1], name) > 0; i--) keys->names[i] = keys->names[i - 1];
  keys->names[i] = name;
  keys->n++;
}

static bool is_beside (const selector_text *w, const char *name) {
  const char *const *words = beside_words[w->depth == 0 ? w->beside : BESIDE_NOTHING];
  for (int i = 0; words[i] != NULL; i++)
    if (strcmp(words[i], name) == 0) return true;
  return false;
}

static void list_keys (lua_State *L, const selector_text *w, int at, key_list *keys) {
  keys->n = 0;
  lua_pushnil(L);
  while (lua_next(L, at) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    const char *name = lua_tostring(L, -1);
    if (!is_beside(w, name)) add_key(L, w, keys, name);
  }
}

/* KIND(key=value;...); the kind is that of the method, or stands first. What else is listed says `if`. */
static void put_selector (lua_State *L, selector_text *w, int at, const char *kind) {
  key_list keys;
  int first = kind == NULL ? 2 : 1, n = (int)lua_rawlen(L, at);
  if (w->depth > DEEPEST) refuse(L, w, "selectors are nested too deep");
  if (kind == NULL) {
    lua_rawgeti(L, at, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
      refuse(L, w, "what is looked for needs its kind, as in { \"pieces\", follower = true }");
    refuse_old(L, w, "kind", lua_tostring(L, -1));
    put_name(L, w, -1);
    lua_pop(L, 1);
  } else {
    put_text(L, w, kind);
  }
  list_keys(L, w, at, &keys);
  put_text(L, w, "(");
  for (int i = 0; i < keys.n; i++) {
    put_text(L, w, i > 0 ? ";" : "");
    w->path[w->depth++] = keys.names[i];
    refuse_old(L, w, "selector", keys.names[i]);
    lua_pushstring(L, keys.names[i]);
    put_name(L, w, -1);
    put_text(L, w, "=");
    lua_rawget(L, at);
    if (strcmp(keys.names[i], "slot") == 0 && lua_istable(L, -1))
      put_slots(L, w, absolute(L, -1));
    else
      put_value(L, w, -1);
    lua_pop(L, 1);
    w->depth--;
  }
  for (int i = first; i <= n; i++) {
    put_text(L, w, w->text[w->length - 1] == '(' ? "if=" : ";if=");
    lua_rawgeti(L, at, i);
    if (lua_type(L, -1) == LUA_TSTRING)
      refuse(L, w,
             lua_pushfstring(L,
                             "a filter says something of what is there, and names no kind of thing; got '%s'",
                             lua_tostring(L, -1)));
    w->path[w->depth++] = "if";
    put_value(L, w, -1);
    lua_pop(L, 1);
    w->depth--;
  }
  put_text(L, w, ")");
}

static void begin_text (selector_text *w, int beside, bool looks_for_old) {
  w->length = 0;
  w->depth = 0;
  w->beside = beside;
  w->looks_for_old = looks_for_old;
  w->text[0] = '\0';
}

/* The selector at this index, a table or nothing; `kind` as for put_selector. */
static void read_selector (lua_State *L, selector_text *w, int at, const char *kind, int beside) {
  begin_text(w, beside, false);
  if (lua_isnoneornil(L, at)) {
    put_text(L, w, kind != NULL ? kind : "");
    return;
  }
  if (!lua_istable(L, at)) luaL_argerror(L, at, "a selector is a table, as in { follower = true }");
  put_selector(L, w, at, kind);
}

static bool names_kind (lua_State *L, int at) {
  bool named = lua_rawgeti(L, at, 1) == LUA_TSTRING;
  lua_pop(L, 1);
  return named;
}

/* Raises why the engine has refused the selector at this index: perhaps a word in it was one once. */
static int refuse_selector (lua_State *L, int at, const char *message) {
  selector_text w;
  begin_text(&w, BESIDE_OFFER, true);
  if (lua_istable(L, at)) put_selector(L, &w, at, names_kind(L, at) ? NULL : "");
  return luaL_error(L, "%s", message);
}

/* core.selector_text(table, filter, beside): the word of a definition that says so. */
static int selector_word (lua_State *L) {
  static const char *const besides[] = {"nothing", "offer", "row", NULL};
  selector_text w;
  luaL_checktype(L, 1, LUA_TTABLE);
  int beside = luaL_checkoption(L, 3, "nothing", besides);
  begin_text(&w, beside, true);
  put_selector(L, &w, 1, lua_toboolean(L, 2) ? "" : NULL);
  lua_pushlstring(L, w.text, w.length);
  return 1;
}

/* ---- Finding ------------------------------------------------------------------------------------------------------------ */

enum { USUAL = 48 };

/* What was found, and the tile that each lies on: the state need not be looked at any more. */
typedef struct thing_told {
  carc_found found;
  tile_told on; /* of cells and players not filled */
} thing_told;

/* What was found: in `usual`, or in a block that the stack keeps. */
typedef struct found_list {
  int n;
  const carc_found *found;
  carc_found usual[USUAL];
} found_list;

/* Pushes what keeps the block. Making it may change the state: it is looked through again until there is room for all. */
static void find (lua_State *L, const state_box *b, const char *text, found_list *l) {
  carc_error err;
  carc_found *out = l->usual;
  int room = USUAL;
  lua_pushnil(L);
  for (;;) {
    if (carc_state_find(b->g->d, b->s, b->call, b->g->script, text, out, room, &l->n, &err) != CARC_OK)
      refuse_selector(L, 2, err.message);
    if (l->n <= room) break;
    out = carc_make_room(L, lua_gettop(L), room = l->n, sizeof *out);
  }
  l->found = out;
}

static thing_told look_at (const state_box *b, const carc_found *f) {
  thing_told told = {.found = *f};
  if (f->tile >= 0) told.on = carc_look_at_tile(b, f->tile);
  return told;
}

static void push_cell (lua_State *L, const carc_found *f) {
  lua_createtable(L, 0, 2);
  carc_set_integer(L, "x", f->x);
  carc_set_integer(L, "y", f->y);
}

static void push_segment (lua_State *L, const carc_definition *d, const thing_told *told) {
  const carc_found *f = &told->found;
  carc_tile t = told->on.tile;
  lua_createtable(L, 0, 8);
  carc_set_integer(L, "tile", f->tile + 1);
  carc_set_integer(L, "x", f->x);
  carc_set_integer(L, "y", f->y);
  if (f->number >= 0) carc_set_integer(L, "number", f->number);
  if (f->piece >= 0) carc_set_string(L, "piece", carc_piece_name(d, f->piece));
  if (f->segment < 0) return;
  carc_set_integer(L, "segment", f->segment + 1);
  carc_set_string(L, "kind", carc_kind_name(carc_type_segment(d, t.type, t.rotation, f->segment).kind));
  carc_push_segment_text(L, d, t.type, t.rotation, f->segment);
  lua_setfield(L, -2, "text");
}

static void push_found (lua_State *L, const carc_definition *d, carc_things is, const thing_told *told) {
  const carc_found *f = &told->found;
  if (is == CARC_THINGS_PLAYERS) {
    lua_pushinteger(L, f->player + 1);
  } else if (is == CARC_THINGS_CELLS) {
    push_cell(L, f);
  } else if (is == CARC_THINGS_TILES) {
    carc_push_tile(L, d, &told->on);
  } else if (is == CARC_THINGS_PIECES) {
    piece_told piece = {{f->player, f->piece, f->tile, f->segment}, told->on.tile};
    carc_push_piece(L, d, &piece);
  } else {
    push_segment(L, d, told);
  }
}

/* Features are looked at when they are asked. */
static int push_features (lua_State *L, state_box *b, const found_list *l) {
  int usual[USUAL], *places = usual;
  if (l->n > USUAL) {
    lua_pushnil(L);
    places = carc_make_room(L, lua_gettop(L), l->n, sizeof *places);
  }
  for (int i = 0; i < l->n; i++) places[i] = l->found[i].tile * CARC_MAX_SEGMENTS + l->found[i].segment;
  return carc_push_features(L, 1, b, places, l->n);
}

/* What the selector finds, all of it looked at before any of it is told. */
static int push_all (lua_State *L, const state_box *b, carc_things is, const char *text) {
  thing_told usual[USUAL], *all = usual;
  found_list l;
  int keeper = lua_gettop(L) + 1, room = USUAL;
  lua_pushnil(L);
  for (;;) {
    find(L, b, text, &l);
    if (l.n <= room) break;
    lua_settop(L, keeper);
    all = carc_make_room(L, keeper, room = l.n, sizeof *all);
  }
  for (int i = 0; i < l.n; i++) all[i] = look_at(b, &l.found[i]);
  lua_createtable(L, l.n, 0);
  for (int i = 0; i < l.n; i++) {
    push_found(L, b->g->d, is, &all[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* State:pieces { } and the like: the method says of which kind. */
static int list_things (lua_State *L, carc_things is) {
  state_box *b = carc_check_state(L, 1);
  selector_text w;
  const char *says = carc_old_word(L, "argument", NULL, luaL_typename(L, 2));
  if (says != NULL) return luaL_argerror(L, 2, says);
  lua_settop(L, 2);
  read_selector(L, &w, 2, thing_names[is], BESIDE_NOTHING);
  if (is != CARC_THINGS_FEATURES) return push_all(L, b, is, w.text);
  found_list l;
  find(L, b, w.text, &l);
  return push_features(L, b, &l);
}

static int state_players (lua_State *L) { return list_things(L, CARC_THINGS_PLAYERS); }
static int state_tiles (lua_State *L) { return list_things(L, CARC_THINGS_TILES); }
static int state_cells (lua_State *L) { return list_things(L, CARC_THINGS_CELLS); }
static int state_segments (lua_State *L) { return list_things(L, CARC_THINGS_SEGMENTS); }
static int state_features (lua_State *L) { return list_things(L, CARC_THINGS_FEATURES); }
static int state_pieces (lua_State *L) { return list_things(L, CARC_THINGS_PIECES); }
static int state_corners (lua_State *L) { return list_things(L, CARC_THINGS_CORNERS); }
static int state_axes (lua_State *L) { return list_things(L, CARC_THINGS_AXES); }

/* Which kind of thing the selector at this index is for. */
static carc_things kind_of (lua_State *L, int at) {
  luaL_checktype(L, at, LUA_TTABLE);
  lua_rawgeti(L, at, 1);
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  int is = 0;
  while (thing_names[is] != NULL && strcmp(thing_names[is], name) != 0) is++;
  lua_pop(L, 1);
  return (carc_things)is;
}

static int state_count (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  selector_text w;
  carc_error err;
  int n;
  luaL_checktype(L, 2, LUA_TTABLE);
  read_selector(L, &w, 2, NULL, BESIDE_NOTHING);
  if (carc_state_find(b->g->d, b->s, b->call, b->g->script, w.text, NULL, 0, &n, &err) != CARC_OK)
    refuse_selector(L, 2, err.message);
  lua_pushinteger(L, n);
  return 1;
}

/* So many as `least` and `most` say; one at least unless they do. */
static int state_any (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  selector_text w;
  carc_error err;
  bool holds;
  luaL_checktype(L, 2, LUA_TTABLE);
  read_selector(L, &w, 2, NULL, BESIDE_NOTHING);
  if (carc_state_holds(b->g->d, b->s, b->call, b->g->script, w.text, &holds, &err) != CARC_OK)
    refuse_selector(L, 2, err.message);
  lua_pushboolean(L, holds);
  return 1;
}

/* ---- Going through -------------------------------------------------------------------------------------------------------- */

/* The upvalues of the iterator, behind those of all functions: the state, the selector's text, what was found, its kind, how far. */
enum { EACH_STATE = CLASS_END, EACH_TEXT, EACH_FOUND, EACH_KIND, EACH_AT, EACH_UPVALUES = 5 };

static bool is_same (const carc_found *a, const carc_found *b) {
  return a->tile == b->tile && a->segment == b->segment && a->player == b->player && a->piece == b->piece &&
         a->number == b->number && a->x == b->x && a->y == b->y;
}

/* Whether something is found still. */
static bool is_found (lua_State *L, const state_box *b, const char *text, const carc_found *f) {
  found_list now;
  int top = lua_gettop(L);
  find(L, b, text, &now);
  bool there = false;
  for (int i = 0; i < now.n && !there; i++) there = is_same(&now.found[i], f);
  lua_settop(L, top);
  return there;
}

static int next_found (lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(EACH_STATE));
  state_box *b = carc_check_state(L, 1);
  const char *text = lua_tostring(L, lua_upvalueindex(EACH_TEXT));
  const carc_found *found = lua_touserdata(L, lua_upvalueindex(EACH_FOUND));
  size_t n = lua_rawlen(L, lua_upvalueindex(EACH_FOUND)) / sizeof *found;
  carc_things is = (carc_things)lua_tointeger(L, lua_upvalueindex(EACH_KIND));
  for (lua_Integer i = lua_tointeger(L, lua_upvalueindex(EACH_AT)); i < (lua_Integer)n; i++) {
    if (!is_found(L, b, text, &found[i])) continue;
    lua_pushinteger(L, i + 1);
    lua_replace(L, lua_upvalueindex(EACH_AT));
    if (is == CARC_THINGS_FEATURES) {
      carc_push_feature(L, 1, b, found[i].tile, found[i].segment);
    } else {
      thing_told told = look_at(b, &found[i]);
      push_found(L, b->g->d, is, &told);
    }
    return 1;
  }
  return 0;
}

static int state_each (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  selector_text w;
  found_list l;
  lua_settop(L, 2);
  carc_things is = kind_of(L, 2);
  read_selector(L, &w, 2, NULL, BESIDE_NOTHING);
  find(L, b, w.text, &l);
  for (int c = GAME_CLASS; c < CLASS_END; c++) carc_push_metatable(L, c);
  lua_pushvalue(L, 1);
  lua_pushlstring(L, w.text, w.length);
  carc_found *kept = lua_newuserdatauv(L, (size_t)l.n * sizeof *kept, 0);
  memcpy(kept, l.found, (size_t)l.n * sizeof *kept);
  lua_pushinteger(L, (lua_Integer)is);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_found, CLASS_COUNT + EACH_UPVALUES);
  return 1;
}

/* ---- One thing ------------------------------------------------------------------------------------------------------------------ */

static int field_number (lua_State *L, int at, const char *name, int none) {
  int there;
  lua_getfield(L, at, name);
  lua_Integer n = lua_tointegerx(L, -1, &there);
  lua_pop(L, 1);
  return there && n > -100000 && n < 100000 ? (int)n : none;
}

/* A player's number, a Feature, or what readers list. Nothing of it may be older than the state that it is of: it is found last. */
static carc_things check_thing (lua_State *L, int at, const state_box *b, carc_found *f) {
  const carc_definition *d = b->g->d;
  *f = (carc_found){-1, -1, 0, 0, -1, -1, -1};
  if (lua_type(L, at) == LUA_TNUMBER) {
    f->player = carc_check_player(L, at, d);
    return CARC_THINGS_PLAYERS;
  }
  const feature_box *feature = carc_test_object(L, at, FEATURE_CLASS);
  if (feature != NULL) {
    luaL_argcheck(L, carc_check_feature(L, at)->of == b, at, "a feature of another state");
    f->tile = feature->tile;
    f->segment = feature->segment;
    return CARC_THINGS_FEATURES;
  }
  luaL_argcheck(L, is_place(L, at), at, "a player, a Feature, or what State:pieces and its like list");
  f->x = field_number(L, at, "x", 0);
  f->y = field_number(L, at, "y", 0);
  f->segment = field_number(L, at, "segment", 0) - 1;
  if (lua_getfield(L, at, "piece") == LUA_TSTRING && f->segment >= 0) {
    f->piece = carc_piece_find(d, lua_tostring(L, -1));
    f->player = field_number(L, at, "player", 0) - 1;
  }
  lua_pop(L, 1);
  f->tile = carc_state_tile_at(d, b->s, f->x, f->y);
  if (f->tile < 0) f->segment = f->piece = f->player = -1;
  if (f->segment >= 0 && f->segment >= carc_type_segments(d, carc_state_tile(d, b->s, f->tile).type))
    luaL_argerror(L, at, "there is no such segment on the table");
  return f->tile < 0       ? CARC_THINGS_CELLS
         : f->piece >= 0   ? CARC_THINGS_PIECES
         : f->segment >= 0 ? CARC_THINGS_SEGMENTS
                           : CARC_THINGS_TILES;
}

static int state_is (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  selector_text w;
  carc_found f;
  carc_error err;
  bool passes;
  read_selector(L, &w, 3, "", BESIDE_NOTHING);
  carc_things is = check_thing(L, 2, b, &f);
  if (carc_state_passes(b->g->d, b->s, b->call, b->g->script, w.length > 0 ? w.text : "()", &f, is, &passes,
                        &err) != CARC_OK)
    return refuse_selector(L, 3, err.message);
  lua_pushboolean(L, passes);
  return 1;
}

/* ---- Offering --------------------------------------------------------------------------------------------------------------------- */

/* What stands beside the selector of an offer in a function: a number, or -1; whether it deploys. */
static int offered_number (lua_State *L) {
  if (lua_getfield(L, 2, "number") == LUA_TNIL) return -1;
  if (!lua_isinteger(L, -1)) luaL_error(L, "number: expected an integer, got %s", luaL_typename(L, -1));
  lua_Integer number = lua_tointeger(L, -1);
  if (number < 0 || number > CARC_MAX_NUMBER)
    luaL_error(L, "number: the number of an option is 0 to %d, got %I", CARC_MAX_NUMBER, (LUAI_UACINT)number);
  return (int)number;
}

static bool offers_deployments (lua_State *L) {
  if (lua_getfield(L, 2, "deploy") != LUA_TNIL && !lua_isboolean(L, -1))
    luaL_error(L, "deploy: expected true or false, got %s", luaL_typename(L, -1));
  return lua_toboolean(L, -1);
}

int carc_offer_found (lua_State *L, state_box *b) {
  selector_text w;
  carc_error err;
  int before = carc_call_offered(b->call);
  read_selector(L, &w, 2, NULL, BESIDE_OFFER);
  if (lua_getfield(L, 2, "when") != LUA_TNIL)
    return luaL_error(L, "when: is for offers that are data; in a function `if` does it");
  bool deploy = offers_deployments(L);
  int number = offered_number(L);
  if (carc_call_offer_found(b->call, b->g->script, w.text, deploy, number, &err) != CARC_OK)
    return refuse_selector(L, 2, err.message);
  lua_pushinteger(L, carc_call_offered(b->call) - before);
  return 1;
}

#define METHOD(name) \
  { #name, state_##name }
const luaL_Reg carc_select_methods[] = {METHOD(players),  METHOD(tiles),  METHOD(cells),   METHOD(segments),
                                        METHOD(features), METHOD(pieces), METHOD(corners), METHOD(axes),
                                        METHOD(each),     METHOD(count),  METHOD(any),     METHOD(is),
                                        {NULL, NULL}};
const luaL_Reg carc_select_functions[] = {{"selector_text", selector_word}, {NULL, NULL}};
