/*
** events.c: events, saved games, and views, which describe a state or a game as plain data.
*/
#include "arguments.h"
#include "engine_call.h"
#include "sandbox/limit.h"
#include "userdata.h"
#include "values.h"

/* ---- Events ---------------------------------------------------------------------------------- */

/*
** Events are collected in C while scripts may run, and converted to tables afterwards. Events
** beyond the capacity are only counted.
*/
typedef struct event_list {
  carc_event *events;
  int n, room;
} event_list;

static int keep_event (void *ud, const carc_event *event) {
  event_list *l = ud;
  if (l->n < l->room) l->events[l->n] = *event;
  l->n++;
  return 0;
}

static void push_items (lua_State *L, const carc_definition *d, const carc_event *e) {
  lua_createtable(L, e->n_items, 0);
  for (int i = 0; i < e->n_items; i++) {
    lua_createtable(L, 0, 3);
    carcL_set_string(L, "kind", carc_score_item_name(e->items[i].kind));
    carcL_set_integer(L, "count", e->items[i].count);
    carcL_set_integer(L, "each", e->items[i].each);
    if (e->items[i].row >= 0) carcL_set_string(L, "name", carc_point_row_name(d, e->items[i].row));
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_event_place (lua_State *L, const carc_definition *d, const carc_event *e) {
  if (e->type >= 0) carcL_set_string(L, "id", carc_type_id(d, e->type));
  if (e->tile < 0) return;
  carcL_set_integer(L, "tile", e->tile + 1);
  carcL_set_cell(L, e->x, e->y);
  carcL_set_integer(L, "rotation", e->rotation);
  if (e->segment < 0) return;
  carcL_set_integer(L, "segment", e->segment + 1);
  carcL_push_segment_text(L, d, e->type, e->rotation, e->segment);
  lua_setfield(L, -2, "text");
  carcL_set_string(L, "feature", carc_kind_name(e->feature));
}

/* Pushes where a token was: in a hand or on the board. If it was in the supply, pushes nil. */
static void push_from (lua_State *L, const carc_event *e) {
  const carc_action_fields *was = &e->option;
  lua_createtable(L, 0, 3);
  if (was->player >= 0) carcL_set_integer(L, "player", was->player + 1);
  if (was->has_cell) carcL_set_cell(L, was->x, was->y);
  if (was->segment >= 0) carcL_set_integer(L, "segment", was->segment + 1);
  lua_setfield(L, -2, "from");
}

/*
** Pushes the fields of an option that do not name an item on the board: number, player, empty cell.
*/
static void push_chosen_option (lua_State *L, const game_ud *g, const carc_event *e) {
  carc_action_fields f = e->option;
  if (f.number >= 0) carcL_set_integer(L, "chosen", f.number);
  if (f.token >= 0)
    carcL_set_string(L, "token", carc_name_for(g->d, CARC_NAME_KIND_TOKEN, g->script, f.token));
  if (f.player >= 0) carcL_set_integer(L, "chosen_player", f.player + 1);
  if (!f.has_cell) return;
  carcL_set_cell(L, f.x, f.y);
}

static void push_event (lua_State *L, const game_ud *g, const carc_event *e) {
  const carc_definition *d = g->d;
  bool scored = e->kind == CARC_EVENT_SCORED, awarded = e->kind == CARC_EVENT_AWARDED;
  lua_createtable(L, 0, 12);
  carcL_set_integer(L, "number", e->number);
  carcL_set_integer(L, "decision", e->decision);
  carcL_set_string(L, "kind", carc_event_name(e->kind));
  if (e->player >= 0) carcL_set_integer(L, "player", e->player + 1);
  push_event_place(L, d, e);
  if (e->piece >= 0) carcL_set_string(L, "piece", carc_piece_name(d, e->piece));
  if (scored || awarded || e->kind == CARC_EVENT_COMPLETED) carcL_set_integer(L, "points", e->points);
  if (scored || awarded) carcL_set_boolean(L, "final", e->final);
  if (e->kind == CARC_EVENT_CHOSE) push_chosen_option(L, g, e);
  if (e->kind == CARC_EVENT_TOKEN) {
    if (e->on_cell) carcL_set_cell(L, e->x, e->y);
    if (e->points > 0) carcL_set_integer(L, "bears", e->points);
    push_from(L, e);
  }
  if (e->kind == CARC_EVENT_GOODS) {
    carcL_push_goods(L, e->goods);
    lua_setfield(L, -2, "goods");
    if (e->text[0] != '\0' && e->option.player >= 0) carcL_set_integer(L, "giver", e->option.player + 1);
  }
  if (e->kind == CARC_EVENT_ATTRIBUTE_SET) carcL_set_boolean(L, "complete", e->complete);
  if (e->kind == CARC_EVENT_SPLIT) carcL_set_boolean(L, "divided", e->complete);
  if (e->text[0] != '\0' || awarded) carcL_set_string(L, "label", e->text);
  if (e->kind == CARC_EVENT_VARIABLE) {
    if (!e->complete) carcL_set_integer(L, "value", e->points);
    carcL_set_integer(L, "index", e->option.number + 1);
  }
  if (!scored) return;
  if (e->feature == CARC_KIND_COUNT) {
    carcL_set_string(L, "feature", "goods");
    carcL_set_string(L, "good", carc_good_name((carc_good)e->good));
  }
  carcL_set_boolean(L, "complete", e->complete);
  push_items(L, d, e);
  lua_setfield(L, -2, "items");
}

/*
** Replays the game to collect the events with numbers above `since`. Returns the number of these
** events. Raises an error if the replay fails.
*/
static int gather_events (lua_State *L, state_ud *b, int observer, int since, event_list *l) {
  carc_error err;
  engine_call e;
  l->n = 0;
  carcL_check_whole(L, b);
  carcL_charge_replays(L, b, 1);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, 1);
  carc_status status = carc_state_events_for(b->g->d, b->s, observer, since, keep_event, l, &err);
  carcL_leave_engine(&e, b->g);
  return status == CARC_OK ? l->n : luaL_error(L, "%s", err.message);
}

/*
** The capacity of a list of events for which one replay usually suffices: for the new events if
** `since` is given, otherwise for all events.
*/
static int usual_events (const state_ud *b, lua_Integer since) {
  enum { NEWS = 64, EACH = 6 };
  return since > 0 ? NEWS : NEWS + EACH * carc_state_decisions(b->g->d, b->s);
}

MODULE_FUNCTION(carcL_state_events) {
  state_ud *b = carcL_check_own_state(L, 1);
  lua_Integer since = carcL_opt_integer(L, 2, 0);
  luaL_argcheck(L, since >= 0 && since <= INT32_MAX, 2, "a number from 0");
  int observer = carcL_check_observer(L, 3, b->g->d);
  event_list l = {.n = usual_events(b, since)};
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  do l.events = carcL_push_buffer(L, keeper, l.room = l.n, sizeof *l.events);
  while (gather_events(L, b, observer, (int)since, &l) > l.room);
  lua_createtable(L, l.n, 0);
  for (int i = 0; i < l.n; i++) {
    push_event(L, b->g, &l.events[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/*
** restrictions(state): replays the game to count the effects of its restrictions. Returns a table
** by name: {decisions=, removed=, added=}.
*/
MODULE_FUNCTION(carcL_core_restrictions) {
  state_ud *b = carcL_check_own_state(L, 1);
  carc_restriction_count counts[CARC_RESTRICTION_COUNT];
  carc_error err;
  engine_call e;
  carcL_check_whole(L, b);
  carcL_charge_replays(L, b, 1);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, 1);
  carc_status status = carc_state_restrictions(b->g->d, b->s, counts, &err);
  carcL_leave_engine(&e, b->g);
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  lua_createtable(L, 0, CARC_RESTRICTION_COUNT);
  for (int i = 0; i < CARC_RESTRICTION_COUNT; i++) {
    lua_createtable(L, 0, 3);
    carcL_set_integer(L, "decisions", counts[i].decisions);
    carcL_set_integer(L, "removed", counts[i].removed);
    carcL_set_integer(L, "added", counts[i].added);
    lua_setfield(L, -2, carc_restriction_name((carc_restriction)i));
  }
  return 1;
}

MODULE_FUNCTION(carcL_state_revision) {
  carcL_push_whole(L, carcL_check_own_state(L, 1)->revision);
  return 1;
}

/* ---- Saved games ----------------------------------------------------------------------------- */

/* Replays the game and writes it. Returns the length of the text. Raises an error if this fails. */
static long write_game (lua_State *L, state_ud *b, char *text, size_t room) {
  carc_error err = {0};
  engine_call e;
  carcL_check_whole(L, b);
  carcL_charge_replays(L, b, 1);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, 1);
  long length = carc_state_serialize(b->g->d, b->s, text, room, &err);
  carcL_leave_engine(&e, b->g);
  return length >= 0 ? length : luaL_error(L, "%s", err.message);
}

/*
** The text is written once to learn its length, and then again into the buffer. The second text may
** be longer, if the state or the answers of a script have changed meanwhile.
*/
MODULE_FUNCTION(carcL_state_serialize) {
  state_ud *b = carcL_check_own_state(L, 1);
  uint64_t epoch = b->epoch;
  long length, before = -1;
  char *text = NULL;
  size_t room = 0;
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((size_t)(length = write_game(L, b, text, room)) >= room) {
    room = (size_t)length + 1;
    text = carcL_push_buffer(L, keeper, (int)room, 1);
    before = length;
  }
  if (length != before && b->epoch == epoch)
    return luaL_error(L, "the replay differs from the game; does a script store data outside its variables?");
  lua_pushlstring(L, text, (size_t)length);
  return 1;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/*
** Pushes a view of a state or game (plain data). A Lua module makes the view; the module is loaded
** when a view is first needed.
*/
static int push_seen (lua_State *L, const char *of) {
  lua_settop(L, 2);
  if (lua_getglobal(L, "require") != LUA_TFUNCTION)
    return luaL_error(L, "`view` requires the function 'require' to load carcassonne.describe.observation");
  lua_pushliteral(L, "carcassonne.describe.observation");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, of);
  lua_insert(L, 1);
  lua_settop(L, 3);
  lua_call(L, 2, 1);
  return 1;
}

MODULE_FUNCTION(carcL_state_view) {
  carcL_check_whole(L, carcL_check_state(L, 1));
  return push_seen(L, "view");
}

MODULE_FUNCTION(carcL_game_view) {
  carcL_check_game(L, 1);
  return push_seen(L, "game");
}
