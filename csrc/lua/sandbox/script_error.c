/* script_error.c: adds the place and the nearest valid name to an error of a script. */
#include <stdlib.h>
#include <string.h>
#include "carcassonne.h"
#include "sandbox/script_error.h"
#include "sandbox/sandbox_memory.h"

bool carcL_has_location (const char *message) {
  const char *line = strchr(message, ':');
  size_t digits = line != NULL ? strspn(line + 1, "0123456789") : 0;
  return digits > 0 && line[1 + digits] == ':';
}

/*
** Functions that are not available to scripts, because they could make equal games differ or do
** harm. For each function, a hint says what to use instead.
*/
static const struct {
  const char *name, *instead;
} missed[] = {
    {"random", "for a random choice, use a phase whose `ask` returns \"chance\""},
    {"randomseed", "for a random choice, use a phase whose `ask` returns \"chance\""},
    {"package", "a script can read files in its folder with `require`"},
    {"dofile", "a script can read files in its folder with `require`"},
    {"loadfile", "a script can read files in its folder with `require`"},
    {"load", "a script cannot load code"},
    {"os", "a script has no access to the clock or to processes"},
    {"io", "a script has no access to files; `print` writes a line"},
    {"debug", "a script has no access to the debug library"},
    {"coroutine",
     "a script has no coroutines; to wait for a decision, use a phase with `ask` and `on_chosen`"},
    {"collectgarbage", "the host manages memory"},
};

static const char *instead_of (const char *name, size_t length) {
  for (size_t i = 0; i < sizeof missed / sizeof *missed; i++)
    if (strlen(missed[i].name) == length && memcmp(missed[i].name, name, length) == 0)
      return missed[i].instead;
  return NULL;
}

/*
** Before Lua 5.3, an error message contains `global 'ipars' (a nil value)`. Rewrites the message on
** top of the stack to the form of later versions: `a nil value (global 'ipars')`.
*/
static void rewrite_as_later (lua_State *L) {
  const char *message = lua_tostring(L, -1), *is = strstr(message, "' (a ");
  const char *end = is != NULL ? strstr(is, " value)") : NULL, *name = is;
  if (end == NULL || end[strlen(" value)")] != '\0') return;
  while (name > message && name[-1] != '\'') name--;
  if (name < message + 2) return;
  for (name -= 2; name > message && name[-1] != ' ';)
    name--; /* goes back to the word before: global, local, field, method, upvalue */
  lua_pushlstring(L, message, (size_t)(name - message));
  lua_pushlstring(L, is + 3, (size_t)(end - is) - 3);
  lua_pushlstring(L, name, (size_t)(is - name) + 1);
  lua_pushfstring(L, "%s%s value (%s)", lua_tostring(L, -3), lua_tostring(L, -2), lua_tostring(L, -1));
}

/*
** Finds the name in Lua's message about a nil value, as in `(global 'ipars')`; NULL if there is
** none.
*/
static const char *find_name (const char *message, size_t *length, bool *global) {
  const char *at = strstr(message, "a nil value (");
  if (at == NULL) return NULL;
  at = strchr(at, '(') + 1;
  *global = strncmp(at, "global ", 7) == 0;
  const char *name = strchr(at, '\''), *end = name != NULL ? strchr(name + 1, '\'') : NULL;
  if (end == NULL) return NULL;
  *length = (size_t)(end - name - 1);
  return name + 1;
}

/* Pushes the table of globals of the function that `ar` describes, or nil. */
static void push_globals (lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "f", ar);
#if LUA_VERSION_NUM < 502
  lua_getfenv(L, -1);
  lua_remove(L, -2);
#else
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      lua_remove(L, -2);
      return;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  lua_pushnil(L);
#endif
}

/* A list of names. It is sorted, so that the choice among equally near names is deterministic. */
typedef struct name_list {
  const char **names;
  int n;
} name_list;

static const char *next_name (const void *ud, int i) {
  const name_list *list = ud;
  return i < list->n ? list->names[i] : NULL;
}

static int by_name (const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int count_keys (lua_State *L, int table) {
  int n = 0;
  lua_pushnil(L);
  for (; lua_next(L, table) != 0; n++) lua_pop(L, 1);
  return n;
}

/* Returns the string keys of a table, and pushes a list that keeps them alive. */
static name_list list_names (lua_State *L, int table) {
  name_list list = {lua_newuserdatauv(L, (size_t)(count_keys(L, table) + 1) * sizeof *list.names, 0), 0};
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) list.names[list.n++] = lua_tostring(L, -1);
  }
  qsort(list.names, (size_t)list.n, sizeof *list.names, by_name);
  return list;
}

/*
** Finds the key, in the table at index `table`, that is nearest to a name. Pushes and returns this
** key; if no key is near, pushes nil and returns NULL.
*/
static const char *push_nearest (lua_State *L, int table, const char *name, size_t length) {
  const char *near = NULL;
  table = lua_absindex(L, table);
  if (lua_istable(L, table)) {
    name_list list = list_names(L, table);
    near = carc_nearest_name(name, length, next_name, &list);
    lua_pop(L, 1);
  }
  return lua_pushstring(L, near);
}

/*
** Adds a hint to the message on top of the stack. The error is in the function that `ar` describes.
*/
static void add_hint (lua_State *L, lua_Debug *ar) {
  size_t length;
  bool global;
  if (!lua_checkstack(L, 10)) return;
  rewrite_as_later(L);
  int top = lua_gettop(L);
  const char *message = lua_tostring(L, -1), *name = find_name(message, &length, &global);
  if (name == NULL) return;
  const char *instead = instead_of(name, length);
  if (instead != NULL) {
    lua_pushfstring(L, "%s; %s", message, instead);
  } else if (global) {
    push_globals(L, ar);
    const char *near = push_nearest(L, -1, name, length);
    if (near != NULL)
      lua_pushfstring(L, "%s (did you mean %s?)", message, near);
    else
      lua_settop(L, top);
  }
}

int carcL_explain_error (lua_State *L) {
  lua_Debug ar;
  if (!lua_isstring(L, 1))
    lua_pushfstring(L, "the error value is a %s, not a text", luaL_typename(L, 1));
  else
    lua_pushvalue(L, 1);
  for (int level = 1; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0 || !carcL_is_of_script(L, ar.source)) continue;
    const char *message = lua_tostring(L, -1);
    if (!carcL_has_location(message)) lua_pushfstring(L, "%s:%d: %s", ar.short_src, ar.currentline, message);
    add_hint(L, &ar);
    break;
  }
  if (!lua_isstring(L, -1)) lua_pushvalue(L, 1);
  return 1;
}

/* ---- Missing keys ---------------------------------------------------------------------------- */

int carcL_refuse_key (lua_State *L, const char *class, const char *key, int names) {
  const char *near = push_nearest(L, names, key, strlen(key));
  if (near != NULL) return luaL_error(L, "%s has no '%s' (did you mean %s?)", class, key, near);
  return luaL_error(L, "%s has no '%s'", class, key);
}
