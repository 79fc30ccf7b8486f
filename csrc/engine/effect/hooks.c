/*
** hooks.c: the engine's calls into scripts.
*/
#include "effect/hooks.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"
#include "query/condition.h"
#include "query/query.h"

static bool came_back (call *c, int status) {
  c->failed = c->failed || status != 0;
  return !c->failed;
}

/* A hook that runs: what ran before it, for when it is over. */
typedef struct running {
  bool asking;
  const thing *about;
} running;

static running enter_hook (call *c, const thing *about, bool asking) {
  running before = {c->asking, c->about};
  c->asking = c->asking || asking;
  c->about = about;
  return before;
}

/* One that has rows, about this. */
static running begin_hook (call *c, carc_hook hook, const thing *about) {
  return enter_hook(c, about, carc_hook_describe(hook)->answers != NULL);
}

static bool end (call *c, running before, int status) {
  c->asking = before.asking;
  c->about = before.about;
  return came_back(c, status);
}

/* ---- What hooks are about --------------------------------------------------------------------------------------- */

static thing last_tile (const call *c) {
  thing t = c->s->n_tiles > 0 ? tile_thing(c->d, c->s, c->s->n_tiles - 1) : no_thing(THINGS_TILES);
  t.player = (int8_t)c->s->turn;
  return t;
}

static thing placed_so (const call *c, const carc_tile *tile) {
  thing t = no_thing(THINGS_TILES);
  t.type = (int16_t)tile->type;
  t.x = (int16_t)tile->x;
  t.y = (int16_t)tile->y;
  t.player = (int8_t)c->s->turn;
  return t;
}

static thing scored (const call *c, const carc_scoring *what) {
  thing t = what->tile >= 0 ? feature_thing(c->s, what->tile, what->segment) : no_thing(THINGS_FEATURES);
  t.player = (int8_t)c->s->turn;
  t.kind = what->kind < CARC_KIND_COUNT ? (int8_t)what->kind : NONE;
  t.complete = what->complete;
  t.final = what->final;
  t.majority = what->players;
  return t;
}

static thing scored_with (const carc_scoring *what, const carc_piece *piece) {
  thing t = carcQ_piece_item(piece);
  t.kind = (int8_t)what->kind;
  t.complete = what->complete;
  t.final = what->final;
  t.majority = what->players;
  return t;
}

/* ---- Hooks that ask ------------------------------------------------------------------------------------------ */

bool carcE_may_call_place_ok (call *c, int type) {
  return c->d->type[type].asked && carcQ_may_hold_for_type(c, CARC_HOOK_PLACE_OK, type);
}

bool carcE_ask_place_ok (call *c, carc_action placement, const carc_tile *tile, bool *ok) {
  thing this = placed_so(c, tile);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_PLACE_OK, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_PLACE_OK, &this);
  return end(c, before, c->d->hooks.place_ok(c->d->ud, c, placement, ok, &rows));
}

bool carcE_ask_deploy_ok (call *c, carc_action deployment, const carc_piece *piece, bool *ok) {
  thing this = carcQ_piece_item(piece);
  *ok = !carcQ_is_deployment_blocked(c, &this);
  if (!*ok || c->d->hooks.deploy_ok == NULL) return true;
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_DEPLOY_OK, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_DEPLOY_OK, &this);
  return end(c, before, c->d->hooks.deploy_ok(c->d->ud, c, deployment, ok, &rows));
}

/* Whoever has the majority has somebody there. */
static bool check_majority (call *c, const carc_contest *contest, unsigned players) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    if ((players & ~contest->there) >> p & 1) {
      carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "majority: player %d has nobody there", p + 1);
      return false;
    }
  return true;
}

bool carcE_ask_majority (call *c, const carc_contest *contest, unsigned *players) {
  thing this = feature_thing(c->s, contest->tile, contest->segment);
  this.kind = (int8_t)contest->kind;
  this.complete = contest->complete;
  this.majority = *players;
  c->deciding = true;
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_MAJORITY, &this);
  bool fine = true;
  if (any_row(&rows)) {
    running before = begin_hook(c, CARC_HOOK_MAJORITY, &this);
    unsigned decided = *players;
    int status = c->d->hooks.majority(c->d->ud, c, contest, &decided, &rows);
    if (status == 0 && !check_majority(c, contest, decided)) status = 1;
    fine = end(c, before, status);
    if (fine) *players = decided;
  }
  c->deciding = false;
  return fine;
}

bool carcE_ask_points (call *c, const carc_scoring *what, int *points) {
  thing this = scored(c, what);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_POINTS, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_POINTS, &this);
  return end(c, before, c->d->hooks.points(c->d->ud, c, what, points, &rows));
}

bool carcE_ask_bonus (call *c, const carc_scoring *what, const carc_piece *piece) {
  thing this = scored_with(what, piece);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_BONUS, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_BONUS, &this);
  c->bonus_for = 1 + piece->player;
  int status = c->d->hooks.bonus(c->d->ud, c, piece, what, &rows);
  c->bonus_for = 0;
  return end(c, before, status);
}

bool carcE_ask_extra_part (call *c, const carc_turn_part *part, bool *grant) {
  thing this = last_tile(c);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_EXTRA_PART, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_EXTRA_PART, &this);
  return end(c, before, c->d->hooks.extra_part(c->d->ud, c, part, grant, &rows));
}

bool carcE_ask_extends (call *c, const carc_extension *what, bool *extended) {
  thing this = feature_thing(c->s, what->tile, what->segment);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_EXTENDS, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_EXTENDS, &this);
  return end(c, before, c->d->hooks.extends(c->d->ud, c, what, extended, &rows));
}

/* ---- Hooks that act ------------------------------------------------------------------------------------------ */

bool carcE_run_on_placed (call *c, int tile) {
  thing this = last_tile(c);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_ON_PLACED, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_ON_PLACED, &this);
  return end(c, before, c->d->hooks.on_placed(c->d->ud, c, tile, &rows));
}

bool carcE_run_on_scored (call *c, const carc_scoring *what) {
  thing this = scored(c, what);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_ON_SCORED, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_ON_SCORED, &this);
  return end(c, before, c->d->hooks.on_scored(c->d->ud, c, what, &rows));
}

/* Points may be given while a hook is asked for them, which changes nothing itself. */
bool carcE_run_on_points (call *c, const carc_given *given) {
  thing this = no_thing(THINGS_PLAYERS);
  this.player = (int8_t)given->player;
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_ON_POINTS, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_ON_POINTS, &this);
  c->asking = false;
  return end(c, before, c->d->hooks.on_points(c->d->ud, c, given, &rows));
}

bool carcE_run_on_leave (call *c, const carc_piece *piece, carc_leaving why) {
  thing this = carcQ_piece_item(piece);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_ON_LEAVE, &this);
  if (!any_row(&rows)) return true;
  running before = begin_hook(c, CARC_HOOK_ON_LEAVE, &this);
  return end(c, before, c->d->hooks.on_leave(c->d->ud, c, piece, why, &rows));
}

bool carcE_run_final_step (call *c, const char *name) {
  running before = enter_hook(c, NULL, false);
  return end(c, before, c->d->hooks.final(c->d->ud, c, name));
}

/* ---- Phases --------------------------------------------------------------------------------------------------- */

bool carcE_run_phase (call *c, int row, carc_phase_call reason, carc_action chosen, carc_question *question) {
  thing this = carcQ_phase_subject(c->d, c->s, &c->d->phase[row]);
  running before = enter_hook(c, &this, reason == CARC_PHASE_CALL_ASK);
  return end(c, before, c->d->hooks.phase(c->d->ud, c, row, reason, chosen, question));
}
