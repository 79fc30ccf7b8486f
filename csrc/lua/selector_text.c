/*
** selector_text.c: writes a table that describes a selector as text for the engine's parser.
*/
#include <stdio.h>
#include <string.h>
#include "arguments.h"
#include "sandbox/script_error.h"
#include "selector.h"
#include "userdata.h"

enum { MAX_KEYS = 40, DEEPEST = 8 };

/* The text that is written, and the path of the current key for messages. */
typedef struct selector_text {
  char *text; /* MAX_SELECTOR_TEXT bytes */
  size_t length;
  const char *path[DEEPEST + 2];
  int depth;
  int beside; /* statement whose keys the outer table may have, or BESIDE_NOTHING */
} selector_text;

const char *const carcL_item_names[] = {
#define X(id, name) name,
    CARC_QUERY_ITEM_LIST(X)
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

static void put (lua_State *L, selector_text *w, const char *text, size_t length) {
  if (w->length + length >= MAX_SELECTOR_TEXT) refuse(L, w, "the selector is too long");
  memcpy(w->text + w->length, text, length);
  w->length += length;
  w->text[w->length] = '\0';
}

static void put_text (lua_State *L, selector_text *w, const char *text) { put(L, w, text, strlen(text)); }

/* Writes a name. It must not contain characters that have a meaning in selectors. */
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
  if (!fine)
    refuse(L, w, lua_pushfstring(L, "expected a name (letters, digits, _, - and .), got '%s'", name));
  put(L, w, name, length);
}

static int absolute (lua_State *L, int at) { return at < 0 ? lua_gettop(L) + 1 + at : at; }

/* Returns a value in the form in which messages show it: string "x", number 1.5, table. */
static const char *shown (lua_State *L, int at) {
  at = absolute(L, at);
  const char *type = luaL_typename(L, at);
  if (lua_type(L, at) == LUA_TSTRING) return lua_pushfstring(L, "string \"%s\"", lua_tostring(L, at));
  if (lua_type(L, at) != LUA_TNUMBER) return type;
  lua_pushvalue(L, at); /* a copy, because lua_tostring turns a number on the stack into a string */
  return lua_pushfstring(L, "%s %s", type, lua_tostring(L, -1));
}

static void put_number (lua_State *L, selector_text *w, int at) {
  char digits[40];
  int is_integer;
  lua_Integer n = lua_tointegerx(L, at, &is_integer);
  if (!is_integer || lua_type(L, at) != LUA_TNUMBER)
    refuse(L, w, lua_pushfstring(L, "expected an integer, got %s", shown(L, at)));
  snprintf(digits, sizeof digits, "%lld", (long long)n);
  put_text(L, w, digits);
}

/* Writes a number or the name of a variable. */
static void put_bound (lua_State *L, selector_text *w, int at) {
  if (lua_type(L, at) == LUA_TNUMBER)
    put_number(L, w, at);
  else if (lua_type(L, at) != LUA_TSTRING)
    refuse(L, w, lua_pushfstring(L, "expected an integer or the name of a variable, got %s", shown(L, at)));
  else if (lua_isnumber(L, at))
    refuse(L, w, lua_pushfstring(L, "expected a number, got %s", shown(L, at)));
  else
    put_name(L, w, at);
}

static void put_boolean (lua_State *L, selector_text *w, int at) {
  if (lua_type(L, at) != LUA_TBOOLEAN)
    refuse(L, w, lua_pushfstring(L, "expected true or false, got %s", shown(L, at)));
  put_text(L, w, lua_toboolean(L, at) ? "yes" : "no");
}

/* The kind of items with this name, which may be NULL; -1 if there is none. */
static int find_item (const char *name) {
  for (int i = 0; name != NULL && carcL_item_names[i] != NULL; i++)
    if (strcmp(name, carcL_item_names[i]) == 0) return i;
  return -1;
}

static bool is_item (lua_State *L, int at) {
  return lua_type(L, at) == LUA_TSTRING && find_item(lua_tostring(L, at)) >= 0;
}

static void put_selector (lua_State *L, selector_text *w, int at, const char *kind);
static void put_value (lua_State *L, selector_text *w, int at);

/*
** Pushes a field, and returns its type. Fields of tables are read without metamethods, which could
** change the selector.
*/
static int push_field (lua_State *L, int at, const char *key) {
  at = absolute(L, at);
  if (!lua_istable(L, at)) return lua_getfield(L, at, key);
  lua_pushstring(L, key);
  return lua_rawget(L, at);
}

static bool is_place (lua_State *L, int at) {
  if (!lua_istable(L, at)) return carcL_is_place(L, at);
  int top = lua_gettop(L);
  bool there = push_field(L, at, "x") == LUA_TNUMBER && push_field(L, at, "y") == LUA_TNUMBER;
  lua_settop(L, top);
  return there;
}

static void put_place (lua_State *L, selector_text *w, int at) {
  put_text(L, w, "@");
  push_field(L, at, "x");
  put_number(L, w, -1);
  put_text(L, w, ",");
  push_field(L, at, "y");
  put_number(L, w, -1);
  if (push_field(L, at, "segment") == LUA_TNUMBER) {
    put_text(L, w, "/");
    put_number(L, w, -1);
    if (carcL_test_object(L, at, FEATURE_CLASS) != NULL) put_text(L, w, "+");
  }
  lua_pop(L, 3);
}

/* Writes NAME:LOW..HIGH or NAME:NUMBER. The name is below the top of the stack. */
static void put_range (lua_State *L, selector_text *w) {
  put_name(L, w, -2);
  put_text(L, w, ":");
  if (!lua_istable(L, -1)) {
    put_bound(L, w, -1);
    return;
  }
  if (push_field(L, -1, "min") != LUA_TNIL) put_bound(L, w, -1);
  put_text(L, w, "..");
  if (push_field(L, -2, "max") != LUA_TNIL) put_bound(L, w, -1);
  lua_pop(L, 2);
}

/* A list of keys. It is sorted, so that equal tables give equal texts. */
typedef struct key_list {
  int n;
  const char *names[MAX_KEYS];
} key_list;

static void add_key (lua_State *L, const selector_text *w, key_list *keys, const char *name) {
  int i = keys->n;
  if (i == MAX_KEYS) refuse(L, w, lua_pushfstring(L, "a selector has more than %d keys", MAX_KEYS));
  for (; i > 0 && strcmp(keys->names[i - 1], name) > 0; i--) keys->names[i] = keys->names[i - 1];
  keys->names[i] = name;
  keys->n++;
}

/* ;KEY= */
static void put_key (lua_State *L, selector_text *w, const char *key) {
  put_text(L, w, ";");
  put_text(L, w, key);
  put_text(L, w, "=");
}

/*
** Writes the tests under a key. If the names are in a list, one of the tests must pass; if they are
** the keys of a table, all tests must pass.
*/
static void put_tests (lua_State *L, selector_text *w, int at, const char *key) {
  key_list variables = {.n = 0};
  int n = (int)lua_rawlen(L, at);
  for (int i = 1; i <= n; i++) {
    put_text(L, w, i > 1 ? "," : "");
    lua_rawgeti(L, at, i);
    if (lua_type(L, -1) != LUA_TSTRING)
      refuse(L, w, lua_pushfstring(L, "expected a list of names of %ss", key));
    put_name(L, w, -1);
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  while (n == 0 && lua_next(L, at) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
      refuse(L, w, lua_pushfstring(L, "expected names of %ss as keys", key));
    add_key(L, w, &variables, lua_tostring(L, -1));
  }
  for (int i = 0; i < variables.n; i++) {
    if (i > 0) put_key(L, w, key);
    lua_pushstring(L, variables.names[i]);
    lua_pushvalue(L, -1);
    lua_rawget(L, at);
    put_range(L, w);
    lua_pop(L, 2);
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

/*
** Writes an element of a list. If the element is a list itself, it is a filter that contains a list
** of selectors.
*/
static void put_item (lua_State *L, selector_text *w) {
  int at = lua_gettop(L);
  bool lists = lua_istable(L, at) && is_list(L, at);
  if (lists) {
    lua_rawgeti(L, at, 1);
    lists = !is_item(L, -1);
    lua_pop(L, 1);
  }
  if (lists)
    put_selector(L, w, at, "");
  else
    put_value(L, w, at);
}

/* Writes a list of names, of filters or of selectors. */
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
  bool has_kind = is_item(L, -1) || (lua_type(L, -1) == LUA_TSTRING && !is_list(L, at));
  lua_pop(L, 1);
  if (has_kind) /* the parser refuses an unknown kind */
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
    case LUA_TBOOLEAN: put_boolean(L, w, at); break;
    case LUA_TNUMBER: put_number(L, w, at); break;
    case LUA_TSTRING: put_name(L, w, at); break;
    case LUA_TTABLE: put_table(L, w, at); break;
    default:
      if (is_place(L, at))
        put_place(L, w, at);
      else
        refuse(L, w,
               lua_pushfstring(L, "expected true, false, a number, a name or a table, got %s",
                               luaL_typename(L, at)));
  }
}

static bool is_beside (const selector_text *w, const char *name) {
  const grammar_row *row;
  if (w->depth > 0 || w->beside == BESIDE_NOTHING) return false;
  for (int i = 0; (row = carcP_grammar_row(i)) != NULL; i++)
    if (row->in == w->beside && (row->flags & KEY_POSITIONAL) == 0 && strcmp(row->name, name) == 0)
      return true;
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

/*
** The type of a key's value; GRAMMAR_TYPES if selectors for items of this kind do not have this
** key.
*/
static int type_of_key (const char *key, item_kind of) {
  for (int i = ROW_selector_things + 1; i <= ROW_selector_if; i++) {
    const grammar_row *row = carcP_grammar_row(i);
    if (strcmp(row->name, key) == 0 && (row->where >> of & 1) != 0) return row->type;
  }
  return GRAMMAR_TYPES;
}

/* Writes the value on top of the stack, which belongs to a key of items of this kind. */
static void put_value_of_key (lua_State *L, selector_text *w, const char *key, item_kind of) {
  bool is_text = lua_type(L, -1) == LUA_TSTRING;
  switch (type_of_key(key, of)) {
    case TYPE_FLAG_OF: put_boolean(L, w, -1); return;
    case TYPE_MIN:
    case TYPE_MAX:
    case TYPE_DISTANCE: put_bound(L, w, absolute(L, -1)); return;
    case TYPE_VARIABLE_TESTS:
    case TYPE_TOKEN_TESTS:
      if (lua_istable(L, -1))
        put_tests(L, w, absolute(L, -1), key);
      else
        put_value(L, w, -1);
      return;
    case TYPE_WHOSE:
      if (is_text && lua_isnumber(L, -1))
        refuse(L, w, lua_pushfstring(L, "expected a number, got %s", shown(L, -1)));
      put_value(L, w, -1);
      return;
    default: put_value(L, w, -1);
  }
}

/*
** Writes KIND(key=value;...). The kind is the one that the method implies, or the first element of
** the table. All other elements are written under the key `if`.
*/
static void put_selector (lua_State *L, selector_text *w, int at, const char *kind) {
  key_list keys;
  int first = kind == NULL ? 2 : 1, n = (int)lua_rawlen(L, at), found = find_item(kind);
  if (w->depth > DEEPEST) refuse(L, w, lua_pushfstring(L, "selectors are nested more than %d deep", DEEPEST));
  if (kind == NULL) {
    lua_rawgeti(L, at, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
      refuse(L, w, "expected the kind of items first, as in { \"pieces\", follower = true }");
    put_name(L, w, -1);
    found = find_item(lua_tostring(L, -1));
    lua_pop(L, 1);
  } else {
    put_text(L, w, kind);
  }
  list_keys(L, w, at, &keys);
  put_text(L, w, "(");
  for (int i = 0; i < keys.n; i++) {
    put_text(L, w, i > 0 ? ";" : "");
    w->path[w->depth++] = keys.names[i];
    lua_pushstring(L, keys.names[i]);
    put_name(L, w, -1);
    put_text(L, w, "=");
    lua_rawget(L, at);
    put_value_of_key(L, w, keys.names[i], found >= 0 ? (item_kind)found : ITEM_FILTER);
    lua_pop(L, 1);
    w->depth--;
  }
  for (int i = first; i <= n; i++) {
    put_text(L, w, w->text[w->length - 1] == '(' ? "if=" : ";if=");
    lua_rawgeti(L, at, i);
    if (lua_type(L, -1) == LUA_TSTRING)
      refuse(L, w,
             lua_pushfstring(L, "expected a filter without a kind of items, got '%s'", lua_tostring(L, -1)));
    w->path[w->depth++] = "if";
    put_value(L, w, -1);
    lua_pop(L, 1);
    w->depth--;
  }
  put_text(L, w, ")");
}

static void begin_text (selector_text *w, char *text, int beside) {
  w->text = text;
  w->length = 0;
  w->depth = 0;
  w->beside = beside;
  w->text[0] = '\0';
}

void carcL_write_selector (lua_State *L, int at, const char *kind, int beside, char text[MAX_SELECTOR_TEXT]) {
  selector_text w;
  begin_text(&w, text, beside);
  if (lua_isnoneornil(L, at)) {
    put_text(L, &w, kind != NULL && *kind != '\0' ? kind : "()");
    return;
  }
  if (!lua_istable(L, at)) luaL_argerror(L, at, "expected a selector: a table, as in { follower = true }");
  put_selector(L, &w, at, kind);
}

/* Returns the statement whose name is the argument. */
static int check_statement (lua_State *L, int arg) {
  const char *name = luaL_checkstring(L, arg);
  int i = 0;
  while (i < GRAMMAR_TABLES && strcmp(carcP_grammar_statement(i)->name, name) != 0) i++;
  luaL_argcheck(L, i < GRAMMAR_TABLES, arg, "unknown statement");
  return i;
}

/* core.selector_text(table, filter, beside): returns the selector as a word of a definition. */
MODULE_FUNCTION(carcL_core_selector_text) {
  selector_text w;
  char text[MAX_SELECTOR_TEXT];
  luaL_checktype(L, 1, LUA_TTABLE);
  int beside = lua_isnoneornil(L, 3) ? BESIDE_NOTHING : check_statement(L, 3);
  begin_text(&w, text, beside);
  put_selector(L, &w, 1, lua_toboolean(L, 2) ? "" : NULL);
  lua_pushlstring(L, text, w.length);
  return 1;
}
