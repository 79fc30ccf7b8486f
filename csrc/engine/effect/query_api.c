/*
** query_api.c: selectors that scripts and hosts use, and the items that these selectors find.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/road_ends.h"
#include "board/state.h"
#include "query/condition.h"
#include "query/item.h"
#include "query/query.h"
#include "query/stored_selector.h"
#include "effect/answers.h"
#include "effect/majority.h"
#include "effect/offers.h"
#include "effect/options.h"

/* ---- Found items ----------------------------------------------------------------------------- */

/* A query, and the call to which its work is charged: the running call, or one that only reads. */
typedef struct charged_query {
  query q;
  carc_call own;
  item_list lists[MAX_ITEM_LISTS];
} charged_query;

static query *begin_query (charged_query *w, const carc_selector *what, const carc_state *s,
                           carc_call *running, carc_error *err) {
  if (running == NULL) w->own = begin_reading(what->d, err);
  w->q = carcQ_new_query(what->d, s, &what->pool, w->lists);
  carcQ_set_subject(running != NULL ? running : &w->own, &w->q);
  return &w->q;
}

/* Fails if the call of the query failed, or if the selectors of the host tested too many items. */
static carc_status end_query (const query *q, const carc_selector *what, carc_error *err) {
  const carc_call *c = q->call;
  const selector *f = &what->pool.selectors[what->of];
  if (c->failed && err != NULL && c->err != NULL && err != c->err) *err = *c->err;
  if (c->failed || c->visits_of_host >= 0) return call_status(c);
  bool named = f->script > 0;
  return carcU_fail(err, CARC_ERR_SCRIPT, 0, "%s%s%sthe selector tests more than %lld items",
                    named ? "variant '" : "", named ? what->d->script[f->script - 1] : "", named ? "': " : "",
                    (long long)c->limit_of_host);
}

carc_status carc_state_find (const carc_state *state, carc_call *running, const carc_selector *what,
                             carc_found *out, int room, int *n, carc_error *err) {
  charged_query c;
  query *q = begin_query(&c, what, state, running, err);
  *n = carcQ_find_stored(q, what, out, room);
  carc_status status = end_query(q, what, err);
  if (q->call->answers != NULL && status == CARC_OK) carcE_keep_found(q->call, what, out, room, *n);
  return status;
}

carc_status carc_state_holds (const carc_state *state, carc_call *running, const carc_selector *what,
                              bool *holds, carc_error *err) {
  charged_query c;
  query *q = begin_query(&c, what, state, running, err);
  *holds = carcQ_holds(q, what->of);
  carc_status status = end_query(q, what, err);
  if (q->call->answers != NULL && status == CARC_OK) carcE_keep_query(q->call, what, QUERY_ANY, *holds);
  return status;
}

static bool is_index (int n, int count) { return n >= CARC_NONE && n < count; }

static bool is_other_end (void *ud, const carc_road_end *end) {
  const carc_found *w = ud;
  return end->side != w->number;
}

static bool is_end (const carc_definition *d, const carc_state *s, const carc_found *w) {
  carc_found there = *w;
  return !carcB_visit_road_ends(d, s, w->tile, w->segment, is_other_end, &there);
}

/* Whether the tile has this segment, or none, on the side. */
static bool is_side (const carc_definition *d, const carc_state *s, const carc_found *w) {
  return w->number >= 0 && w->number < SIDES &&
         w->segment == carc_state_port(d, s, w->tile, 3 * w->number + 1);
}

/* Whether the item of a host exists: it is on the board, and the fields of its kind are set. */
static bool is_valid_item (const carc_definition *d, const carc_state *s, const carc_found *w,
                           carc_query_item_kind is) {
  bool on_table = w->tile != CARC_NONE, any_place = is == CARC_QUERY_ITEM_PLAYERS ||
                                                    is == CARC_QUERY_ITEM_CELLS ||
                                                    is == CARC_QUERY_ITEM_TOKENS;
  bool has_segment = is == CARC_QUERY_ITEM_SEGMENTS || is == CARC_QUERY_ITEM_FEATURES ||
                     is == CARC_QUERY_ITEM_PIECES || is == CARC_QUERY_ITEM_ENDS;
  if ((unsigned)is >= CARC_QUERY_ITEM_COUNT || !is_index(w->tile, s->n_tiles)) return false;
  if (!is_index(w->player, d->players) || !is_index(w->piece, d->n_pieces)) return false;
  if (is == CARC_QUERY_ITEM_TOKENS && (w->token < 0 || w->token >= d->n_tokens)) return false;
  if (!is_index(w->segment, on_table ? type_of(d, s, w->tile)->segments : 0)) return false;
  bool there = (on_table || any_place) && (w->segment != CARC_NONE || !has_segment);
  if (is == CARC_QUERY_ITEM_SIDES) return there && is_side(d, s, w);
  return there && (is != CARC_QUERY_ITEM_ENDS || is_end(d, s, w));
}

/*
** Limits a coordinate to just outside of any board, where there are neither tiles nor neighbours of
** tiles.
*/
static int16_t within_reach (int n) {
  enum { FAR = 10000 };
  return (int16_t)(n > FAR ? FAR : n < -FAR ? -FAR : n);
}

/* Converts an item of a host to a query item. */
static query_item found_item (const carc_state *s, const carc_found *what, carc_query_item_kind is) {
  query_item t = no_item((item_kind)is);
  t.tile = (int16_t)what->tile;
  t.segment = (int16_t)what->segment;
  t.player = (int8_t)(what->player >= 0 || is == CARC_QUERY_ITEM_TOKENS ? what->player : s->turn);
  if (is == CARC_QUERY_ITEM_TOKENS) {
    t.token = (int8_t)what->token;
    t.on_cell = what->on_cell;
  }
  t.piece = (int8_t)what->piece;
  t.number = (int16_t)what->number;
  t.x = within_reach(what->x);
  t.y = within_reach(what->y);
  return t;
}

carc_status carc_state_matches (const carc_state *state, carc_call *running, const carc_selector *filter,
                                const carc_found *what, carc_query_item_kind is, bool *passes,
                                carc_error *err) {
  charged_query c;
  if (!is_valid_item(filter->d, state, what, is)) return FAIL_INVALID(err, "this item does not exist");
  query *q = begin_query(&c, filter, state, running, err);
  query_item t = found_item(state, what, is);
  *passes = carcQ_passes(q, filter->of, &t);
  return end_query(q, filter, err);
}

/* ---- Offers ---------------------------------------------------------------------------------- */

/* Checks an offer by a script as the parser checks an `offer` statement. */
static carc_status check_offer (const carc_call *c, const selector *f, bool deploy, int number,
                                carc_error *err) {
  if (number < CARC_NONE || number > CARC_MAX_NUMBER)
    return FAIL_INVALID(err, "an option has a number from 0 to %d, got %d", CARC_MAX_NUMBER, number);
  if (!deploy) return CARC_OK;
  if (!carcM_finds_deployments(f)) return FAIL_INVALID(err, "%s", DEPLOYMENT_HINT);
  if (c->d->phase[c->offers].timing != TIMING_ANYTIME) return CARC_OK;
  return carcU_fail(err, CARC_ERR_SCRIPT, 0, "a phase with the timing `anytime` cannot offer deployments");
}

carc_status carc_call_offer_found (carc_call *c, const carc_selector *what, bool deploy, int number,
                                   carc_error *err) {
  charged_query w;
  TRY(carcE_check_may_offer(c, err));
  TRY(check_offer(c, &what->pool.selectors[what->of], deploy, number, err));
  query *q = begin_query(&w, what, c->s, c, err);
  TRY(carcE_offer_all_found(c, q, what->of, deploy, number, err));
  return end_query(q, what, err);
}

int64_t carc_call_limit_visits (carc_call *call, int64_t visits) {
  int64_t left = call->visits_of_host;
  call->visits_of_host = call->limit_of_host = visits;
  return left;
}

/* ---- Outside of actions ---------------------------------------------------------------------- */

carc_status carc_state_ask (const carc_definition *def, carc_state *state,
                            void (*what)(void *ud, carc_call *call), void *ud, carc_error *err) {
  carc_error own;
  carc_call c = begin_call(def, state, err != NULL ? err : &own);
  c.asking = true;
  c.visits_of_host = c.limit_of_host = MAX_VISITS;
  what(ud, &c);
  return call_status(&c);
}
