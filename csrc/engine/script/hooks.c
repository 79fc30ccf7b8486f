/*
** hooks.c: the engine's calls into scripts.
*/
#include "script/hooks.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"
#include "table/state.h"
#include "script/gate.h"

static bool came_back (call *c, int status) {
  c->failed = c->failed || status != 0;
  return !c->failed;
}

/* ---- Hooks that ask ------------------------------------------------------------------------------------------ */

/* Until it is over nothing changes the state; says whether that was so already. */
static bool begin_asking (call *c) {
  bool before = c->asking;
  c->asking = true;
  return before;
}

static bool end_asking (call *c, bool before, int status) {
  c->asking = before;
  return came_back(c, status);
}

bool carc_ask_place_ok (call *c, carc_action placement, bool *ok) {
  bool before = begin_asking(c);
  return end_asking(c, before, c->d->hooks.place_ok(c->d->ud, c, placement, ok));
}

bool carc_ask_deploy_ok (call *c, carc_action deployment, const carc_rows *rows, bool *ok) {
  bool before = begin_asking(c);
  return end_asking(c, before, c->d->hooks.deploy_ok(c->d->ud, c, deployment, ok, rows));
}

bool carc_ask_points (call *c, const carc_scoring *what, int *points) {
  carc_rows rows = carc_open_rows_for(c->d, c->s, CARC_GATED_POINTS, (int)what->kind);
  if (!any_row(&rows)) return true;
  bool before = begin_asking(c);
  return end_asking(c, before, c->d->hooks.points(c->d->ud, c, what, points, &rows));
}

bool carc_ask_bonus (call *c, const carc_scoring *what, const carc_piece *piece) {
  carc_rows rows = carc_rows_for_piece(c->d, c->s, CARC_GATED_BONUS, piece->piece);
  rows = rows_without(rows, &c->d->kind_shuts[CARC_GATED_BONUS][what->kind]);
  if (!any_row(&rows)) return true;
  bool before = begin_asking(c);
  c->bonus_for = 1 + piece->player;
  int status = c->d->hooks.bonus(c->d->ud, c, piece, what, &rows);
  c->bonus_for = 0;
  return end_asking(c, before, status);
}

bool carc_ask_extra_part (call *c, const carc_part *part, bool *grant) {
  bool before = begin_asking(c);
  return end_asking(c, before, c->d->hooks.extra_part(c->d->ud, c, part, grant));
}

bool carc_ask_extends (call *c, const carc_extension *what, bool *extended) {
  bool before = begin_asking(c);
  return end_asking(c, before, c->d->hooks.extends(c->d->ud, c, what, extended));
}

/* ---- Hooks that act ------------------------------------------------------------------------------------------ */

bool carc_run_on_placed (call *c, int tile) {
  carc_rows rows = carc_open_rows(c->d, c->s, CARC_GATED_PLACED);
  return !any_row(&rows) || came_back(c, c->d->hooks.on_placed(c->d->ud, c, tile, &rows));
}

bool carc_run_on_scored (call *c, const carc_scoring *what) {
  carc_rows rows = carc_open_rows_for(c->d, c->s, CARC_GATED_SCORED, (int)what->kind);
  return !any_row(&rows) || came_back(c, c->d->hooks.on_scored(c->d->ud, c, what, &rows));
}

bool carc_run_on_leave (call *c, const carc_piece *piece, carc_leaving why) {
  carc_rows rows = carc_rows_for_piece(c->d, c->s, CARC_GATED_LEAVE, piece->piece);
  return !any_row(&rows) || came_back(c, c->d->hooks.on_leave(c->d->ud, c, piece, why, &rows));
}

bool carc_run_final_step (call *c, const char *name) {
  return came_back(c, c->d->hooks.final_step(c->d->ud, c, name));
}

/* ---- Phases --------------------------------------------------------------------------------------------------- */

bool carc_run_phase (call *c, int row, carc_phase_call reason, carc_action chosen, carc_question *question) {
  if (reason != CARC_ASK) return came_back(c, c->d->hooks.phase(c->d->ud, c, row, reason, chosen, question));
  bool before = begin_asking(c);
  return end_asking(c, before, c->d->hooks.phase(c->d->ud, c, row, reason, chosen, question));
}
