/*
** hooks.c: calls the hooks of scripts.
*/
#include "effect/hooks.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"
#include "query/condition.h"
#include "query/query.h"
#include "effect/answers.h"
#include "effect/restrictions.h"

static bool finish_hook (carc_call *c, int status) {
  c->failed = c->failed || status != 0;
  return !c->failed;
}

/*
** Fields of the call as they were before this hook began; they are restored when the hook has
** finished.
*/
typedef struct outer_call {
  bool asking;
  const query_item *about;
} outer_call;

static outer_call enter_hook (carc_call *c, const query_item *about, bool asking) {
  outer_call before = {c->asking, c->about};
  c->asking = c->asking || asking;
  c->about = about;
  c->pure = false;
  c->n_hooks++;
  return before;
}

/* Begins a hook that has rows. The item `about` is `this` in the rows' conditions. */
static outer_call begin_hook (carc_call *c, carc_hook hook, const query_item *about) {
  return enter_hook(c, about, carc_hook_describe(hook)->answers != NULL);
}

static bool leave_hook (carc_call *c, outer_call before, int status) {
  c->asking = before.asking;
  c->about = before.about;
  return finish_hook(c, status);
}

/* ---- Subjects of hooks ----------------------------------------------------------------------- */

static query_item last_tile (const carc_call *c) {
  query_item t = c->s->n_tiles > 0 ? tile_item(c->d, c->s, c->s->n_tiles - 1) : no_item(ITEM_TILES);
  t.player = (int8_t)c->s->turn;
  return t;
}

static query_item placed_item (const carc_call *c, const carc_tile *tile) {
  query_item t = no_item(ITEM_TILES);
  t.type = (int16_t)tile->type;
  t.x = (int16_t)tile->x;
  t.y = (int16_t)tile->y;
  t.rotation = (int8_t)tile->rotation;
  t.player = (int8_t)c->s->turn;
  return t;
}

static query_item scored (const carc_call *c, const carc_scoring *what) {
  query_item t = what->tile >= 0 ? feature_item(c->s, what->tile, what->segment) : no_item(ITEM_FEATURES);
  t.player = (int8_t)c->s->turn;
  t.kind = what->kind < CARC_KIND_COUNT ? (int8_t)what->kind : CARC_NONE;
  t.complete = what->complete;
  t.final = what->final;
  t.majority = what->players;
  return t;
}

static query_item scored_with (const carc_scoring *what, const carc_piece *piece) {
  query_item t = carcQ_piece_item(piece);
  t.kind = (int8_t)what->kind;
  t.complete = what->complete;
  t.final = what->final;
  t.majority = what->players;
  return t;
}

/* ---- Hooks that ask -------------------------------------------------------------------------- */

/*
** Calls the rows of a hook whose conditions are true for `this`. Returns whether all calls
** succeeded.
*/
#define CALL_ROWS(c, id, hook, this, ...)                                                \
  do {                                                                                   \
    carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_##id, &(this));                \
    if (!any_row(&rows)) return true;                                                    \
    outer_call before = begin_hook(c, CARC_HOOK_##id, &(this));                          \
    return leave_hook(c, before, (c)->d->hooks.hook((c)->d->ud, c, __VA_ARGS__, &rows)); \
  } while (0)

bool carcE_may_call_allow_placement (carc_call *c, int type) {
  return c->d->type[type].asked && carcQ_may_hold_for_type(c, CARC_HOOK_ALLOW_PLACEMENT, type);
}

static bool ask_placement_rows (carc_call *c, carc_action placement, const query_item *this, bool *ok) {
  CALL_ROWS(c, ALLOW_PLACEMENT, allow_placement, *this, placement, ok);
}

bool carcE_ask_allow_placement (carc_call *c, carc_action placement, const carc_tile *tile, bool *ok) {
  query_item this = placed_item(c, tile);
  bool fine = ask_placement_rows(c, placement, &this, ok);
  if (fine && !*ok) count_removed(c, CARC_RESTRICTION_ALLOW_PLACEMENT, 1);
  return fine;
}

static bool ask_deployment_rows (carc_call *c, carc_action deployment, const query_item *this, bool *ok) {
  CALL_ROWS(c, ALLOW_DEPLOYMENT, allow_deployment, *this, deployment, ok);
}

bool carcE_ask_allow_deployment (carc_call *c, carc_action deployment, const carc_piece *piece, bool *ok) {
  query_item this = carcQ_piece_item(piece);
  *ok = !carcQ_is_deployment_blocked(c, &this);
  if (!*ok) count_removed(c, CARC_RESTRICTION_FORBIDDEN_DEPLOYMENTS, 1);
  if (!*ok || c->d->hooks.allow_deployment == NULL) return true;
  bool fine = ask_deployment_rows(c, deployment, &this, ok);
  if (fine && !*ok) count_removed(c, CARC_RESTRICTION_ALLOW_DEPLOYMENT, 1);
  return fine;
}

/* Checks that each player whom the hook returned has a piece in the feature. */
static bool check_majority (carc_call *c, const carc_contest *contest, unsigned players) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    if ((players & ~contest->there) >> p & 1) {
      carcU_fail(c->err, CARC_ERR_SCRIPT, 0,
                 "majority: the hook returned player %d, who has no piece in the feature", p + 1);
      return false;
    }
  return true;
}

bool carcE_ask_majority (carc_call *c, const carc_contest *contest, unsigned *players) {
  query_item this = feature_item(c->s, contest->tile, contest->segment);
  this.kind = (int8_t)contest->kind;
  this.complete = contest->complete;
  this.majority = *players;
  c->deciding = true;
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_MAJORITY, &this);
  bool fine = true;
  if (any_row(&rows)) {
    outer_call before = begin_hook(c, CARC_HOOK_MAJORITY, &this);
    unsigned decided = *players;
    int status = c->d->hooks.majority(c->d->ud, c, contest, &decided, &rows);
    if (status == 0 && !check_majority(c, contest, decided)) status = 1;
    fine = leave_hook(c, before, status);
    if (fine) *players = decided;
  }
  c->deciding = false;
  return fine;
}

bool carcE_ask_points (carc_call *c, const carc_scoring *what, int *points) {
  query_item this = scored(c, what);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_POINTS, &this);
  if (!any_row(&rows)) return true;
  kept_question q = carcE_find_question(c, CARC_HOOK_POINTS, &rows, what, NULL);
  outer_call before = begin_hook(c, CARC_HOOK_POINTS, &this);
  if (carcE_recall_answer(c, q, points)) return leave_hook(c, before, 0);
  bool fine = leave_hook(c, before, c->d->hooks.points(c->d->ud, c, what, points, &rows));
  carcE_keep_answer(c, q, *points);
  return fine;
}

bool carcE_ask_bonus (carc_call *c, const carc_scoring *what, const carc_piece *piece) {
  query_item this = scored_with(what, piece);
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_BONUS, &this);
  if (!any_row(&rows)) return true;
  kept_question q = carcE_find_question(c, CARC_HOOK_BONUS, &rows, what, piece);
  int32_t *score = &c->s->score[piece->player], had = *score;
  int bonus;
  outer_call before = begin_hook(c, CARC_HOOK_BONUS, &this);
  if (carcE_recall_answer(c, q, &bonus)) {
    *score += bonus;
    return leave_hook(c, before, 0);
  }
  c->bonus_for = 1 + piece->player;
  int status = c->d->hooks.bonus(c->d->ud, c, piece, what, &rows);
  c->bonus_for = 0;
  bool fine = leave_hook(c, before, status);
  carcE_keep_answer(c, q, *score - had);
  return fine;
}

bool carcE_ask_extra_part (carc_call *c, const carc_turn_part *part, bool *grant) {
  query_item this = last_tile(c);
  CALL_ROWS(c, EXTRA_PART, extra_part, this, part, grant);
}

bool carcE_ask_extends_builder (carc_call *c, const carc_extension *what, bool *extended) {
  query_item this = feature_item(c->s, what->tile, what->segment);
  CALL_ROWS(c, EXTENDS_BUILDER, extends_builder, this, what, extended);
}

/* ---- Hooks that act -------------------------------------------------------------------------- */

bool carcE_run_on_tile_placed (carc_call *c, int tile) {
  query_item this = last_tile(c);
  CALL_ROWS(c, ON_TILE_PLACED, on_tile_placed, this, tile);
}

bool carcE_run_on_feature_scored (carc_call *c, const carc_scoring *what) {
  query_item this = scored(c, what);
  CALL_ROWS(c, ON_FEATURE_SCORED, on_feature_scored, this, what);
}

/*
** This hook may run inside a hook that only asks, because such a hook may cause points although it
** must not change the state.
*/
bool carcE_run_on_points_given (carc_call *c, const carc_given *given) {
  query_item this = no_item(ITEM_PLAYERS);
  this.player = (int8_t)given->player;
  carc_row_set rows = carcQ_find_open_rows(c, CARC_HOOK_ON_POINTS_GIVEN, &this);
  if (!any_row(&rows)) return true;
  outer_call before = begin_hook(c, CARC_HOOK_ON_POINTS_GIVEN, &this);
  c->asking = false;
  return leave_hook(c, before, c->d->hooks.on_points_given(c->d->ud, c, given, &rows));
}

bool carcE_run_on_piece_removed (carc_call *c, const carc_piece *piece, carc_leaving why) {
  query_item this = carcQ_piece_item(piece);
  CALL_ROWS(c, ON_PIECE_REMOVED, on_piece_removed, this, piece, why);
}

bool carcE_run_final_step (carc_call *c, const char *name) {
  outer_call before = enter_hook(c, NULL, false);
  return leave_hook(c, before, c->d->hooks.final(c->d->ud, c, name));
}

/* ---- Phases ---------------------------------------------------------------------------------- */

bool carcE_run_phase (carc_call *c, int row, carc_phase_call reason, carc_action chosen,
                      carc_question *question) {
  query_item this = carcQ_phase_subject(c->d, c->s, &c->d->phase[row]);
  outer_call before = enter_hook(c, &this, reason == CARC_PHASE_CALL_ASK);
  return leave_hook(c, before, c->d->hooks.phase(c->d->ud, c, row, reason, chosen, question));
}
