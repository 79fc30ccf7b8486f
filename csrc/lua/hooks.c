/*
** hooks.c: the engine's hooks, answered by Lua functions: what each is told, and what it answers (hook_call.c runs them).
*/
#include <stdio.h>
#include <string.h>
#include "hook_call.h"

/* ---- What they answer ---------------------------------------------------------------------------------------------------- */

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

/* What a phase asks in words, if it says so; it is on top. */
static void put_question (lua_State *L, const hook_run *run, int function) {
  size_t length;
  carc_error err;
  if (lua_isnil(L, -1)) return;
  if (lua_type(L, -1) != LUA_TSTRING) refuse_answer(L, run, function);
  const char *text = lua_tolstring(L, -1, &length);
  if (carc_call_put_question(run->call, text, length, &err) == CARC_OK) return;
  fail_in(L, function, lua_pushfstring(L, "the question that it returned: %s", err.message));
}

/* Whom a phase asks, whether passing is allowed, and the question. */
static void take_question (lua_State *L, hook_run *run) {
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

/* ---- What hooks are told ------------------------------------------------------------------------------------------------ */

/* Hooks run without the module's upvalues: the game has the class of its actions, the table of hooks the others. */
static void push_told_action (lua_State *L, const hook_run *run, carc_action a) {
  lua_getiuservalue(L, RUN_VIEW, 1);
  carc_push_action(L, -1, carc_look_at_action(run->g->d, carc_call_state(run->call), a));
  lua_remove(L, -2);
}

static int push_placement (lua_State *L, hook_run *run) {
  push_told_action(L, run, *(const carc_action *)run->told);
  return 1;
}

static int push_placed (lua_State *L, hook_run *run) {
  tile_told tile = carc_look_at_tile(run->viewed, *(const int *)run->told);
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
  *f = (feature_box){run->viewed, tile, segment};
  lua_pushvalue(L, RUN_VIEW);
  lua_setiuservalue(L, -2, 1);
  lua_rawgeti(L, RUN_ROWS, -FEATURE_CLASS);
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
  carc_push_scoring(L, what);
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
  piece_told told = carc_look_at_piece(run->viewed, *piece);
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

/* Gives the points that the function returned, in the name of its variant. Hooks on points may run then: it is an entry of its own. */
static void take_bonus (lua_State *L, hook_run *run) {
  state_box *b = run->viewed;
  carc_error err;
  entry e;
  run->number = 0;
  take_integer(L, run);
  if (run->number == 0) return;
  carc_push_field(L, RUN_ROWS, run->row - 1, FIELD_VARIANT);
  carc_enter_state(L, b, RUN_VIEW, &e);
  carc_status status = carc_call_bonus(run->call, run->number, lua_tostring(L, -1), &err);
  carc_leave(&e, b->g);
  if (status != CARC_OK) luaL_error(L, "%s", err.message);
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
  int failed = carc_run_hook(&run);
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
  int failed = carc_run_hook(&run);
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
  int failed = carc_run_hook(&run);
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
  int failed = carc_run_hook(&run);
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
  int failed = carc_run_hook(&run);
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
  int failed = carc_run_hook(&run);
  *extended = run.flag;
  return failed;
}

static int on_placed (void *ud, carc_call *call, int tile, const carc_rows *rows) {
  hook_run run = {
      .hook = CARC_HOOK_ON_PLACED, .open = rows, .g = ud, .call = call, .push = push_placed, .told = &tile};
  return carc_run_hook(&run);
}

static int on_leave (void *ud, carc_call *call, const carc_piece *piece, carc_leaving why,
                     const carc_rows *rows) {
  leaving told = {piece, why};
  hook_run run = {
      .hook = CARC_HOOK_ON_LEAVE, .open = rows, .g = ud, .call = call, .push = push_leaving, .told = &told};
  return carc_run_hook(&run);
}

/* A phase may go without `chosen`, since the engine carries deployments out; but other options need one. */
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
    return carc_fail_run(run, message);
  }
  return 0;
}

static int phase (void *ud, carc_call *call, int number, carc_phase_call reason, carc_action chosen,
                  carc_question *question) {
  game_box *g = ud;
  int before = reason == CARC_ASK ? carc_call_offered(call) : 0;
  *question = (carc_question){.player = CARC_THE_PLAYER};
  bool deploys = reason == CARC_CHOSEN && carc_action_unpack(chosen).kind == CARC_ACT_DEPLOY;
  if ((g->phase_calls[number] >> reason & 1) == 0)
    return reason == CARC_CHOSEN && chosen != 0 && !deploys ? miss_chosen(call, carc_phase_name(g->d, number))
                                                            : 0;
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
    run.results = 3;
    run.answer = question;
    run.wants = "a player, \"chance\" or nil, then true, false or nil, then a text or nil";
  } else if (reason == CARC_CHOSEN) {
    run.take = take_boolean;
    run.wants = "true, false or nil";
  }
  int failed = carc_run_hook(&run);
  question->again = run.flag;
  return failed == 0 && reason == CARC_ASK ? check_carried_out(&run, before) : failed;
}

static int push_given (lua_State *L, hook_run *run) {
  const carc_given *given = run->told;
  carc_push_given(L, given);
  if (given->tile >= 0) set_told_feature(L, run, given->tile, given->segment);
  return 1;
}

static int on_points (void *ud, carc_call *call, const carc_given *given, const carc_rows *rows) {
  hook_run run = {
      .hook = CARC_HOOK_ON_POINTS, .open = rows, .g = ud, .call = call, .push = push_given, .told = given};
  return carc_run_hook(&run);
}

static int on_scored (void *ud, carc_call *call, const carc_scoring *scoring, const carc_rows *rows) {
  hook_run run = {
      .hook = CARC_HOOK_ON_SCORED, .open = rows, .g = ud, .call = call, .push = push_scored, .told = scoring};
  return carc_run_hook(&run);
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
  return carc_run_hook(&run);
}

static int final (void *ud, carc_call *call, const char *name) {
  hook_run run = {.hook = CARC_HOOK_FINAL, .step = name, .g = ud, .call = call, .push = push_nothing};
  return carc_run_hook(&run);
}

/* ---- The hooks that a game has ------------------------------------------------------------------------------------------ */

carc_hooks carc_choose_hooks (lua_State *L, int hooks, game_box *g) {
  carc_hooks h;
  memset(&h, 0, sizeof h);
  carc_make_rows(L, hooks, g);
  carc_keep_functions(L, lua_gettop(L));
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
