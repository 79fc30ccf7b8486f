/* full_game.c: games with scripts for hosts without Lua. Each game has its own Lua state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lualib.h>
#include "carcassonne.h"
#include "carcassonne_full.h"
#include "carcassonne_lua.h"
#include "hook_call.h"
#include "sandbox/sandbox.h"
#include "util/compiler.h"

struct carc_game {
  lua_State *L;
  carc_game_resize resize;
  void *ud;
  const carc_definition *def;
};

/* ---- Messages -------------------------------------------------------------------------------- */

static int report (carc_status status, const char *text, char *message, size_t size) {
  if (size > 0) snprintf(message, size, "%s", text);
  return (int)status;
}

/* The status with this name, which Lua returns as the code of a failure. */
static carc_status status_of (const char *name) {
  int status = CARC_ERR_BUSY;
  while (status > CARC_OK && strcmp(name, carc_status_name((carc_status)status)) != 0) status--;
  return status > CARC_OK ? (carc_status)status : CARC_ERR_INVALID;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *resize_by_default (void *ud, void *old, size_t old_size, size_t new_size) {
  (void)ud, (void)old_size;
  if (new_size > 0) return realloc(old, new_size);
  free(old);
  return NULL;
}

/* The allocator of the Lua state. For a new block, Lua passes the kind of the block as its size. */
static void *resize_for_lua (void *ud, void *old, size_t old_size, size_t new_size) {
  const carc_game *game = ud;
  return game->resize(game->ud, old, old != NULL ? old_size : 0, new_size);
}

/*
** Whether the functions of Lua are those of a Lua with integers. If the program exports another
** Lua, as luajit does, that Lua's functions replace them. Uses only functions that all versions
** have, and no memory.
*/
static bool has_integers (lua_State *L) {
  lua_pushnumber(L, 9007199254740992.0);
  lua_pushinteger(L, 9007199254740993);
  bool differ = !lua_rawequal(L, -1, -2);
  lua_settop(L, 0);
  return differ;
}

/* ---- Creation -------------------------------------------------------------------------------- */

/* Opens Lua's libraries. `require` finds only modules that are linked in. */
static void open_libraries (lua_State *L) {
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_pop(L, 1);
  lua_pushcfunction(L, carc_lua_preload);
  lua_call(L, 0, 0);
}

/* A function of carcassonne.program.text_game, and the texts that it takes. */
typedef struct game_source {
  carc_game *game;
  const char *function;
  const char *texts[2]; /* the second is NULL if the function takes one */
  carc_status status;
  char *message;
  size_t size;
} game_source;

static void require_module (lua_State *L, const char *name) {
  lua_getglobal(L, "require");
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
}

/* Makes the game, or writes the message. The game stays in the registry. */
static int make_game (lua_State *L) {
  game_source *source = lua_touserdata(L, 1);
  open_libraries(L);
  require_module(L, "carcassonne.program.text_game");
  lua_getfield(L, -1, source->function);
  lua_pushstring(L, source->texts[0]);
  if (source->texts[1] != NULL) lua_pushstring(L, source->texts[1]);
  lua_call(L, source->texts[1] != NULL ? 2 : 1, 3);
  if (lua_isnil(L, -3)) {
    source->status = status_of(lua_tostring(L, -1));
    report(source->status, lua_tostring(L, -2), source->message, source->size);
    return 0;
  }
  carcL_allow_calls_by_c(L, -3);
  source->game->def = ((const game_ud *)lua_touserdata(L, -3))->d;
  lua_pop(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, source->game);
  lua_gc(L, LUA_GCCOLLECT, 0);
  return 0;
}

static carc_game *allocate_game (carc_game_resize resize, void *ud) {
  if (resize == NULL) resize = resize_by_default;
  carc_game *game = resize(ud, NULL, 0, sizeof *game);
  if (game == NULL) return NULL;
  *game = (carc_game){.resize = resize, .ud = ud};
  game->L = carcL_newstate(resize_for_lua, game);
  if (game->L != NULL) return game;
  carc_game_free(game);
  return NULL;
}

/*
** Calls a function in the game's Lua state. Returns false if it raises an error. The functions of
** the library return all errors except the lack of memory.
*/
static bool call_lua (const carc_game *game, lua_CFunction f, void *ud) {
  if (carcL_call_protected(game->L, f, ud) == LUA_OK) return true;
  lua_pop(game->L, 1);
  return false;
}

static const char no_memory[] = "not enough memory";

static int open_game (int abi_version, game_source source, carc_game_resize resize, void *ud, carc_game **out,
                      char *message, size_t size) {
  char text[80];
  *out = NULL;
  if (abi_version != CARC_ABI_VERSION) {
    snprintf(text, sizeof text, "this library has the ABI version %d; the program expects %d",
             CARC_ABI_VERSION, abi_version);
    return report(CARC_ERR_INVALID, text, message, size);
  }
  carc_game *game = allocate_game(resize, ud);
  if (game == NULL) return report(CARC_ERR_MEMORY, no_memory, message, size);
  source.game = game;
  source.message = message;
  source.size = size;
  int status;
  if (!has_integers(game->L))
    status =
        report(CARC_ERR_INVALID, "the program exports another Lua in the place of Lua 5.4", message, size);
  else if (!call_lua(game, make_game, &source))
    status = report(CARC_ERR_MEMORY, no_memory, message, size);
  else if (source.status != CARC_OK)
    status = (int)source.status;
  else
    status = report(CARC_OK, "", message, size);
  if (status == CARC_OK)
    *out = game;
  else
    carc_game_free(game);
  return status;
}

EXPORTED int carc_game_new (int abi_version, const char *variants, const char *options,
                            carc_game_resize resize, void *ud, carc_game **game, char *message, size_t size) {
  const game_source source = {.function = "game",
                              .texts = {variants != NULL ? variants : "", options != NULL ? options : ""}};
  return open_game(abi_version, source, resize, ud, game, message, size);
}

EXPORTED int carc_game_of_save (int abi_version, const char *text, carc_game_resize resize, void *ud,
                                carc_game **game, char *message, size_t size) {
  const game_source source = {.function = "saved", .texts = {text, NULL}};
  return open_game(abi_version, source, resize, ud, game, message, size);
}

EXPORTED void carc_game_free (carc_game *game) {
  if (game == NULL) return;
  if (game->L != NULL) lua_close(game->L);
  game->resize(game->ud, game, sizeof *game, 0);
}

/* ---- Use ------------------------------------------------------------------------------------- */

EXPORTED const carc_definition *carc_game_definition (const carc_game *game) { return game->def; }

EXPORTED int carc_game_new_state (const carc_game *game, uint64_t seed, carc_state **state, char *message,
                                  size_t size) {
  carc_error err = {0};
  *state = carc_state_new(game->def, seed, &err);
  return report(*state != NULL ? CARC_OK : err.code, *state != NULL ? "" : err.message, message, size);
}

/* ---- Requests -------------------------------------------------------------------------------- */

/* Registry keys, by address, of the table that answers requests and of the last answer. */
static const char answerer_key = 0, answer_key = 0;

typedef struct json_request {
  const carc_game *game;
  const carc_state *state;
  const char *text;
  carc_status status;
  const char *answer;
  size_t length;
} json_request;

static void push_answerer (lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &answerer_key) != LUA_TNIL) return;
  lua_pop(L, 1);
  require_module(L, "carcassonne.program.requests");
  lua_getfield(L, -1, "new");
  require_module(L, "carcassonne.plugin");
  require_module(L, "carcassonne.lab.plain_calls");
  lua_call(L, 2, 1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &answerer_key);
}

/* The registry has a place for the answer before the call, so that storing it needs no memory. */
static int answer_request (lua_State *L) {
  json_request *request = lua_touserdata(L, 1);
  lua_pushboolean(L, false);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &answer_key);
  push_answerer(L);
  lua_getfield(L, -1, "answer");
  lua_insert(L, -2);
  lua_pushstring(L, request->text);
  lua_rawgetp(L, LUA_REGISTRYINDEX, request->game);
  if (request->state != NULL)
    carc_lua_pushstate(L, -1, request->state);
  else
    lua_pushnil(L);
  lua_remove(L, -2);
  lua_call(L, 3, 2);
  request->status = lua_isnil(L, -1) ? CARC_OK : status_of(lua_tostring(L, -1));
  request->answer = lua_tolstring(L, -2, &request->length);
  lua_pop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &answer_key);
  return 0;
}

EXPORTED int carc_game_request (carc_game *game, const carc_state *state, const char *text,
                                const char **answer, size_t *length) {
  static const char refused[] = "{\"message\":\"not enough memory\",\"code\":\"memory\"}";
  json_request request = {.game = game, .state = state, .text = text};
  if (!call_lua(game, answer_request, &request)) {
    request.status = CARC_ERR_MEMORY;
    request.answer = refused;
    request.length = sizeof refused - 1;
  }
  *answer = request.answer;
  if (length != NULL) *length = request.length;
  return (int)request.status;
}
