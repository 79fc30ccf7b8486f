/*
** lhooks.c: the engine's hooks, answered by Lua functions.
**
** The engine calls a hook here, outside any protection; everything that may raise happens inside one
** protected call. An error names the variant, the hook and the line, and goes back through the engine as
** a failed call. Instructions are counted for each call of a hook (llimit.c). Counting makes Lua slower; rows of scripts that
** came with this program say `unlimited` and go without.
*/
#include <stdio.h>
#include <string.h>
#include "lrows.h"
#include "objects.h"

/* ---- One call of a hook --------------------------------------------------------------------------------------------- */

typedef struct hook_run hook_run;

/* Pushes what a hook is told; returns how many values. The stack: the run, the rows, the view. */
typedef int (*pusher)(lua_State *L, hook_run *run);
/* Takes the function's result, on top; raises if it is nonsense. */
typedef void (*taker)(lua_State *L, hook_run *run);

struct hook_run {
  carc_hook hook;
  const char *step,
      *part; /* the step of the final scoring or the phase, and its function, for messages, or NULL */
  enum field function;   /* of the row; `run` if 0 */
  int phase;             /* 1 + the only row to run, or 0: all whose gates are open */
  int row;               /* 1 + the one that runs, of all the game's */
  const carc_rows *open; /* the rows whose gates are open; NULL: all */
  game_box *g;
  carc_call *call;
  pusher push;
  taker take;       /* NULL: the result does not matter */
  int results;      /* how many it takes, if not one */
  const void *told; /* what the hook is told, as the engine has it */
  bool flag;        /* the answer so far */
  int number;
  carc_question *answer; /* of a phase */
  carc_limit limit;      /* begun for the first row that has one */
  const char *wants;     /* the kind of answer, for messages */
};

/* Raises a message with the place where the function at this index stands. */
static void fail_in (lua_State *L, int function, const char *message) {
  lua_Debug ar;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &ar);
  lua_pushfstring(L, "%s:%d: %s", ar.short_src, ar.linedefined, message);
  lua_error(L);
}

static void refuse_answer (lua_State *L, const hook_run *run, int function) {
  fail_in(L, function,
          lua_pushfstring(L, "it returned %s, where %s is expected", luaL_typename(L, -1), run->wants));
}

/* Counts the instructions of a row, unless it says `unlimited`. */
static void limit_row (lua_State *L, hook_run *run, int row) {
  if (run->limit.on || run->g->budget <= 0) return;
  carc_push_field(L, 2, row, FIELD_UNLIMITED);
  bool unlimited = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (!unlimited) carc_begin_limit(L, &run->limit, &run->g->running->budget, run->g->budget);
}

static void run_row (lua_State *L, hook_run *run, int row) {
  int function = lua_gettop(L) + 1;
  run->row = row + 1;
  run->g->script = run->g->notes[row].script;
  limit_row(L, run, row);
  carc_push_field(L, 2, row, run->function != 0 ? run->function : FIELD_RUN);
  lua_pushvalue(L, function);
  lua_pushvalue(L, 3);
  int n = run->push(L, run);
  carc_push_field(L, 2, row, FIELD_OPTIONS);
  lua_call(L, n + 2, run->results > 0 ? run->results : 1);
  if (run->take != NULL) run->take(L, run);
  lua_settop(L, function - 1);
}

/* Whether the answer is one of a type; nil leaves what was. */
static bool is_answer (lua_State *L, const hook_run *run, int type) {
  if (lua_isnil(L, -1)) return false;
  int is_integer = 1;
  if (type == LUA_TNUMBER) lua_tointegerx(L, -1, &is_integer);
  if (lua_type(L, -1) != type || !is_integer) refuse_answer(L, run, lua_gettop(L) - 1);
  return true;
}

static void take_boolean (lua_State *L, hook_run *run) {
  if (is_answer(L, run, LUA_TBOOLEAN)) run->flag = lua_toboolean(L, -1);
}

/* A veto: once refused, refused. */
static void take_consent (lua_State *L, hook_run *run) {
  if (is_answer(L, run, LUA_TBOOLEAN)) run->flag = run->flag && lua_toboolean(L, -1);
}

static void take_integer (lua_State *L, hook_run *run) {
  enum { MOST = 1000000 };
  if (!is_answer(L, run, LUA_TNUMBER)) return;
  lua_Integer v = lua_tointeger(L, -1);
  if (v < -MOST || v > MOST) refuse_answer(L, run, lua_gettop(L) - 1);
  run->number = (int)v;
}

/* A list of players, of whom each has somebody there. */
static void take_majority (lua_State *L, hook_run *run) {
  const carc_contest *contest = run->told;
  int list = lua_gettop(L), players = carc_definition_players(run->g->d);
  if (!is_answer(L, run, LUA_TTABLE)) return;
  run->number = 0;
  for (int i = 1; lua_rawgeti(L, list, i) != LUA_TNIL; i++) {
    int is_integer;
    lua_Integer player = lua_tointegerx(L, -1, &is_integer);
    if (!is_integer || player < 1 || player > players)
      fail_in(L, list - 1,
              lua_pushfstring(L, "it returned a list with %s, where players are 1 to %d",
                              luaL_tolstring(L, -1, NULL), players));
    if ((contest->there >> (player - 1) & 1) == 0)
      fail_in(L, list - 1,
              lua_pushfstring(L, "it gives the majority to player %d, who has nobody there", (int)player));
    run->number |= 1 << (player - 1);
    lua_settop(L, list);
  }
  lua_settop(L, list);
}

/* Who is asked and may not pass has to have something to choose; where options stand beside others the answer does not matter. */
static void check_offered (lua_State *L, const hook_run *run, int function) {
  const char *moment = carc_phase_moment(run->g->d, run->phase - 1);
  bool alone = strcmp(moment, "window") != 0 && strcmp(moment, "anytime") != 0;
  if (!alone || carc_call_offered(run->call) > 0) return;
  if (run->answer->player == CARC_CHANCE)
    fail_in(L, function, "it asks chance, but offers no option");
  else
    fail_in(L, function,
            lua_pushfstring(L, "it asks player %d, who may not pass, but offers no option",
                            run->answer->player + 1));
}

/* Whom a phase asks, and whether passing is allowed. */
static void take_question (lua_State *L, hook_run *run) {
  carc_question *q = run->answer;
  int may_pass = lua_gettop(L), who = may_pass - 1, is_integer, function = who - 1;
  q->may_pass = lua_toboolean(L, may_pass);
  if (!lua_isnil(L, may_pass) && !lua_isboolean(L, may_pass)) refuse_answer(L, run, function);
  lua_settop(L, who);
  if (lua_isnil(L, who)) return;
  const char *word = lua_type(L, who) == LUA_TSTRING ? lua_tostring(L, who) : NULL;
  lua_Integer player = lua_tointegerx(L, who, &is_integer);
  int players = carc_definition_players(run->g->d);
  if (word != NULL && strcmp(word, "chance") == 0)
    q->player = CARC_CHANCE;
  else if (word != NULL || !is_integer)
    refuse_answer(L, run, function);
  else if (player < 1 || player > players)
    fail_in(L, function,
            lua_pushfstring(L, "it asks player " INTEGER_FORMAT "; the game has %d", INTEGER_ARG(player),
                            players));
  else
    q->player = (int)player - 1;
  if (!q->may_pass || q->player == CARC_CHANCE) check_offered(L, run, function);
}

/*
** Whether the i-th row of the hook runs: its gate is open, as it always is behind those that may have one; in the final scoring it
** is for the step that is done.
*/
static bool is_open (const hook_run *run, row_range rows, int i) {
  const game_box *g = run->g;
  const char *step =
      run->hook == CARC_HOOK_FINAL ? carc_step_name(g->d, g->notes[rows.first + i].step) : NULL;
  if (run->hook == CARC_HOOK_FINAL) return step != NULL && strcmp(step, run->step) == 0;
  return run->open == NULL || i >= CARC_MAX_ROWS || (run->open->bits[i / 64] >> (i % 64) & 1) != 0;
}

/* Protected: arguments are the run, the rows, the view. */
static int run_protected (lua_State *L) {
  hook_run *run = lua_touserdata(L, 1);
  row_range rows = run->g->rows[run->hook];
  if (run->phase > 0) {
    run_row(L, run, rows.first + run->phase - 1);
    return 0;
  }
  for (int i = 0; i < rows.n; i++)
    if (is_open(run, rows, i)) run_row(L, run, rows.first + i);
  return 0;
}

/* Protected: makes the state that the hooks of this call are lent. */
static int make_view (lua_State *L) {
  hook_run *run = lua_touserdata(L, 1);
  state_box *b = lua_newuserdatauv(L, sizeof *b, 2);
  *b = (state_box){.g = run->g, .halfway = true};
  carc_begin_epoch(b);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, 3, -STATE_CLASS);
  lua_setmetatable(L, -2);
  return 1;
}

/* A message being put together. */
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

/* What is too long loses its middle: where hooks play and their hooks play, the cause is told at the very end. */
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

/* Fails with a message that names the hook, and the variant if it is known. */
static int fail_run (const hook_run *run, const char *variant, const char *text) {
  message_text m = {.length = 0};
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

/* A hook that plays may fail in a hook, and so on: of many that wrap one another the innermost is told. */
static const char *innermost (const char *text) {
  static const char begins[] = ": variant '";
  const char *first = strstr(text, begins), *last = first;
  for (const char *next = first; next != NULL; next = strstr(next + 1, begins)) last = next;
  return last == first ? text : last + 2;
}

/* The variant whose function runs, or ran last; NULL if none did. */
static const char *name_variant (const hook_run *run) {
  const entry *e = run->g->running;
  if (run->row == 0) return NULL;
  carc_push_field(e->L, e->hooks, run->row - 1, FIELD_VARIANT);
  const char *variant = lua_tostring(e->L, -1);
  lua_pop(e->L, 1); /* the table keeps it */
  return variant;
}

static int report (hook_run *run, lua_State *L, int status) {
  const char *text = lua_tostring(L, -1);
  int failed = fail_run(run, name_variant(run),
                        status == LUA_ERRMEM || text == NULL ? "not enough memory" : innermost(text));
  lua_pop(L, 1);
  return failed;
}

/*
** What a hook is run by, kept with the rows behind the classes: in the midst of the engine nothing may raise an error, and in
** Lua 5.1 a function in C takes memory, as the stack does that grows.
*/
enum { MAKE_VIEW = CLASS_END, EXPLAIN_ERROR, RUN_PROTECTED };
enum { STACK_FOR_HOOKS = 30 };

static void keep_functions (lua_State *L, int rows) {
  static const lua_CFunction kept[] = {make_view, carc_explain_error, run_protected};
  for (int i = 0; i < (int)(sizeof kept / sizeof *kept); i++) {
    lua_pushcfunction(L, kept[i]);
    lua_rawseti(L, rows, -(MAKE_VIEW + i));
  }
}

/* Puts on the stack what hooks need: the game, the rows, room for the view. */
static void prepare (entry *e) {
  lua_State *L = e->L;
  if (e->hooks != 0) return;
  lua_pushvalue(L, e->owner);
  if (e->of_state) {
    lua_getiuservalue(L, -1, 1);
    lua_remove(L, -2);
  }
  lua_getiuservalue(L, -1, GAME_ROWS);
  lua_pushnil(L);
  e->view = lua_gettop(L);
  e->hooks = e->view - 1;
}

/* Runs all rows of a hook; 0, or 1 after saying why it failed. */
static int run_hook (hook_run *run) {
  entry *e = run->g->running;
  lua_State *L = e->L;
  int status = LUA_OK, outer = run->g->script;
  prepare(e);
  if (e->viewed == NULL) {
    lua_rawgeti(L, e->hooks, -MAKE_VIEW);
    lua_pushlightuserdata(L, run);
    lua_pushvalue(L, e->hooks - 1);
    lua_pushvalue(L, e->hooks);
    status = lua_pcall(L, 3, 1, 0);
    if (status != LUA_OK) return report(run, L, status);
    lua_replace(L, e->view);
    e->viewed = lua_touserdata(L, e->view);
  }
  e->viewed->s = carc_call_state(run->call);
  e->viewed->call = run->call;
  lua_rawgeti(L, e->hooks, -EXPLAIN_ERROR);
  lua_rawgeti(L, e->hooks, -RUN_PROTECTED);
  lua_pushlightuserdata(L, run);
  lua_pushvalue(L, e->hooks);
  lua_pushvalue(L, e->view);
  status = lua_pcall(L, 3, 0, -5);
  run->g->script = outer;
  carc_end_limit(L, &run->limit);
  if (status != LUA_OK) {
    int failed = report(run, L, status);
    lua_pop(L, 1);
    return failed;
  }
  lua_pop(L, 1);
  return 0;
}

/* ---- Entering and leaving --------------------------------------------------------------------------------------------- */

void carc_enter (lua_State *L, game_box *g, int game, entry *e) {
  if (!g->hooked) return;
  luaL_checkstack(L, STACK_FOR_HOOKS, "no room for the calls of hooks");
  /* LuaJIT takes memory for the first address of a region, here that of C's stack. */
  lua_pushlightuserdata(L, e);
  lua_pop(L, 1);
  *e = (entry){.outer = g->running, .L = L, .top = lua_gettop(L), .owner = game};
  g->running = e;
}

void carc_enter_state (lua_State *L, state_box *b, int state, entry *e) {
  if (!b->g->hooked) return;
  carc_enter(L, b->g, state, e);
  e->of_state = true;
  e->held = b;
  b->held++;
}

/* What was lent is taken back. */
void carc_leave (entry *e, game_box *g) {
  if (!g->hooked) return;
  g->running = e->outer;
  if (e->held != NULL) e->held->held--;
  if (e->hooks == 0) return;
  if (e->viewed != NULL) {
    e->viewed->s = NULL;
    e->viewed->call = NULL;
  }
  lua_settop(e->L, e->top);
}

carc_status carc_ask_state (lua_State *L, state_box *b, int at, void (*what)(void *ud, carc_call *call),
                            void *ud, carc_error *err) {
  entry e;
  carc_status status = CARC_OK;
  if (!asks_majority(b->g)) {
    what(ud, b->call);
    return CARC_OK;
  }
  carc_enter_state(L, b, at, &e);
  if (b->call != NULL)
    what(ud, b->call);
  else
    status = carc_state_ask(b->g->d, b->own, what, ud, err);
  carc_leave(&e, b->g);
  return status;
}

/* ---- What hooks are told ------------------------------------------------------------------------------------------------ */

/* Hooks run without the module's upvalues: the game has the class of its actions, the table of hooks the others. */
static void push_told_action (lua_State *L, const hook_run *run, carc_action a) {
  lua_getiuservalue(L, 3, 1);
  carc_push_action(L, -1, carc_look_at_action(run->g->d, carc_call_state(run->call), a));
  lua_remove(L, -2);
}

static int push_placement (lua_State *L, hook_run *run) {
  push_told_action(L, run, *(const carc_action *)run->told);
  return 1;
}

static int push_placed (lua_State *L, hook_run *run) {
  tile_told tile = carc_look_at_tile(run->g->running->viewed, *(const int *)run->told);
  carc_push_tile(L, run->g->d, &tile);
  return 1;
}

static int push_part (lua_State *L, hook_run *run) {
  const carc_part *p = run->told;
  lua_createtable(L, 0, 3);
  carc_set_integer(L, "player", p->player + 1);
  carc_set_integer(L, "part", p->part);
  carc_set_boolean(L, "extended_builder", p->extended_builder);
  lua_pushboolean(L, run->flag);
  return 2;
}

/* Sets the field `feature` of the table on top. */
static void set_told_feature (lua_State *L, hook_run *run, int tile, int segment) {
  feature_box *f = lua_newuserdatauv(L, sizeof *f, 1);
  *f = (feature_box){run->g->running->viewed, tile, segment};
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, 2, -FEATURE_CLASS);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "feature");
}

static int push_extension (lua_State *L, hook_run *run) {
  const carc_extension *what = run->told;
  lua_createtable(L, 0, 2);
  carc_set_string(L, "cause", carc_cause_name(what->cause));
  set_told_feature(L, run, what->tile, what->segment);
  lua_pushboolean(L, run->flag);
  return 2;
}

static void push_scoring (lua_State *L, hook_run *run, const carc_scoring *what) {
  lua_createtable(L, 0, 7);
  carc_set_string(L, "kind", what->kind == CARC_KINDS ? "goods" : carc_kind_name(what->kind));
  carc_set_boolean(L, "complete", what->complete);
  carc_set_boolean(L, "final", what->final);
  carc_set_integer(L, "points", what->points);
  carc_push_players(L, what->players);
  lua_setfield(L, -2, "players");
  if (what->tile >= 0) set_told_feature(L, run, what->tile, what->segment);
}

static int push_scored (lua_State *L, hook_run *run) {
  push_scoring(L, run, run->told);
  return 1;
}

static int push_points (lua_State *L, hook_run *run) {
  push_scoring(L, run, run->told);
  lua_pushinteger(L, run->number);
  return 2;
}

static void push_told_piece (lua_State *L, const hook_run *run, const carc_piece *piece) {
  piece_told told = carc_look_at_piece(run->g->running->viewed, *piece);
  carc_push_piece(L, run->g->d, &told);
}

static int push_contest (lua_State *L, hook_run *run) {
  const carc_contest *contest = run->told;
  int players = carc_definition_players(run->g->d);
  lua_createtable(L, 0, 4);
  carc_set_string(L, "kind", carc_kind_name(contest->kind));
  carc_set_boolean(L, "complete", contest->complete);
  lua_createtable(L, players, 0);
  for (int p = 0; p < players; p++) {
    lua_pushinteger(L, contest->power[p]);
    lua_rawseti(L, -2, p + 1);
  }
  lua_setfield(L, -2, "power");
  set_told_feature(L, run, contest->tile, contest->segment);
  carc_push_players(L, (unsigned)run->number);
  return 2;
}

/* A piece that leaves the table, and why. */
typedef struct leaving {
  const carc_piece *piece;
  carc_leaving why;
} leaving;

static int push_leaving (lua_State *L, hook_run *run) {
  const leaving *l = run->told;
  push_told_piece(L, run, l->piece);
  lua_pushstring(L, carc_leaving_name(l->why));
  return 2;
}

/* A piece in a feature that has scored. */
typedef struct bonus_told {
  const carc_piece *piece;
  const carc_scoring *scoring;
} bonus_told;

static int push_bonus (lua_State *L, hook_run *run) {
  const bonus_told *b = run->told;
  push_told_piece(L, run, b->piece);
  push_scoring(L, run, b->scoring);
  return 2;
}

/* Gives the points that the function returned, in the name of its variant. */
static void take_bonus (lua_State *L, hook_run *run) {
  carc_error err;
  run->number = 0;
  take_integer(L, run);
  carc_push_field(L, 2, run->row - 1, FIELD_VARIANT);
  if (carc_call_bonus(run->call, run->number, lua_tostring(L, -1), &err) != CARC_OK)
    luaL_error(L, "%s", err.message);
  lua_pop(L, 1);
}

/* The option that was chosen, nil for a pass. */
static int push_chosen (lua_State *L, hook_run *run) {
  const carc_action *a = run->told;
  if (*a != 0)
    push_told_action(L, run, *a);
  else
    lua_pushnil(L);
  return 1;
}

static int push_nothing (lua_State *L, hook_run *run) {
  (void)L;
  (void)run;
  return 0;
}

/* ---- The hooks, as the engine calls them ----------------------------------------------------------------------------------- */

static int place_ok (void *ud, carc_call *call, carc_action placement, bool *ok, const carc_rows *rows) {
  hook_run run = {.hook = CARC_HOOK_PLACE_OK,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_placement,
                  .take = take_consent,
                  .told = &placement,
                  .flag = true,
                  .wants = "true, false or nil"};
  int failed = run_hook(&run);
  *ok = run.flag;
  return failed;
}

static int deploy_ok (void *ud, carc_call *call, carc_action deployment, bool *ok, const carc_rows *rows) {
  hook_run run = {.hook = CARC_HOOK_DEPLOY_OK,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_placement,
                  .take = take_consent,
                  .told = &deployment,
                  .flag = true,
                  .wants = "true, false or nil"};
  int failed = run_hook(&run);
  *ok = run.flag;
  return failed;
}

static int majority (void *ud, carc_call *call, const carc_contest *contest, unsigned *players,
                     const carc_rows *rows) {
  hook_run run = {.hook = CARC_HOOK_MAJORITY,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_contest,
                  .take = take_majority,
                  .told = contest,
                  .number = (int)*players,
                  .wants = "a list of players or nil"};
  int failed = run_hook(&run);
  *players = (unsigned)run.number;
  return failed;
}

static int points (void *ud, carc_call *call, const carc_scoring *scoring, int *value,
                   const carc_rows *rows) {
  hook_run run = {.hook = CARC_HOOK_POINTS,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_points,
                  .take = take_integer,
                  .told = scoring,
                  .number = *value,
                  .wants = "an integer or nil"};
  int failed = run_hook(&run);
  *value = run.number;
  return failed;
}

static int extra_part (void *ud, carc_call *call, const carc_part *part, bool *grant, const carc_rows *rows) {
  hook_run run = {.hook = CARC_HOOK_EXTRA_PART,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_part,
                  .take = take_boolean,
                  .told = part,
                  .flag = *grant,
                  .wants = "true, false or nil"};
  int failed = run_hook(&run);
  *grant = run.flag;
  return failed;
}

static int extends (void *ud, carc_call *call, const carc_extension *what, bool *extended,
                    const carc_rows *rows) {
  hook_run run = {.hook = CARC_HOOK_EXTENDS,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_extension,
                  .take = take_boolean,
                  .told = what,
                  .flag = *extended,
                  .wants = "true, false or nil"};
  int failed = run_hook(&run);
  *extended = run.flag;
  return failed;
}

static int on_placed (void *ud, carc_call *call, int tile, const carc_rows *rows) {
  hook_run run = {
      .hook = CARC_HOOK_ON_PLACED, .open = rows, .g = ud, .call = call, .push = push_placed, .told = &tile};
  return run_hook(&run);
}

static int on_leave (void *ud, carc_call *call, const carc_piece *piece, carc_leaving why,
                     const carc_rows *rows) {
  leaving told = {piece, why};
  hook_run run = {
      .hook = CARC_HOOK_ON_LEAVE, .open = rows, .g = ud, .call = call, .push = push_leaving, .told = &told};
  return run_hook(&run);
}

/* In the window a phase may go without `chosen`, since the engine carries deployments out; but other options need one. */
static int miss_chosen (carc_call *call, const char *name) {
  char message[CARC_NAME + 80];
  snprintf(message, sizeof message, "phase %s has no function `chosen` to carry out what it offers", name);
  return carc_call_fail(call, message);
}

/* Refuses a question behind whose options from `first` on there is no function to carry them out. */
static int check_carried_out (const hook_run *run, int first) {
  char text[CARC_ACTION_TEXT], message[CARC_ACTION_TEXT + 80];
  int offered = carc_call_offered(run->call);
  if ((run->g->phase_calls[run->phase - 1] >> CARC_CHOSEN & 1) != 0) return 0;
  for (int i = first; i < offered; i++) {
    carc_action option = carc_call_option(run->call, i);
    if (carc_action_unpack(option).kind == CARC_ACT_DEPLOY) continue;
    carc_action_to_string(run->g->d, carc_call_state(run->call), option, text, sizeof text);
    snprintf(message, sizeof message, "it has no function `chosen` to carry out the option %s", text);
    return fail_run(run, name_variant(run), message);
  }
  return 0;
}

static int phase (void *ud, carc_call *call, int number, carc_phase_call reason, carc_action chosen,
                  carc_question *question) {
  game_box *g = ud;
  int before = reason == CARC_ASK ? carc_call_offered(call) : 0;
  *question = (carc_question){.player = CARC_THE_PLAYER};
  if ((g->phase_calls[number] >> reason & 1) == 0)
    return reason == CARC_CHOSEN && chosen != 0 ? miss_chosen(call, carc_phase_name(g->d, number)) : 0;
  hook_run run = {.hook = CARC_HOOK_PHASE,
                  .step = carc_phase_name(g->d, number),
                  .function = carc_phase_fields[reason],
                  .part = carc_field_names[carc_phase_fields[reason]],
                  .phase = number + 1,
                  .g = g,
                  .call = call,
                  .push = reason == CARC_CHOSEN ? push_chosen : push_nothing,
                  .told = &chosen};
  if (reason == CARC_ASK) {
    run.take = take_question;
    run.results = 2;
    run.answer = question;
    run.wants = "a player, \"chance\" or nil, then true, false or nil";
  } else if (reason == CARC_CHOSEN) {
    run.take = take_boolean;
    run.wants = "true, false or nil";
  }
  int failed = run_hook(&run);
  question->again = run.flag;
  return failed == 0 && reason == CARC_ASK ? check_carried_out(&run, before) : failed;
}

static int on_scored (void *ud, carc_call *call, const carc_scoring *scoring, const carc_rows *rows) {
  hook_run run = {
      .hook = CARC_HOOK_ON_SCORED, .open = rows, .g = ud, .call = call, .push = push_scored, .told = scoring};
  return run_hook(&run);
}

static int bonus (void *ud, carc_call *call, const carc_piece *piece, const carc_scoring *scoring,
                  const carc_rows *rows) {
  bonus_told told = {piece, scoring};
  hook_run run = {.hook = CARC_HOOK_BONUS,
                  .open = rows,
                  .g = ud,
                  .call = call,
                  .push = push_bonus,
                  .take = take_bonus,
                  .told = &told,
                  .wants = "an integer or nil"};
  return run_hook(&run);
}

static int final (void *ud, carc_call *call, const char *name) {
  hook_run run = {.hook = CARC_HOOK_FINAL, .step = name, .g = ud, .call = call, .push = push_nothing};
  return run_hook(&run);
}

/* ---- The hooks that a game has ------------------------------------------------------------------------------------------ */

carc_hooks carc_choose_hooks (lua_State *L, int hooks, game_box *g) {
  carc_hooks h;
  memset(&h, 0, sizeof h);
  carc_make_rows(L, hooks, g);
  keep_functions(L, lua_gettop(L));
#define X(id, name, ...) \
  if (g->rows[CARC_HOOK_##id].n > 0) h.name = name;
  CARC_HOOKS(X)
#undef X
  carc_count_gated_rows(g, h.n_rows);
  lua_getfield(L, hooks, "extra_part_always");
  h.extra_part_always = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return h;
}
