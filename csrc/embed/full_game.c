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

static carc_status status_of (const char *message) {
  static const char memory[] = "not enough memory";
  size_t length = strlen(message), end = sizeof memory - 1;
  return length >= end && strcmp(message + length - end, memory) == 0 ? CARC_ERR_MEMORY : CARC_ERR_INVALID;
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
typedef struct game_request {
  carc_game *game;
  const char *function;
  const char *texts[2]; /* the second is NULL if the function takes one */
} game_request;

/* Makes the game. It stays in the registry. */
static int make_game (lua_State *L) {
  const game_request *request = lua_touserdata(L, 1);
  open_libraries(L);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "carcassonne.program.text_game");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, request->function);
  lua_pushstring(L, request->texts[0]);
  if (request->texts[1] != NULL) lua_pushstring(L, request->texts[1]);
  lua_call(L, request->texts[1] != NULL ? 2 : 1, 1);
  carcL_allow_calls_by_c(L, -1);
  request->game->def = ((const game_ud *)lua_touserdata(L, -1))->d;
  lua_rawsetp(L, LUA_REGISTRYINDEX, request->game);
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

static int open_game (int abi_version, const game_request *request, carc_game_resize resize, void *ud,
                      carc_game **out, char *message, size_t size) {
  char text[80];
  *out = NULL;
  if (abi_version != CARC_ABI_VERSION) {
    snprintf(text, sizeof text, "this library has the ABI version %d; the program expects %d",
             CARC_ABI_VERSION, abi_version);
    return report(CARC_ERR_INVALID, text, message, size);
  }
  carc_game *game = allocate_game(resize, ud);
  if (game == NULL) return report(CARC_ERR_MEMORY, "not enough memory", message, size);
  game_request complete = *request;
  complete.game = game;
  if (carcL_call_protected(game->L, make_game, &complete) == LUA_OK) {
    *out = game;
    return report(CARC_OK, "", message, size);
  }
  const char *cause = lua_type(game->L, -1) == LUA_TSTRING ? lua_tostring(game->L, -1) : "not enough memory";
  int status = report(status_of(cause), cause, message, size);
  carc_game_free(game);
  return status;
}

EXPORTED int carc_game_new (int abi_version, const char *variants, const char *options,
                            carc_game_resize resize, void *ud, carc_game **game, char *message, size_t size) {
  const game_request request = {
      NULL, "game", {variants != NULL ? variants : "", options != NULL ? options : ""}};
  return open_game(abi_version, &request, resize, ud, game, message, size);
}

EXPORTED int carc_game_of_save (int abi_version, const char *text, carc_game_resize resize, void *ud,
                                carc_game **game, char *message, size_t size) {
  const game_request request = {NULL, "saved", {text, NULL}};
  return open_game(abi_version, &request, resize, ud, game, message, size);
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
  return *state != NULL ? report(CARC_OK, "", message, size) : report(err.code, err.message, message, size);
}
