/*
** hooks.c: pushes the arguments of each hook and reads its result. hook_call.c runs the functions.
*/
#include <stdio.h>
#include <string.h>
#include "hooks.h"
#include "engine_call.h"
#include "hook_call.h"
#include "hook_rows.h"
#include "userdata.h"
#include "values.h"

/* ---- Results --------------------------------------------------------------------------------- */

/* Raises an error that has the place of the function at this index. */
static void fail_in (lua_State *L, int function, const char *message) {
  lua_Debug ar;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &ar);
  lua_pushfstring(L, "%s:%d: %s", ar.short_src, ar.linedefined, message);
  lua_error(L);
}

static void refuse_answer (lua_State *L, const hook_run *run, int function) {
  fail_in(L, function,
          lua_pushfstring(L, "it returned %s; expected %s", luaL_typename(L, -1), run->expected));
}

/*
** Returns true if the result has this type, and false if the result is nil. Raises an error for any
** other result.
*/
static bool is_answer (lua_State *L, const hook_run *run, int type) {
  if (lua_isnil(L, -1)) return false;
  int is_integer = 1;
  if (type == LUA_TNUMBER) lua_tointegerx(L, -1, &is_integer);
  if (lua_type(L, -1) != type || !is_integer) refuse_answer(L, run, lua_gettop(L) - 1);
  return true;
}

static void read_boolean (lua_State *L, hook_run *run) {
  if (is_answer(L, run, LUA_TBOOLEAN)) run->flag = lua_toboolean(L, -1);
}

/*
** Reads whether the function allows something. Once a function forbids it, no other can allow it.
*/
static void read_consent (lua_State *L, hook_run *run) {
  if (is_answer(L, run, LUA_TBOOLEAN)) run->flag = run->flag && lua_toboolean(L, -1);
}

static void read_number (lua_State *L, hook_run *run) {
  enum { MOST = 1000000 };
  if (!is_answer(L, run, LUA_TNUMBER)) return;
  lua_Integer v = lua_tointeger(L, -1);
  if (v < -MOST || v > MOST) refuse_answer(L, run, lua_gettop(L) - 1);
  run->number = (int)v;
}

/* Reads a list of players who have pieces in the feature. */
static void read_majority (lua_State *L, hook_run *run) {
  const carc_contest *contest = run->arguments;
  int list = lua_gettop(L), players = carc_definition_players(run->g->d);
  if (!is_answer(L, run, LUA_TTABLE)) return;
  run->number = 0;
  for (int i = 1; lua_rawgeti(L, list, i) != LUA_TNIL; i++) {
    int is_integer;
    lua_Integer player = lua_tointegerx(L, -1, &is_integer);
    if (!is_integer || player < 1 || player > players)
      fail_in(L, list - 1,
              lua_pushfstring(L, "it returned a list with %s; expected players from 1 to %d",
                              luaL_tolstring(L, -1, NULL), players));
    if ((contest->there >> (player - 1) & 1) == 0)
      fail_in(L, list - 1,
              lua_pushfstring(L, "it gives the majority to player %d, who has no piece in the feature",
                              (int)player));
    run->number |= 1 << (player - 1);
    lua_settop(L, list);
  }
  lua_settop(L, list);
}

/*
** Checks that a player who may not pass has an option. Does nothing at the timings `deployment` and
** `anytime`, because there the rules also offer options.
*/
static void check_offered (lua_State *L, const hook_run *run, int function) {
  const char *timing = carc_phase_timing(run->g->d, run->phase - 1);
  bool alone = strcmp(timing, "deployment") != 0 && strcmp(timing, "anytime") != 0;
  if (!alone || carc_call_offered(run->call) > 0) return;
  if (run->answer->player == CARC_CHANCE)
    fail_in(L, function, "it asks chance, but offers no option");
  else
    fail_in(L, function,
            lua_pushfstring(L, "it asks player %d, who may not pass, but offers no option",
                            run->answer->player + 1));
}

/* Stores the question whose text is on top of the stack, if there is one. */
static void put_question (lua_State *L, const hook_run *run, int function) {
  size_t length;
  carc_error err;
  if (lua_isnil(L, -1)) return;
  if (lua_type(L, -1) != LUA_TSTRING) refuse_answer(L, run, function);
  const char *text = lua_tolstring(L, -1, &length);
  if (carc_call_put_question(run->call, text, length, &err) == CARC_OK) return;
  fail_in(L, function, lua_pushfstring(L, "the question that it returned is invalid: %s", err.message));
}

/* Reads which player is asked, whether the player may pass, and the question. */
static void read_question (lua_State *L, hook_run *run) {
  carc_question *q = run->answer;
  int may_pass = lua_gettop(L) - 1, who = may_pass - 1, is_integer, function = who - 1;
  put_question(L, run, function);
  lua_settop(L, may_pass);
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

/* ---- Arguments ------------------------------------------------------------------------------- */

/*
** Pushes an action. The functions in this file have no upvalues, so they take the metatable of
** actions from the game, and the other metatables from the table of rows.
*/
static void push_action_argument (lua_State *L, const hook_run *run, carc_action a) {
  lua_getiuservalue(L, RUN_VIEW, 1);
  carcL_push_action(L, -1, carcL_snapshot_action(run->g->d, carc_call_state(run->call), a));
  lua_remove(L, -2);
}

static int push_placement (lua_State *L, hook_run *run) {
  push_action_argument(L, run, *(const carc_action *)run->arguments);
  return 1;
}

static int push_placed (lua_State *L, hook_run *run) {
  tile_snapshot tile = carcL_snapshot_tile(run->viewed, *(const int *)run->arguments);
  carcL_push_tile(L, run->g->d, &tile);
  return 1;
}

static int push_part (lua_State *L, hook_run *run) {
  const carc_turn_part *p = run->arguments;
  lua_createtable(L, 0, 3);
  carcL_set_integer(L, "player", p->player + 1);
  carcL_set_integer(L, "part", p->part);
  carcL_set_boolean(L, "extended_builder", p->extended_builder);
  lua_pushboolean(L, run->flag);
  return 2;
}

/* Sets the field `feature` of the table on top of the stack. */
static void set_feature_argument (lua_State *L, hook_run *run, int tile, int segment) {
  feature_ud *f = lua_newuserdatauv(L, sizeof *f, 1);
  *f = (feature_ud){run->viewed, tile, segment, run->viewed->acts};
  lua_pushvalue(L, RUN_VIEW);
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, RUN_ROWS, -FEATURE_CLASS);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "feature");
}

static int push_extension (lua_State *L, hook_run *run) {
  const carc_extension *what = run->arguments;
  lua_createtable(L, 0, 2);
  carcL_set_string(L, "cause", carc_extension_cause_name(what->cause));
  set_feature_argument(L, run, what->tile, what->segment);
  lua_pushboolean(L, run->flag);
  return 2;
}

static void push_scoring (lua_State *L, hook_run *run, const carc_scoring *what) {
  carcL_push_scoring(L, what);
  if (what->tile >= 0) set_feature_argument(L, run, what->tile, what->segment);
  lua_rawgeti(L, RUN_ROWS, SCORING_METATABLE);
  lua_setmetatable(L, -2);
}

static int push_scored (lua_State *L, hook_run *run) {
  push_scoring(L, run, run->arguments);
  return 1;
}

static int push_points (lua_State *L, hook_run *run) {
  push_scoring(L, run, run->arguments);
  lua_pushinteger(L, run->number);
  return 2;
}

static void push_piece_argument (lua_State *L, const hook_run *run, const carc_piece *piece) {
  piece_snapshot snapshot = carcL_snapshot_piece(run->viewed, *piece);
  carcL_push_piece(L, run->g->d, &snapshot);
}

static int push_contest (lua_State *L, hook_run *run) {
  const carc_contest *contest = run->arguments;
  int players = carc_definition_players(run->g->d);
  lua_createtable(L, 0, 4);
  carcL_set_string(L, "kind", carc_kind_name(contest->kind));
  carcL_set_boolean(L, "complete", contest->complete);
  lua_createtable(L, players, 0);
  for (int p = 0; p < players; p++) {
    lua_pushinteger(L, contest->power[p]);
    lua_rawseti(L, -2, p + 1);
  }
  lua_setfield(L, -2, "power");
  set_feature_argument(L, run, contest->tile, contest->segment);
  carcL_push_players(L, (unsigned)run->number);
  return 2;
}

/* A piece that leaves the board, and the reason. */
typedef struct leaving_args {
  const carc_piece *piece;
  carc_leaving why;
} leaving_args;

static int push_leaving (lua_State *L, hook_run *run) {
  const leaving_args *l = run->arguments;
  push_piece_argument(L, run, l->piece);
  lua_pushstring(L, carc_leaving_name(l->why));
  return 2;
}

/* A piece in a feature that has just scored. */
typedef struct bonus_args {
  const carc_piece *piece;
  const carc_scoring *scoring;
} bonus_args;

static int push_bonus (lua_State *L, hook_run *run) {
  const bonus_args *b = run->arguments;
  push_piece_argument(L, run, b->piece);
  push_scoring(L, run, b->scoring);
  return 2;
}

/*
** Gives the points that the function returned, on behalf of its variant. This is a separate engine
** call, because on_points_given may run.
*/
static void read_bonus (lua_State *L, hook_run *run) {
  state_ud *b = run->viewed;
  carc_error err;
  engine_call e;
  run->number = 0;
  read_number(L, run);
  if (run->number == 0) return;
  carcL_push_field(L, RUN_ROWS, run->row - 1, FIELD_VARIANT);
  carcL_enter_engine_with(L, b, RUN_VIEW, &e);
  carc_status status = carc_call_bonus(run->call, run->number, lua_tostring(L, -1), &err);
  carcL_leave_engine(&e, b->g);
  if (status != CARC_OK) luaL_error(L, "%s", err.message);
  lua_pop(L, 1);
}

/* Pushes the chosen option, or nil for a pass. */
static int push_chosen (lua_State *L, hook_run *run) {
  const carc_action *a = run->arguments;
  if (*a != 0)
    push_action_argument(L, run, *a);
  else
    lua_pushnil(L);
  return 1;
}

static int push_nothing (lua_State *L, hook_run *run) {
  (void)L;
  (void)run;
  return 0;
}

static int push_given (lua_State *L, hook_run *run) {
  const carc_given *given = run->arguments;
  carcL_push_given(L, given);
  if (given->tile >= 0) set_feature_argument(L, run, given->tile, given->segment);
  return 1;
}

/* ---- Hooks for the engine -------------------------------------------------------------------- */

static const char may_be_flag[] = "true, false or nil", may_be_number[] = "an integer or nil";

/* How to push the arguments and read the result of each hook. */
static const struct hook_form {
  push_arguments_fn push_arguments;
  read_result_fn read_result;
  const char *expected;
} forms[CARC_HOOK_COUNT] = {
    [CARC_HOOK_ALLOW_PLACEMENT] = {push_placement, read_consent, may_be_flag},
    [CARC_HOOK_ALLOW_DEPLOYMENT] = {push_placement, read_consent, may_be_flag},
    [CARC_HOOK_MAJORITY] = {push_contest, read_majority, "a list of players or nil"},
    [CARC_HOOK_POINTS] = {push_points, read_number, may_be_number},
    [CARC_HOOK_EXTRA_PART] = {push_part, read_boolean, may_be_flag},
    [CARC_HOOK_EXTENDS_BUILDER] = {push_extension, read_boolean, may_be_flag},
    [CARC_HOOK_BONUS] = {push_bonus, read_bonus, may_be_number},
    [CARC_HOOK_ON_TILE_PLACED] = {push_placed, NULL, NULL},
    [CARC_HOOK_ON_PIECE_REMOVED] = {push_leaving, NULL, NULL},
    [CARC_HOOK_ON_POINTS_GIVEN] = {push_given, NULL, NULL},
    [CARC_HOOK_ON_FEATURE_SCORED] = {push_scored, NULL, NULL},
    [CARC_HOOK_FINAL] = {push_nothing, NULL, NULL},
};

static hook_run new_run (void *ud, carc_call *call, carc_hook hook, const void *arguments,
                         const carc_row_set *rows) {
  const struct hook_form *form = &forms[hook];
  return (hook_run){.hook = hook,
                    .open = rows,
                    .g = ud,
                    .call = call,
                    .push_arguments = form->push_arguments,
                    .read_result = form->read_result,
                    .arguments = arguments,
                    .expected = form->expected};
}

/* Runs a hook that may change a number or a flag. */
static int run_with_number (hook_run run, int *number) {
  run.number = *number;
  int failed = carcL_run_hook(&run);
  *number = run.number;
  return failed;
}

static int run_with_flag (hook_run run, bool *flag) {
  run.flag = *flag;
  int failed = carcL_run_hook(&run);
  *flag = run.flag;
  return failed;
}

static int run_without (hook_run run) { return carcL_run_hook(&run); }

static int allow_placement (void *ud, carc_call *call, carc_action placement, bool *ok,
                            const carc_row_set *rows) {
  *ok = true;
  return run_with_flag(new_run(ud, call, CARC_HOOK_ALLOW_PLACEMENT, &placement, rows), ok);
}

static int allow_deployment (void *ud, carc_call *call, carc_action deployment, bool *ok,
                             const carc_row_set *rows) {
  *ok = true;
  return run_with_flag(new_run(ud, call, CARC_HOOK_ALLOW_DEPLOYMENT, &deployment, rows), ok);
}

static int majority (void *ud, carc_call *call, const carc_contest *contest, unsigned *players,
                     const carc_row_set *rows) {
  int number = (int)*players;
  int failed = run_with_number(new_run(ud, call, CARC_HOOK_MAJORITY, contest, rows), &number);
  *players = (unsigned)number;
  return failed;
}

static int points (void *ud, carc_call *call, const carc_scoring *scoring, int *value,
                   const carc_row_set *rows) {
  return run_with_number(new_run(ud, call, CARC_HOOK_POINTS, scoring, rows), value);
}

static int extra_part (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                       const carc_row_set *rows) {
  return run_with_flag(new_run(ud, call, CARC_HOOK_EXTRA_PART, part, rows), grant);
}

static int extends_builder (void *ud, carc_call *call, const carc_extension *what, bool *extended,
                            const carc_row_set *rows) {
  return run_with_flag(new_run(ud, call, CARC_HOOK_EXTENDS_BUILDER, what, rows), extended);
}

static int on_tile_placed (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  return run_without(new_run(ud, call, CARC_HOOK_ON_TILE_PLACED, &tile, rows));
}

static int on_piece_removed (void *ud, carc_call *call, const carc_piece *piece, carc_leaving why,
                             const carc_row_set *rows) {
  leaving_args args = {piece, why};
  return run_without(new_run(ud, call, CARC_HOOK_ON_PIECE_REMOVED, &args, rows));
}

static int on_points_given (void *ud, carc_call *call, const carc_given *given, const carc_row_set *rows) {
  return run_without(new_run(ud, call, CARC_HOOK_ON_POINTS_GIVEN, given, rows));
}

static int on_feature_scored (void *ud, carc_call *call, const carc_scoring *scoring,
                              const carc_row_set *rows) {
  return run_without(new_run(ud, call, CARC_HOOK_ON_FEATURE_SCORED, scoring, rows));
}

static int bonus (void *ud, carc_call *call, const carc_piece *piece, const carc_scoring *scoring,
                  const carc_row_set *rows) {
  bonus_args args = {piece, scoring};
  return run_without(new_run(ud, call, CARC_HOOK_BONUS, &args, rows));
}

static int final (void *ud, carc_call *call, const char *name) {
  hook_run run = new_run(ud, call, CARC_HOOK_FINAL, NULL, NULL);
  run.step = name;
  return carcL_run_hook(&run);
}

/*
** Fails because a phase has no function `on_chosen`. A phase needs this function unless all its
** options are deployments, which the engine applies.
*/
static int miss_chosen (carc_call *call, const char *name) {
  char message[CARC_FULL_NAME_SIZE + 80];
  snprintf(message, sizeof message, "phase %s has no function `on_chosen` to apply its options", name);
  return carc_call_fail(call, message);
}

/* Refuses a question if no function can carry out one of its options, from index `first` on. */
static int check_carried_out (const hook_run *run, int first) {
  char text[CARC_ACTION_TEXT_SIZE], message[CARC_ACTION_TEXT_SIZE + 80];
  int offered = carc_call_offered(run->call);
  if ((run->g->phase_calls[run->phase - 1] >> CARC_PHASE_CALL_CHOSEN & 1) != 0) return 0;
  for (int i = first; i < offered; i++) {
    carc_action option = carc_call_option(run->call, i);
    if (carc_action_unpack(option).kind == CARC_ACTION_DEPLOY) continue;
    carc_action_to_string(run->g->d, carc_call_state(run->call), option, text, sizeof text);
    snprintf(message, sizeof message, "it has no function `on_chosen` to apply the option %s", text);
    return carcL_fail_hook(run, message);
  }
  return 0;
}

static int phase (void *ud, carc_call *call, int number, carc_phase_call reason, carc_action chosen,
                  carc_question *question) {
  game_ud *g = ud;
  int before = reason == CARC_PHASE_CALL_ASK ? carc_call_offered(call) : 0;
  *question = (carc_question){.player = CARC_TURN_PLAYER};
  bool deploys = reason == CARC_PHASE_CALL_CHOSEN && carc_action_unpack(chosen).kind == CARC_ACTION_DEPLOY;
  if ((g->phase_calls[number] >> reason & 1) == 0)
    return reason == CARC_PHASE_CALL_CHOSEN && chosen != 0 && !deploys
               ? miss_chosen(call, carc_phase_name(g->d, number))
               : 0;
  hook_run run = {.hook = CARC_HOOK_PHASE,
                  .step = carc_phase_name(g->d, number),
                  .function = carcL_phase_fields[reason],
                  .part = carcL_field_names[carcL_phase_fields[reason]],
                  .phase = number + 1,
                  .g = g,
                  .call = call,
                  .push_arguments = reason == CARC_PHASE_CALL_CHOSEN ? push_chosen : push_nothing,
                  .arguments = &chosen};
  if (reason == CARC_PHASE_CALL_ASK) {
    run.read_result = read_question;
    run.results = 3;
    run.answer = question;
    run.expected = "three values: a player, \"chance\" or nil; true, false or nil; a text or nil";
  } else if (reason == CARC_PHASE_CALL_CHOSEN) {
    run.read_result = read_boolean;
    run.expected = "true, false or nil";
  }
  int failed = carcL_run_hook(&run);
  question->again = run.flag;
  return failed == 0 && reason == CARC_PHASE_CALL_ASK ? check_carried_out(&run, before) : failed;
}

/* ---- The hooks of a game --------------------------------------------------------------------- */

carc_hooks carcL_select_hooks (lua_State *L, int hooks, game_ud *g) {
  carc_hooks h;
  memset(&h, 0, sizeof h);
  carcL_make_rows(L, hooks, g);
  carcL_store_hook_functions(L, lua_gettop(L));
#define X(id, name, ...) \
  if (g->rows[CARC_HOOK_##id].n > 0) h.name = name;
  CARC_HOOK_LIST(X)
#undef X
  carcL_count_gated_rows(g, h.n_rows);
  lua_getfield(L, hooks, "extra_part_always");
  h.extra_part_always = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return h;
}
