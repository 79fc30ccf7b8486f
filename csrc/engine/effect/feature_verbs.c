/*
** feature_verbs.c: functions by which hooks change features: they join and divide features, and set
** and remove attributes.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/division.h"
#include "board/feature.h"
#include "board/flipped_attributes.h"
#include "board/joins.h"
#include "board/state.h"
#include "effect/builder.h"
#include "effect/event.h"
#include "effect/verbs.h"

/* ---- Joins ----------------------------------------------------------------------------------- */

/* Emits one event for each of the two segments of a join. */
static void emit_join (carc_call *c, carc_event_kind kind, carc_join j, bool divided) {
  if (!listening(c)) return;
  carc_event e = carcE_new_segment_event(c, kind, c->s->turn, j.tile, j.segment);
  e.complete = divided;
  carcE_emit(c, &e);
  e = carcE_new_segment_event(c, kind, c->s->turn, j.other_tile, j.other_segment);
  e.complete = divided;
  carcE_emit(c, &e);
}

static carc_status check_sites (const carc_call *c, carc_join j, carc_error *err) {
  carc_status status = carcE_check_site(c, j.tile, j.segment, err);
  return status == CARC_OK ? carcE_check_site(c, j.other_tile, j.other_segment, err) : status;
}

carc_status carc_call_join (carc_call *c, int tile, int segment, int other_tile, int other_segment,
                            carc_error *err) {
  const carc_state *s = c->s;
  carc_join j = {tile, segment, other_tile, other_segment};
  TRY(carcE_check_may_act(c, err));
  TRY(check_sites(c, j, err));
  bool closes = carcB_join_completes(c->d, s, j);
  const char *why = carcB_why_cannot_join(c->d, s, j);
  if (why == NULL && closes) why = carcB_why_cannot_close(c->d, s);
  if (why != NULL) return FAIL_INVALID(err, "%s", why);
  join_builders before = carcE_find_join_builders(c, feature_at(c->d, s, tile, segment),
                                                  feature_at(c->d, s, other_tile, other_segment));
  carcB_join_features(c->d, c->s, j);
  if (closes) carcB_remember_closed(c->d, c->s, tile, segment);
  emit_join(c, CARC_EVENT_JOINED, j, false);
  return carcE_apply_join_extension(c, before, tile, segment) ? CARC_OK : carcE_propagate_failure(c, err);
}

/*
** Returns pieces to the players in `had` who no longer have a follower in the feature at this
** place. Returns false if a hook failed.
*/
static bool send_orphans (carc_call *c, int tile, int segment, unsigned had) {
  for (; had != 0; had &= had - 1)
    if (!carcE_send_orphans_home(c, feature_at(c->d, c->s, tile, segment), lowest_bit(had))) return false;
  return true;
}

/*
** Undoes a join, and returns the pieces that then lack a follower. Returns false if a hook failed.
*/
static bool undo_join (carc_call *c, int index) {
  carc_join j = join_at(c->d, c->s, index);
  unsigned had = followers_of(&const_features_of(c->d, c->s)[feature_at(c->d, c->s, j.tile, j.segment)]);
  bool divided = carcB_undo_join(c->d, c->s, index);
  carcB_drop_reopened(c->d, c->s);
  emit_join(c, CARC_EVENT_SPLIT, j, divided);
  return !divided ||
         (send_orphans(c, j.tile, j.segment, had) && send_orphans(c, j.other_tile, j.other_segment, had));
}

carc_status carc_call_unjoin (carc_call *c, int tile, int segment, int other_tile, int other_segment,
                              carc_error *err) {
  carc_join j = {tile, segment, other_tile, other_segment};
  TRY(carcE_check_may_act(c, err));
  TRY(check_sites(c, j, err));
  int index = carcB_find_join(c->d, c->s, j);
  if (index < 0)
    return FAIL_INVALID(err, "no script has joined these two segments; State:joins lists the joins");
  return undo_join(c, index) ? CARC_OK : carcE_propagate_failure(c, err);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static carc_status check_attribute (const carc_call *c, int tile, int segment, int attribute,
                                    carc_error *err) {
  TRY(carcE_check_site(c, tile, segment, err));
  if (attribute >= 0 && attribute < c->d->words.n_attributes) return CARC_OK;
  return FAIL_INVALID(err, "segments have no attribute with the index %d", attribute);
}

static carc_status refuse_attribute (const carc_call *c, int attribute, const char *why, carc_error *err) {
  return FAIL_INVALID(err, "the attribute %s: %s", carc_attribute_name(c->d, attribute), why);
}

static void emit_attribute (carc_call *c, int tile, int segment, int attribute, bool yes) {
  if (!listening(c)) return;
  carc_event e = carcE_new_segment_event(c, CARC_EVENT_ATTRIBUTE_SET, c->s->turn, tile, segment);
  e.complete = yes;
  strcpy(e.text, carc_attribute_name(c->d, attribute));
  carcE_emit(c, &e);
}

carc_status carc_call_set_attribute (carc_call *c, int tile, int segment, int attribute, bool yes,
                                     carc_error *err) {
  const char *why;
  TRY(carcE_check_may_act(c, err));
  TRY(check_attribute(c, tile, segment, attribute, err));
  if (!carcB_set_feature_attribute(c->d, c->s, tile, segment, attribute, yes, &why))
    return refuse_attribute(c, attribute, why, err);
  carcB_drop_reopened(c->d, c->s);
  emit_attribute(c, tile, segment, attribute, yes);
  return CARC_OK;
}

/* The most recent join of a segment; -1 if it is not joined. */
static int last_join_at (const carc_call *c, int tile, int segment) {
  for (int i = c->s->n_joins - 1; i >= 0; i--) {
    carc_join j = join_at(c->d, c->s, i);
    if ((j.tile == tile && j.segment == segment) || (j.other_tile == tile && j.other_segment == segment))
      return i;
  }
  return -1;
}

/*
** Undoes the joins at the ends that an attribute gives to a segment, the most recent join first.
** Returns false if a hook failed.
*/
static bool free_ends (carc_call *c, int tile, int segment, int attribute) {
  while (carcB_attribute_ends_in_use(c->d, c->s, tile, segment, attribute))
    if (!undo_join(c, last_join_at(c, tile, segment))) return false;
  return true;
}

carc_status carc_call_remove_attribute (carc_call *c, int tile, int segment, int attribute, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  TRY(check_attribute(c, tile, segment, attribute, err));
  bool bears = segment_attributes(c->d, c->s, tile, segment) >> attribute & 1;
  const char *why = bears && carcB_attribute_ends_in_use(c->d, c->s, tile, segment, attribute)
                        ? carcB_why_cannot_close(c->d, c->s)
                        : NULL;
  if (why != NULL) return refuse_attribute(c, attribute, why, err);
  if (bears && !free_ends(c, tile, segment, attribute)) return carcE_propagate_failure(c, err);
  if (!carcB_remove_segment_attribute(c->d, c->s, tile, segment, attribute, &why))
    return refuse_attribute(c, attribute, why, err);
  emit_attribute(c, tile, segment, attribute, false);
  return CARC_OK;
}
