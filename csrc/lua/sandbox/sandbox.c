/*
** sandbox.c: makes sandboxes, and runs scripts in them.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lualib.h>
#include "util/phrase.h"
#include "util/text.h"
#include "sandbox/sandbox.h"
#include "compat/c_locale.h"
#include "sandbox/budget.h"
#include "sandbox/limit.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox/script_error.h"

/* ---- Entering and leaving -------------------------------------------------------------------- */

void carcL_enter_sandbox (sandbox_ud *x, sandbox_entry *t, lua_State *host, struct engine_call *caller,
                          int64_t instructions, const char *spent) {
  t->caller = x->caller;
  t->host = x->host;
  x->caller = caller;
  x->host = host;
  carcL_begin_limit(x->L, &t->limit, instructions, spent);
}

int64_t carcL_leave_sandbox (sandbox_ud *x, sandbox_entry *t) {
  x->caller = t->caller;
  x->host = t->host;
  return carcL_end_limit(x->L, &t->limit);
}

/* ---- Calls between Lua states ---------------------------------------------------------------- */

/*
** Calls a C function with a pointer, in a protected call and in the C locale. An error is left on
** top of the stack.
*/
int carcL_call_protected (lua_State *L, lua_CFunction f, void *ud) {
  c_locale locale;
  carcL_enter_c_locale(&locale);
#if LUA_VERSION_NUM < 502
  int status = lua_cpcall(L, f, ud);
#else
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, ud);
  int status = lua_pcall(L, 1, 0, 0);
#endif
  carcL_leave_c_locale(&locale);
  return status;
}

/* A request to the host, in which the host stores its answer. */
typedef struct host_request {
  const sandbox_ud *sandbox;
  const char *text;
  size_t length;
  bool of_script; /* the code is that of a file of the script, not of the library */
  const char *answer, *place;
} host_request;

static int find_source (lua_State *L) {
  host_request *r = lua_touserdata(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, r->sandbox); /* the function given to new_sandbox */
  lua_pushlstring(L, r->text, r->length);
  lua_pushboolean(L, r->of_script);
  lua_call(L, 2, 2);
  r->answer = lua_tolstring(L, -2, &r->length);
  r->place = lua_tostring(L, -1);
  return 0;
}

/* The searcher for `require`. A sandbox has no other searcher. */
static int search_host (lua_State *L) {
  sandbox_ud *x = carcL_sandbox_of(L);
  host_request r = {.sandbox = x};
  r.text = luaL_checklstring(L, 1, &r.length);
  if (carcL_call_protected(x->host, find_source, &r) != LUA_OK) {
    lua_pop(x->host, 1);
    r.answer = NULL;
  }
  if (r.answer == NULL)
    lua_pushfstring(L, "\n\tthe host provides no module '%s' for a sandbox", r.text);
  else if (luaL_loadbuffer(L, r.answer, r.length, lua_tostring(L, 1)) != LUA_OK)
    return lua_error(L);
  return 1;
}

/*
** required(name): in a sandbox, returns the code of a required file and its path, which is nil if
** the file is a module of the library; on failure, returns nil and the reason.
*/
MODULE_FUNCTION(carcL_core_required) {
  enum { INSTRUCTIONS_PER_FILE = 10000 };
  sandbox_ud *x = carcL_sandbox_of(L);
  host_request r = {.sandbox = x, .of_script = true};
  r.text = luaL_checklstring(L, 1, &r.length);
  if (x == NULL) return luaL_error(L, "`required` is available only in a sandbox");
  carcL_charge(L, INSTRUCTIONS_PER_FILE);
  if (carcL_call_protected(x->host, find_source, &r) != LUA_OK) {
    lua_pop(x->host, 1);
    r.answer = NULL;
    r.place = "the host cannot read the file";
  }
  if (r.answer == NULL) {
    lua_pushnil(L);
  } else {
    carcL_charge(L, (int64_t)r.length);
    lua_pushlstring(L, r.answer, r.length);
    if (r.place != NULL) carcL_add_source(x, r.place);
  }
  lua_pushstring(L, r.place);
  return 2;
}

/* Pushes a copy of a text, as carcU_put_printable writes it. */
static void push_printable (lua_State *L, text_view text, bool lines) {
  text_writer counted = carcU_new_writer(NULL, 0);
  carcU_put_printable(&counted, text, lines);
  char *out = lua_newuserdata(L, counted.length + 1);
  text_writer w = carcU_new_writer(out, counted.length + 1);
  carcU_put_printable(&w, text, lines);
  lua_pushlstring(L, out, w.length);
  lua_remove(L, -2);
}

/*
** printable(text, lines): returns a copy of a text that is safe for a terminal, as
** carcU_put_printable writes it.
*/
MODULE_FUNCTION(carcL_core_printable) {
  text_view text = {0};
  text.at = luaL_checklstring(L, 1, &text.length);
  push_printable(L, text, lua_toboolean(L, 2));
  return 1;
}

static int print_there (lua_State *L) {
  const host_request *r = lua_touserdata(L, 1);
  lua_getglobal(L, "print");
  push_printable(L, (text_view){r->text, r->length}, true);
  lua_call(L, 1, 0);
  return 0;
}

/*
** The function `print` for scripts. It calls the host's function for printing with one text without
** control characters.
*/
static int print_from_sandbox (lua_State *L) {
  enum { INSTRUCTIONS_PER_CHARACTER = 10 };
  sandbox_ud *x = carcL_sandbox_of(L);
  int n = lua_gettop(L);
  luaL_Buffer b;
  host_request r = {0};
  luaL_buffinit(L, &b);
  for (int i = 1; i <= n; i++) {
    if (i > 1) luaL_addchar(&b, '\t');
    luaL_tolstring(L, i, NULL);
    luaL_addvalue(&b);
  }
  luaL_pushresult(&b);
  r.text = lua_tolstring(L, -1, &r.length);
  carcL_charge(L, (lua_Integer)(r.length + 10) * INSTRUCTIONS_PER_CHARACTER);
  if (x->printed <= x->most_printed) x->printed += (lua_Integer)r.length + 1;
  if (x->printed > x->most_printed || carcL_call_protected(x->host, print_there, &r) == LUA_OK) return 0;
  lua_pop(x->host, 1);
  return luaL_error(L, "print: the host's function for printed text has failed");
}

/* ---- Contents of a sandbox ------------------------------------------------------------------- */

/*
** Registry keys of a sandbox, by address: the prelude, the functions of the script, and the games
** in the sandbox.
*/
const char carcL_prelude_key = 0, carcL_script_functions_key = 0, carcL_sandbox_games_key = 0;
static const char result_key = 0;

static void forget_library (lua_State *L, const char *name) {
  lua_pushnil(L);
  lua_setglobal(L, name);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushnil(L);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

static void search_in_host (lua_State *L) {
  lua_getglobal(L, "package");
  lua_newtable(L);
  lua_pushcfunction(L, search_host);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "searchers");
  lua_setfield(L, -2, "loaders"); /* before 5.2 */
  lua_newtable(L);
  lua_setfield(L, -2, "preload");
  lua_pop(L, 1);
}

/* Registry key of the host, by address, of the function that opens the module. */
static const char opener_key = 0;

void carcL_set_module_opener (lua_State *L, lua_CFunction opener) {
  lua_pushcfunction(L, opener);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &opener_key);
}

static lua_CFunction module_opener (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &opener_key);
  lua_CFunction opener = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  return opener;
}

static void open_module (lua_State *L, lua_CFunction opener) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushcfunction(L, opener);
  lua_call(L, 0, 1);
  lua_setfield(L, -2, "carcassonne.core");
  lua_pop(L, 1);
}

static void put_table (lua_State *L, const void *key) {
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

/* Sets up everything that a script needs. Runs in the sandbox, in a protected call. */
static int furnish (lua_State *L) {
  static const char *const removed_libraries[] = {"io", "os", "debug", "ffi", "coroutine", "jit", "package"};
  enum { STACK = 200 };
  luaL_openlibs(L);
  luaL_checkstack(L, STACK, NULL);
  search_in_host(L);
  open_module(L, module_opener(carcL_sandbox_of(L)->host));
  lua_pushcfunction(L, print_from_sandbox);
  lua_setglobal(L, "print");
  put_table(L, &carcL_script_functions_key);
  put_table(L, &carcL_sandbox_games_key);
  put_table(L, &result_key);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "carcassonne.sandbox.prelude");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "begin");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_script_functions_key);
  lua_call(L, 1, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &carcL_prelude_key);
  for (size_t i = 0; i < sizeof removed_libraries / sizeof *removed_libraries; i++)
    forget_library(L, removed_libraries[i]);
  return 0;
}

static void close_sandbox (sandbox_ud *x) {
  if (x->L == NULL) return;
  lua_State *L = x->L;
  x->L = NULL;
  x->counter.running = 0;
  lua_sethook(L, NULL, 0, 0);
  if (x->wrapped) lua_setallocf(L, x->alloc, x->alloc_ud);
  lua_close(L);
  carcL_free_spares(x);
  free(x->required);
  x->required = NULL;
  x->required_length = 0;
}

/* Registry key of the host, by address, of the metatable of sandboxes. */
static const char class_key = 0;

static int sandbox_gc (lua_State *L) {
  sandbox_ud *x = lua_touserdata(L, 1);
  close_sandbox(x);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, x);
  return 0;
}

static void push_class (lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, sandbox_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
}

/*
** Creates a Lua state whose memory comes from the host's allocator and is counted. If this version
** of Lua does not accept an allocator, wraps the allocator that Lua has chosen.
*/
static bool make_lua (lua_State *L, sandbox_ud *x) {
  x->alloc = lua_getallocf(L, &x->alloc_ud);
  x->L = carcL_newstate(carcL_count_memory, x);
  if (x->L != NULL) return true;
  carcL_free_spares(x);
  x->L = luaL_newstate();
  if (x->L == NULL) return false;
  x->wrapped = true;
  x->alloc = lua_getallocf(x->L, &x->alloc_ud);
  lua_setallocf(x->L, carcL_count_memory, x);
  return true;
}

sandbox_ud *carcL_check_sandbox (lua_State *L, int arg) {
  sandbox_ud *x = lua_touserdata(L, arg);
  bool fine = x != NULL && lua_getmetatable(L, arg);
  if (fine) {
    push_class(L);
    fine = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
  }
  if (!fine || x->L == NULL) luaL_argerror(L, arg, "expected a sandbox");
  return x;
}

/*
** While values are copied out of a sandbox, its stack needs this many slots, because each level of
** nested tables needs two.
*/
enum { STACK_FOR_COPIES = 60 };

/*
** new_sandbox(bytes, characters, code): creates a sandbox with limits of memory and of printed
** text. `code` is a function of the host, which receives a name. It returns the code of the module
** with this name; if its second argument is `true`, it returns the code and the path of a file for
** which the script calls `require`. The host must keep references to these strings.
*/
MODULE_FUNCTION(carcL_core_new_sandbox) {
  lua_Integer most = luaL_checkinteger(L, 1), printed = luaL_checkinteger(L, 2);
  luaL_argcheck(L, most > 0, 1, "expected a number of bytes");
  luaL_checktype(L, 3, LUA_TFUNCTION);
  sandbox_ud *x = lua_newuserdatauv(L, sizeof *x, 0);
  *x = (sandbox_ud){.most = SIZE_MAX / 2, .most_printed = printed, .host = L};
  x->counter.budget = (instruction_budget){MAX_INSTRUCTIONS, ""};
  push_class(L);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, 3);
  lua_rawsetp(L, LUA_REGISTRYINDEX, x);
  if (!make_lua(L, x) || !lua_checkstack(x->L, STACK_FOR_COPIES)) return luaL_error(L, "not enough memory");
  if (carcL_call_protected(x->L, furnish, NULL) != LUA_OK) {
    const char *problem = lua_tostring(x->L, -1);
    return luaL_error(L, "cannot create a sandbox for a script: %s",
                      problem != NULL ? problem : "not enough memory");
  }
  if (x->used > (size_t)most) return luaL_error(L, "cannot create a sandbox for a script: not enough memory");
  x->most = (size_t)most;
  return 1;
}

/* ---- Scripts --------------------------------------------------------------------------------- */

/* Calls a function of the prelude. Stores its result or its error. */
static int call_function (lua_State *L) {
  prelude_call *c = carcL_sandbox_of(L)->request;
  lua_pushcfunction(L, carcL_explain_error);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_prelude_key);
  lua_getfield(L, -1, c->function);
  lua_remove(L, -2);
  for (int i = 0; i < c->n; i++) carcL_push_plain_data(L, 0, c->host, c->first + i);
  int status = lua_pcall(L, c->n, 1, -c->n - 2);
  c->refused = status != LUA_OK;
  if (status == LUA_ERRMEM || lua_isnil(L, -1)) lua_pushboolean(L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &result_key);
  return 0;
}

void carcL_call_prelude (sandbox_ud *x, prelude_call *c) {
  sandbox_entry turn;
  x->request = c;
  carcL_enter_sandbox(x, &turn, c->host, c->caller, c->instructions, c->spent);
  c->failed = carcL_call_protected(x->L, call_function, NULL) != LUA_OK;
  if (c->failed) lua_pop(x->L, 1);
  c->refused = c->refused || c->failed;
  if (c->refused) carcL_sandbox_refusal(x);
  carcL_leave_sandbox(x, &turn);
}

/*
** The upvalues of a proxy. (A proxy stands for a function of a sandbox.) They are the sandbox, the
** number of the function, and the counter of its calls.
*/
enum { STANDS_SANDBOX = 1, STANDS_NUMBER, STANDS_CALLS };

static int refuse_call (lua_State *L) {
  return luaL_error(L, "this function belongs to a script in a sandbox; only games can call it");
}

/* The number of a mark (carcL_core_mark); 0 if the value is not a mark. */
static lua_Integer mark_of (lua_State *from, int at) {
  if (lua_getupvalue(from, at, 1) == NULL) return 0;
  lua_Integer number = lua_tointeger(from, -1);
  lua_pop(from, 1);
  return number;
}

/* Pushes a proxy for a function of the sandbox whose userdata is at this index. */
static void push_function (lua_State *L, int sandbox, lua_Integer number) {
  lua_pushvalue(L, sandbox);
  lua_pushinteger(L, number);
  lua_pushnil(L);
  lua_pushcclosure(L, refuse_call, 3);
}

int carcL_sandbox_function (lua_State *L, int at, sandbox_ud **sandbox, call_stats **calls) {
  if (lua_tocfunction(L, at) != refuse_call) return 0;
  at = lua_absindex(L, at);
  lua_getupvalue(L, at, STANDS_SANDBOX);
  lua_getupvalue(L, at, STANDS_NUMBER);
  lua_getupvalue(L, at, STANDS_CALLS);
  *sandbox = lua_touserdata(L, -3);
  *calls = lua_touserdata(L, -1);
  int number = (int)lua_tointeger(L, -2);
  lua_pop(L, 3);
  return number;
}

void carcL_push_plain_data (lua_State *L, int sandbox, lua_State *from, int at) {
  size_t length;
  const char *text;
  luaL_checkstack(L, 8, "a table of a script");
  switch (lua_type(from, at)) {
    case LUA_TBOOLEAN: lua_pushboolean(L, lua_toboolean(from, at)); break;
    case LUA_TNUMBER:
      if (LUA_VERSION_NUM >= 503 && lua_isinteger(from, at))
        lua_pushinteger(L, lua_tointeger(from, at));
      else
        lua_pushnumber(L, lua_tonumber(from, at));
      break;
    case LUA_TSTRING:
      text = lua_tolstring(from, at, &length);
      lua_pushlstring(L, text, length);
      break;
    case LUA_TFUNCTION: push_function(L, sandbox, mark_of(from, at)); break;
    case LUA_TTABLE:
      lua_newtable(L);
      lua_pushnil(from);
      while (lua_next(from, at) != 0) {
        int value = lua_gettop(from);
        carcL_push_plain_data(L, sandbox, from, value - 1);
        carcL_push_plain_data(L, sandbox, from, value);
        lua_rawset(L, -3);
        lua_settop(from, value - 1);
      }
      break;
    default: lua_pushnil(L);
  }
}

/* Pushes a copy of the top value of another Lua state. Argument 1 is the sandbox of that state. */
static int copy_top_value (lua_State *L) {
  lua_State *from = lua_touserdata(L, 2);
  carcL_push_plain_data(L, 1, from, lua_gettop(from));
  return 1;
}

/*
** Pushes the result of a function of the sandbox at this index. The call is protected, so that an
** error of the host leaves no values on the stack of the sandbox.
*/
static void push_result (lua_State *L, int sandbox, lua_State *from) {
  lua_pushcfunction(L, copy_top_value);
  lua_pushvalue(L, sandbox);
  lua_pushlightuserdata(L, from);
  int before = lua_gettop(from);
  lua_rawgetp(from, LUA_REGISTRYINDEX, &result_key);
  int status = lua_pcall(L, 2, 1, 0);
  lua_settop(from, before);
  if (status != LUA_OK) lua_error(L);
}

static bool is_result_text (lua_State *from) {
  bool is_text = lua_rawgetp(from, LUA_REGISTRYINDEX, &result_key) == LUA_TSTRING;
  lua_pop(from, 1);
  return is_text;
}

int carcL_push_answer (lua_State *L, int sandbox, const sandbox_ud *x, const prelude_call *c) {
  lua_pushboolean(L, !c->refused);
  if (c->refused && (c->failed || !is_result_text(x->L)))
    lua_pushstring(L, x->message);
  else
    push_result(L, sandbox, x->L);
  return 2;
}

/*
** read_in_sandbox(sandbox, function, path, text, instructions): runs a script with this function of
** the prelude. Returns true and the result as plain data, or false and an error.
*/
MODULE_FUNCTION(carcL_core_read_in_sandbox) {
  enum { SANDBOX = 1, FUNCTION, PATH, TEXT, LIMIT };
  sandbox_ud *x = carcL_check_sandbox(L, SANDBOX);
  prelude_call c = {.function = luaL_checkstring(L, FUNCTION), .host = L, .first = PATH, .n = 2};
  const char *path = luaL_checkstring(L, PATH);
  luaL_checkstring(L, TEXT);
  c.instructions = luaL_checkinteger(L, LIMIT);
  c.spent = "it ran for too many instructions; does it contain an endless loop?";
  snprintf(x->source, sizeof x->source, "@%s", path);
  carcL_call_prelude(x, &c);
  carcL_push_answer(L, SANDBOX, x, &c);
  carcL_charge_collector(L, x->used);
  return 2;
}

/* Lists the kept data. Runs in the sandbox, in a protected call. */
static int list_kept_data (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_prelude_key);
  lua_getfield(L, -1, "kept_data");
  lua_call(L, 0, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &result_key);
  return 0;
}

/*
** kept_data(function): returns the data that the script of this function keeps outside of the
** variables of its game; nil if the function does not belong to a sandbox.
*/
MODULE_FUNCTION(carcL_core_kept_data) {
  sandbox_ud *x;
  call_stats *calls;
  sandbox_entry turn;
  luaL_checkany(L, 1);
  if (carcL_sandbox_function(L, 1, &x, &calls) == 0) return 0;
  carcL_enter_sandbox(x, &turn, L, NULL, MAX_INSTRUCTIONS, "");
  int status = carcL_call_protected(x->L, list_kept_data, NULL);
  if (status != LUA_OK) lua_pop(x->L, 1);
  carcL_leave_sandbox(x, &turn);
  if (status != LUA_OK) return 0;
  lua_getupvalue(L, 1, STANDS_SANDBOX);
  push_result(L, lua_gettop(L), x->L);
  return 1;
}

static int refuse_mark (lua_State *L) { return luaL_error(L, "this value is a placeholder for a function"); }

/*
** mark(number): returns a mark, which stands for a function in plain data that is copied out of a
** sandbox.
*/
MODULE_FUNCTION(carcL_core_mark) {
  luaL_checkinteger(L, 1);
  lua_settop(L, 1);
  lua_pushcclosure(L, refuse_mark, 1);
  return 1;
}

/*
** script_is_done(): after this call, the code that runs belongs to the library, and its
** instructions are not charged.
*/
MODULE_FUNCTION(carcL_core_script_is_done) {
  sandbox_ud *x = carcL_sandbox_of(L);
  if (x != NULL) x->counter.clocked = x->counter.budget.left = MAX_INSTRUCTIONS;
  return 0;
}

/*
** counted(function): returns a proxy whose calls are counted. A function that is not a proxy is
** returned unchanged.
*/
MODULE_FUNCTION(carcL_core_counted) {
  sandbox_ud *x;
  call_stats *calls;
  if (carcL_sandbox_function(L, 1, &x, &calls) == 0) return 0;
  lua_getupvalue(L, 1, STANDS_SANDBOX);
  lua_getupvalue(L, 1, STANDS_NUMBER);
  calls = lua_newuserdatauv(L, sizeof *calls, 0);
  *calls = (call_stats){0, 0};
  lua_pushcclosure(L, refuse_call, 3);
  return 1;
}

/*
** calls(function): returns the number of calls of a counted function, and the seconds that these
** calls took.
*/
MODULE_FUNCTION(carcL_core_calls) {
  sandbox_ud *x;
  call_stats *calls = NULL;
  if (carcL_sandbox_function(L, 1, &x, &calls) == 0 || calls == NULL)
    return luaL_argerror(L, 1, "expected a function whose calls are counted");
  lua_pushinteger(L, calls->calls);
  lua_pushnumber(L, calls->seconds);
  return 2;
}
