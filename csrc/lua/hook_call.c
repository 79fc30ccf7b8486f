/*
** hook_call.c: runs the rows of a hook.
**
** When the engine calls a hook, no protected call is active in its C code, so everything that may
** raise an error runs in one protected call here. The message of an error names the variant, the
** hook and the line. The engine returns the message as the error of the failed call.
*/
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "board/state.h"
#include "hook_call.h"
#include "engine_call.h"
#include "hook_rows.h"
#include "sandbox/budget.h"
#include "sandbox/limit.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox/script_error.h"
#include "userdata.h"

/* ---- Error messages -------------------------------------------------------------------------- */

/* A message that is being written. */
typedef struct message_text {
  char text[400];
  size_t length;
} message_text;

static void add_text (message_text *m, const char *text, size_t length) {
  size_t room = sizeof m->text - 1 - m->length, n = length < room ? length : room;
  memcpy(m->text + m->length, text, n);
  m->length += n;
  m->text[m->length] = '\0';
}

static void add_word (message_text *m, const char *word) { add_text(m, word, strlen(word)); }

/*
** Adds the cause of an error. If the cause is too long, omits its middle, because in nested hooks
** the original error is at the end.
*/
static void add_cause (message_text *m, const char *cause) {
  enum { END = 120 };
  static const char gap[] = " ... ";
  size_t length = strlen(cause), room = sizeof m->text - 1 - m->length;
  if (length > room && room > END + sizeof gap) {
    add_text(m, cause, room - END - sizeof gap);
    add_word(m, gap);
    cause += length - END;
  }
  add_word(m, cause);
}

/* The variant whose function is running or was the last to run; NULL if no function has run. */
static const char *name_variant (const hook_run *run) {
  const engine_call *e = run->g->running;
  if (run->row == 0) return NULL;
  carcL_push_field(e->L, e->hooks, run->row - 1, FIELD_VARIANT);
  const char *variant = lua_tostring(e->L, -1);
  lua_pop(e->L, 1); /* the table keeps the string alive */
  return variant;
}

int carcL_fail_hook (const hook_run *run, const char *text) {
  message_text m = {.length = 0};
  const char *variant = name_variant(run);
  const char *parts[] = {variant ? "variant '" : "a variant",
                         variant ? variant : "",
                         variant ? "', " : ", ",
                         carc_hook_describe(run->hook)->name,
                         run->step ? " " : "",
                         run->step ? run->step : "",
                         run->part ? ", " : "",
                         run->part ? run->part : "",
                         ": "};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) add_word(&m, parts[i]);
  add_cause(&m, text);
  return carc_call_fail(run->call, m.text);
}

/*
** Returns the innermost of nested error messages. Messages are nested if a hook fails inside
** another hook.
*/
static const char *innermost (const char *text) {
  static const char begins[] = ": variant '";
  const char *first = strstr(text, begins), *last = first;
  for (const char *next = first; next != NULL; next = strstr(next + 1, begins)) last = next;
  return last == first ? text : last + 2;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/*
** Number of instructions that a hook may use: the limit for one call of a hook, or the number of
** instructions that the action has left, if this number is less.
*/
static int64_t allowance (const hook_run *run, const char **spent) {
  const engine_call *e = run->g->running;
  int64_t call = run->g->budget.call;
  *spent = "it ran for too many instructions; does it contain an endless loop?";
  if (e->left >= call) return call;
  *spent = e->spent;
  return e->left;
}

/*
** Limits the instructions of a row, unless the row is `unlimited`. Rows in a sandbox are not
** limited here, because the sandbox counts all its instructions.
*/
static void bound_row (lua_State *L, hook_run *run, const row_info *note) {
  if (run->limit.on || run->g->budget.call <= 0 || note->sandbox != NULL || note->unlimited) return;
  const char *spent;
  int64_t instructions = allowance(run, &spent);
  carcL_begin_limit(L, &run->limit, instructions, spent);
}

/* The function of the row that is running. */
static enum field function_of (const hook_run *run) { return run->function != 0 ? run->function : FIELD_RUN; }

static void run_row (lua_State *L, hook_run *run, int row) {
  int function = lua_gettop(L) + 1;
  const row_info *note = &run->g->row_info[row];
  enum field field = function_of(run);
  run->row = row + 1;
  run->viewed->acts++;
  run->g->script = note->script;
  bound_row(L, run, note);
  carcL_push_field(L, RUN_ROWS, row, field);
  lua_pushvalue(L, function);
  lua_pushvalue(L, RUN_VIEW);
  int n = run->push_arguments(L, run);
  carcL_push_field(L, RUN_ROWS, row, FIELD_OPTIONS);
  if (note->calls[field] != NULL) note->calls[field]->calls++;
  lua_call(L, n + 2, run->results > 0 ? run->results : 1);
  if (run->read_result != NULL) run->read_result(L, run);
  lua_settop(L, function - 1);
}

/*
** Whether row `i` runs: its condition is true, or the row belongs to the current step of the final
** scoring.
*/
static bool is_open (const hook_run *run, row_range rows, int i) {
  const game_ud *g = run->g;
  if (run->hook == CARC_HOOK_FINAL) {
    const char *step = carc_step_name(g->d, g->row_info[rows.first + i].step);
    return step != NULL && strcmp(step, run->step) == 0;
  }
  return run->open == NULL || i >= CARC_MAX_ROWS || (run->open->bits[i / 64] >> (i % 64) & 1) != 0;
}

/*
** The host's game to which a state belongs. Hooks in a sandbox receive states of a copy of this
** game.
*/
static game_ud *game_of (const state_ud *b) { return b->g->of != NULL ? b->g->of : b->g; }

/* Runs the rows in a protected call. Arguments: the rows, the view. */
static int run_protected (lua_State *L) {
  const state_ud *viewed = lua_touserdata(L, RUN_VIEW);
  hook_run *run = game_of(viewed)->running->run;
  row_range rows = run->g->rows[run->hook];
  for (int i = run->from; i < run->to; i++)
    if (is_open(run, rows, i)) run_row(L, run, rows.first + i);
  return 0;
}

/*
** Makes the view of the state that the hooks of this call receive. Runs in a protected call.
** Arguments: the game, the rows.
*/
static int make_view (lua_State *L) {
  enum { GAME = 1, ROWS };
  state_ud *b = lua_newuserdatauv(L, sizeof *b, STATE_LIST); /* a view has no list of actions */
  *b = (state_ud){.g = lua_touserdata(L, GAME), .halfway = true};
  carcL_begin_epoch(b);
  lua_pushvalue(L, GAME);
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, ROWS, -STATE_CLASS);
  lua_setmetatable(L, -2);
  return 1;
}

/* ---- Host and sandboxes ---------------------------------------------------------------------- */

/*
** Lua 5.1 allocates memory when it pushes C functions and when the stack grows. So the functions
** are stored together with the rows, and the stack has room for all nested calls from sandboxes.
*/
enum { MAKE_VIEW = 1 - SCORING_METATABLE, EXPLAIN_ERROR, RUN_PROTECTED, VIEWS };

void carcL_store_hook_functions (lua_State *L, int rows) {
  static const lua_CFunction functions[] = {make_view, carcL_explain_error, run_protected};
  for (int i = 0; i < (int)(sizeof functions / sizeof *functions); i++) {
    lua_pushcfunction(L, functions[i]);
    lua_rawseti(L, rows, -(MAKE_VIEW + i));
  }
  for (int depth = 0; carcL_sandbox_of(L) != NULL && depth <= MAX_NESTING; depth++) {
    lua_pushboolean(L, 0); /* reserves the index for a view */
    lua_rawseti(L, rows, -(VIEWS + depth));
  }
}

/* Where rows run: in the host's Lua state, with the game of the call, or in a sandbox. */
typedef struct row_site {
  lua_State *L;
  sandbox_ud *sandbox;
  int rows; /* index of the table of rows */
} row_site;

/*
** The view that this engine call has given to the host (`sandbox` NULL) or to a sandbox; NULL if
** there is none.
*/
static state_ud *find_view (const engine_call *e, const sandbox_ud *sandbox) {
  state_ud *b = e->lent;
  while (b != NULL && b->sandbox != sandbox) b = b->next_lent;
  return b;
}

/* Pushes the view. It is stored on the host's stack, or in the table of rows of the sandbox. */
static void push_view (const engine_call *e, const row_site *p) {
  if (p->sandbox == NULL)
    lua_pushvalue(p->L, e->view);
  else
    lua_rawgeti(p->L, p->rows, -(VIEWS + e->depth));
}

/* Makes the view. If this fails, returns false, and the error is on top of the stack. */
static bool lend_view (hook_run *run, engine_call *e, const row_site *p) {
  lua_State *L = p->L;
  lua_rawgeti(L, p->rows, -MAKE_VIEW);
  if (p->sandbox == NULL)
    lua_pushvalue(L, e->hooks - 1);
  else
    lua_rawgeti(L, p->rows, -GAME_CLASS);
  lua_pushvalue(L, p->rows);
  int status = lua_pcall(L, 2, 1, 0);
  if (status != LUA_OK) return false;
  state_ud *b = lua_touserdata(L, -1);
  b->sandbox = p->sandbox;
  b->next_lent = e->lent;
  e->lent = b;
  if (p->sandbox == NULL)
    lua_replace(L, e->view);
  else
    lua_rawseti(L, p->rows, -(VIEWS + e->depth)); /* this index was reserved */
  run->viewed = b;
  return true;
}

static void charge_call (engine_call *e, int64_t used) {
  e->used += used;
  e->left -= used;
}

/*
** Adds the place of the function that failed, for a message that has no place. A message has none
** if the stack was full: then LuaJIT adds no place and runs no message handler.
*/
static void add_place (message_text *m, const hook_run *run, const row_site *p) {
  lua_Debug ar;
  char text[sizeof ar.short_src + 20];
  if (run->row == 0) return;
  carcL_push_field(p->L, p->rows, run->row - 1, function_of(run));
  lua_getinfo(p->L, ">S", &ar);
  if (ar.linedefined <= 0 || !carcL_is_of_script(p->L, ar.source)) return;
  snprintf(text, sizeof text, "%s:%d: ", ar.short_src, ar.linedefined);
  add_word(m, text);
}

/* Reports the error that is on top of the stack. */
static int report (const hook_run *run, const row_site *p, int status) {
  message_text m = {.length = 0};
  const char *text = lua_type(p->L, -1) == LUA_TSTRING ? lua_tostring(p->L, -1) : NULL;
  if (status == LUA_ERRMEM || text == NULL)
    text = p->sandbox != NULL ? carcL_sandbox_refusal(p->sandbox) : "not enough memory";
  else if (!carcL_has_location(text))
    add_place(&m, run, p);
  add_cause(&m, innermost(text));
  lua_pop(p->L, 1);
  return carcL_fail_hook(run, m.text);
}

/* Runs the rows that belong to one Lua state. */
static int run_there (hook_run *run, engine_call *e, const row_site *p) {
  lua_State *L = p->L;
  run->viewed = find_view(e, p->sandbox);
  if (run->viewed == NULL && !lend_view(run, e, p)) return report(run, p, LUA_ERRMEM);
  bool outer_read = run->viewed->read;
  run->viewed->s = carc_call_state(run->call);
  run->viewed->call = run->call;
  run->viewed->read = false;
  lua_rawgeti(L, p->rows, -EXPLAIN_ERROR);
  lua_rawgeti(L, p->rows, -RUN_PROTECTED);
  lua_pushvalue(L, p->rows);
  push_view(e, p);
  int status = lua_pcall(L, 2, 0, -4);
  charge_call(e, carcL_end_limit(L, &run->limit));
  int failed = status != LUA_OK ? report(run, p, status) : 0;
  lua_pop(L, 1);
  run->read = run->read || run->viewed->read;
  run->viewed->read = run->viewed->read || outer_read;
  return failed;
}

static int run_in_sandbox (hook_run *run, engine_call *e, sandbox_ud *x) {
  enum { CALL = 50 }; /* cost of calling a hook, in instructions */
  sandbox_entry turn;
  const char *spent;
  int64_t instructions = allowance(run, &spent);
  bool unlimited = run->g->budget.call <= 0;
  carcL_enter_sandbox(x, &turn, e->L, e, unlimited ? MAX_INSTRUCTIONS : instructions, spent);
  carcL_push_sandbox_rows(x, run->g);
  row_site there = {x->L, x, lua_gettop(x->L)};
  int failed = run_there(run, e, &there);
  lua_settop(x->L, there.rows - 1);
  charge_call(e, carcL_leave_sandbox(x, &turn) + CALL);
  return failed;
}

static bool any_open (const hook_run *run, row_range rows) {
  for (int i = run->from; i < run->to; i++)
    if (is_open(run, rows, i)) return true;
  return false;
}

void carcL_prepare_hooks (engine_call *e) {
  lua_State *L = e->L;
  if (e->view != 0) return;
  if (e->hooks == 0) {
    lua_pushvalue(L, e->owner);
    if (e->of_state) {
      lua_getiuservalue(L, -1, 1);
      lua_remove(L, -2);
    }
    lua_getiuservalue(L, -1, GAME_ROWS);
    e->hooks = lua_gettop(L);
  }
  lua_pushnil(L);
  e->view = lua_gettop(L);
}

/* The counter of the function of a row; NULL if its calls are not counted. */
static call_stats *stats_of (const hook_run *run, int row) {
  return run->g->row_info[row].calls[function_of(run)];
}

/*
** Runs the rows from run->from to run->to, which belong to one Lua state. The time of a function
** that is counted includes that of entering its sandbox and making its arguments.
*/
static int run_group (hook_run *run, engine_call *e, row_range rows) {
  sandbox_ud *sandbox = run->g->row_info[rows.first + run->from].sandbox;
  row_site here = {e->L, NULL, e->hooks};
  if (sandbox == NULL) return run_there(run, e, &here);
  if (!any_open(run, rows)) return 0;
  bool counts = stats_of(run, rows.first + run->from) != NULL;
  clock_t began = counts ? clock() : 0;
  int failed = run_in_sandbox(run, e, sandbox);
  call_stats *stats = counts && run->row > 0 ? stats_of(run, run->row - 1) : NULL;
  if (stats != NULL) stats->seconds += (double)(clock() - began) / CLOCKS_PER_SEC;
  return failed;
}

static int run_rows (hook_run *run) {
  game_ud *g = run->g;
  engine_call *e = g->running;
  int outer = g->script, failed = 0;
  hook_run *outer_run = e->run;
  row_range rows = g->rows[run->hook];
  int from = run->phase > 0 ? run->phase - 1 : 0, end = run->phase > 0 ? run->phase : rows.n;
  carcL_prepare_hooks(e);
  e->run = run;
  for (; from < end && failed == 0; from = run->to) {
    sandbox_ud *sandbox = g->row_info[rows.first + from].sandbox;
    run->from = from;
    run->to = from + 1;
    while (run->to < end && g->row_info[rows.first + run->to].sandbox == sandbox) run->to++;
    failed = run_group(run, e, rows);
  }
  e->run = outer_run;
  g->script = outer;
  if (!run->read) carc_call_note_pure(run->call);
  return failed;
}

/* ---- Calls by C ------------------------------------------------------------------------------ */

/* Registry key, by address, of a table with weak values: games by their address. */
static const char games_key = 0;

void carcL_allow_calls_by_c (lua_State *L, int game) {
  game = lua_absindex(L, game);
  game_ud *g = lua_touserdata(L, game);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &games_key) != LUA_TTABLE) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &games_key);
    lua_remove(L, -2);
  }
  lua_pushvalue(L, game);
  lua_rawsetp(L, -2, g);
  lua_pop(L, 1);
  g->host_of_c = L;
}

typedef struct direct_run {
  hook_run *run;
  int failed;
} direct_run;

/* Runs a hook in an engine_call of its own. The decision has one budget for all its hooks. */
static int run_directly (lua_State *L) {
  direct_run *direct = lua_touserdata(L, 1);
  hook_run *run = direct->run;
  engine_call e;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &games_key);
  lua_rawgetp(L, -1, run->g);
  carcL_enter_engine(L, run->g, lua_gettop(L), &e);
  e.left -= run->call->hook_work;
  direct->failed = run_rows(run);
  run->call->hook_work += carcL_leave_engine(&e, run->g);
  return 0;
}

/*
** Whether C code has called the engine without an engine_call. If a hook of another call is
** running, this hook has called the C code.
*/
static bool is_call_by_c (const hook_run *run) {
  const engine_call *e = run->g->running;
  return e == NULL || (e->run != NULL && e->run->call != run->call);
}

int carcL_run_hook (hook_run *run) {
  lua_State *L = run->g->host_of_c;
  if (!is_call_by_c(run)) return run_rows(run);
  direct_run direct = {run, 0};
  if (carcL_call_protected(L, run_directly, &direct) == LUA_OK) return direct.failed;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "not enough memory";
  carc_call_fail(run->call, text);
  lua_pop(L, 1);
  return 1;
}
