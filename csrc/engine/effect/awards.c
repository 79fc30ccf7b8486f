/*
** awards.c: gives points, and reports them to the listener, the phases and the hooks.
*/
#include <string.h>
#include "effect/awards.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/event.h"
#include "effect/hooks.h"

/* Fails with a sentence of `before`, the number and `after`: something has happened too often. */
static bool refuse (carc_call *c, const char *before, int most, const char *after) {
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "%s%d %s; this looks like an endless loop", before, most, after);
  c->failed = true;
  return false;
}

/* ---- Triggers -------------------------------------------------------------------------------- */

/* Whether phases run at this timing. In the final scoring and on copies, no phases run. */
static bool is_trigger (const carc_call *c, phase_timing at) {
  return (c->d->timings_used >> at & 1) != 0 && !c->final && !c->foreseen;
}

static bool add_trigger (carc_call *c, const trigger *what) {
  carc_state *s = c->s;
  if (s->n_in_a_row == MAX_IN_A_ROW)
    return refuse(
        c, "phases with the timing `feature_scored` or `points_given` have scored features or given points ",
        MAX_IN_A_ROW, "times in a row");
  if (s->n_triggers == MAX_TRIGGERS)
    return refuse(c, "", MAX_TRIGGERS,
                  "runs of phases with the timing `feature_scored` or `points_given` are waiting");
  s->n_in_a_row++;
  triggers_of(c->d, s)[s->n_triggers++] = *what;
  return true;
}

void carcE_drop_current_trigger (const carc_definition *d, carc_state *s) {
  trigger *all = triggers_of(d, s);
  memmove(all, all + 1, (size_t)(s->n_triggers - 1) * sizeof *all);
  memset(&all[--s->n_triggers], 0, sizeof *all);
  if (s->n_triggers == 0) s->n_in_a_row = 0;
}

void carcE_clear_triggers (const carc_definition *d, carc_state *s) {
  while (s->n_triggers > 0) carcE_drop_current_trigger(d, s);
}

static uint16_t site_of (int tile, int segment) {
  return tile >= 0 ? (uint16_t)((unsigned)tile << 4 | (unsigned)segment) : NO_SITE;
}

bool carcE_queue_scoring (carc_call *c, const carc_scoring *what) {
  return !is_trigger(c, TIMING_FEATURE_SCORED) ||
         add_trigger(c, &(trigger){.at = TIMING_FEATURE_SCORED,
                                   .points = what->points,
                                   .site = site_of(what->tile, what->segment),
                                   .players = (uint8_t)what->players,
                                   .complete = what->complete});
}

static bool note_points (carc_call *c, const carc_given *given) {
  return !is_trigger(c, TIMING_POINTS_GIVEN) ||
         add_trigger(c, &(trigger){.at = TIMING_POINTS_GIVEN,
                                   .points = given->points,
                                   .total = given->total,
                                   .site = site_of(given->tile, given->segment),
                                   .players = (uint8_t)(1u << given->player),
                                   .cause = (uint8_t)given->cause});
}

/* ---- Giving ---------------------------------------------------------------------------------- */

/*
** Runs on_points_given. The hook also runs for points that it gives itself; the depth and the
** number of such calls are limited.
*/
static bool run_hook (carc_call *c, const carc_given *given) {
  enum { MAX_DEPTH = 16, MAX_CALLS = 200 };
  if (c->d->hooks.on_points_given == NULL) return true;
  if (c->giving == 0) c->given = 0;
  if (c->giving == MAX_DEPTH || c->given == MAX_CALLS)
    return refuse(c, "the hook on_points_given has called itself ", c->given, "times by giving points");
  c->giving++;
  c->given++;
  bool fine = carcE_run_on_points_given(c, given);
  c->giving--;
  return fine;
}

bool carcE_report_points (carc_call *c, const carc_given *given) {
  carc_given reported = *given;
  reported.total = carc_state_score(c->d, c->s, given->player);
  reported.final = c->final;
  return note_points(c, &reported) && run_hook(c, &reported);
}

bool carcE_award_points (carc_call *c, const carc_given *given) {
  int32_t *score = &c->s->score[given->player];
  *score = add_points(*score, given->points);
  if (listening(c)) {
    carc_event e = carcE_new_event(c, CARC_EVENT_AWARDED, given->player);
    e.points = given->points;
    text_writer w = carcU_new_writer(e.text, sizeof e.text);
    carcU_put(&w, "%s", given->label);
    carcE_emit(c, &e);
  }
  return show_points(c, given);
}

bool carcE_award_points_each (carc_call *c, carc_given given, const int points[CARC_MAX_PLAYERS]) {
  for (int p = 0; p < c->d->players; p++) {
    given.player = p;
    given.points = points[p];
    if (points[p] != 0 && !carcE_award_points(c, &given)) return false;
  }
  return true;
}
