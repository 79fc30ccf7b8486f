/*
** parse_asking.c: statements that contain selectors: conditions of hooks, offers, and limits of
** placements and deployments.
*/
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/printed.h"
#include "model/selector.h"
#include "parser/grammar.h"
#include "parser/parse.h"

/* ---- Conditions ------------------------------------------------------------------------------ */

carc_status carcP_condition_statement (definition_reader *r) {
  condition_words said = {0};
  carc_status status = carcP_read_statement(r, IN_condition, &said);
  if (status == CARC_OK) r->d->when[said.hook][said.row] = said.when;
  return status;
}

/* ---- Offers ---------------------------------------------------------------------------------- */

static carc_status check_offer (definition_reader *r, const char *where, const offer_row *o) {
  if (!o->deploys) return CARC_OK;
  if (!carcM_finds_deployments(&r->d->selectors[o->of])) return FAIL(r, "%s: %s", where, DEPLOYMENT_HINT);
  return r->d->phase[r->d->n_phases - 1].timing != TIMING_ANYTIME
             ? CARC_OK
             : FAIL(r, "%s: a phase with the timing `anytime` cannot offer deployments", where);
}

carc_status carcP_offer_statement (definition_reader *r) {
  carc_definition *d = r->d;
  offer_row o = {
      .when = CARC_NONE, .number = CARC_NONE, .last = CARC_NONE, .numbers = CARC_NONE, .token = CARC_NONE};
  if (d->n_phases == 0) return FAIL(r, "offer: expected a phase before the offer");
  phase_row *p = &d->phase[d->n_phases - 1];
  statement_context g = carcP_begin_statement(r, IN_offer, &o);
  text_writer where = carcU_new_writer(g.where, sizeof g.where);
  carcU_put(&where, "phase %s: offer", own_name(&p->name));
  TRY(carcP_read_keys(r, &g));
  TRY(check_offer(r, g.where, &o));
  if (d->n_offers == CARC_MAX_OFFERS) return FAIL(r, "more than %d offers", CARC_MAX_OFFERS);
  if (p->n_offers == 0) p->first_offer = (uint8_t)d->n_offers;
  p->offers = true;
  p->n_offers++;
  d->offer[d->n_offers++] = o;
  return CARC_OK;
}

/* ---- Forbidden things ------------------------------------------------------------------------ */

/*
** Whether a selector and its filters depend only on what is printed. Ignores the link `link` and
** the keys in `left_out`.
*/
static bool looks_at_print_only (const carc_definition *d, const selector *f, const relation_link *link,
                                 unsigned left_out) {
  for (int i = f->links.first; i != CARC_NONE; i = d->links[i].next) {
    const relation_link *l = &d->links[i];
    if (l == link) continue;
    if (!carcM_is_filter_link(l) || !looks_at_print_only(d, &d->selectors[l->number], NULL, 0)) return false;
  }
  return (f->given & ~(GIVES_PRINTED | left_out)) == 0;
}

static bool are_tiles (const carc_definition *d, const selector *f, const relation_link *link,
                       unsigned left_out) {
  return f->finds == ITEM_TILES && looks_at_print_only(d, f, link, left_out);
}

/* The link (`around` or `adjacent_to`) by which a selector refers to tiles; NULL if it has none. */
static const relation_link *link_to_near (const carc_definition *d, const selector *f) {
  for (int i = f->links.first; i != CARC_NONE; i = d->links[i].next) {
    const relation_link *l = &d->links[i];
    bool near = l->relation == RELATION_around || l->relation == RELATION_adjacent_to;
    if (near && l->reference == REF_SELECTOR) return l;
  }
  return NULL;
}

/* How many rows and columns `around` of a limit reaches; 0 if this number is not allowed. */
static int reach_of_limit (const selector *f) {
  bool said = (f->given & GIVES_within) != 0, fixed = f->within.most.variable == CARC_NONE && !f->within.gap;
  int reach = said ? f->within.most.value : 1;
  return fixed && reach >= 1 && reach <= MAX_LIMIT_REACH ? reach : 0;
}

/* Adds a filter of placements that are forbidden. */
static carc_status add_forbidden_placement (definition_reader *r, int filter) {
  carc_definition *d = r->d;
  if (d->n_forbidden == MAX_FORBIDDEN)
    return FAIL(r, "more than %d filters of forbidden placements", MAX_FORBIDDEN);
  d->forbidden[d->n_forbidden++] = (int16_t)filter;
  return CARC_OK;
}

/*
** Reads forbidden_placement tiles(A;around=tiles(B;min=N);within=R); `around` can also be
** `adjacent_to`, without `within`. Also reads forbidden_placement FILTER.
*/
carc_status carcP_forbidden_placement_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  limit_row row = {.max = 0};
  TRY(carcP_read_statement(r, IN_forbidden_placement, &said));
  const selector *f = &d->selectors[said.number];
  if (f->finds == ITEM_FILTER) return add_forbidden_placement(r, said.number);
  const relation_link *l = link_to_near(d, f);
  if (l == NULL || !are_tiles(d, f, l, GIVES_max | GIVES_within) ||
      !are_tiles(d, &d->selectors[l->number], NULL, GIVES_min | GIVES_max))
    return FAIL(r,
                "forbidden_placement: expected printed tiles, and how many other printed tiles are around or "
                "beside them: { \"tiles\", attribute = A, around = { \"tiles\", attribute = B, min = 2 } }");
  const selector *other = &d->selectors[l->number];
  if (f->max.variable != CARC_NONE || f->max.value != INT32_MAX)
    return FAIL(r, "forbidden_placement: the number of tiles must be in the selector of `around` or "
                   "`adjacent_to`, not in the selector of the placed tile");
  if (other->max.variable != CARC_NONE || other->max.value != INT32_MAX || other->min.variable != CARC_NONE)
    return FAIL(r, "forbidden_placement: expected only `min`, the lowest forbidden number of tiles");
  if (f->impossible || other->impossible) return CARC_OK;
  if (d->n_limits == MAX_LIMITS) return FAIL(r, "more than %d forbidden placements", MAX_LIMITS);
  const int reach = reach_of_limit(f), around = (2 * reach + 1) * (2 * reach + 1);
  if (reach == 0)
    return FAIL(r, "forbidden_placement: within: expected a number of cells from 1 to %d", MAX_LIMIT_REACH);
  if (other->min.value < 1 || other->min.value > around)
    return FAIL(r, "forbidden_placement: min: expected a number of tiles from 1 to %d", around);
  row.one = (int16_t)said.number;
  row.other = l->number;
  row.reach = (uint8_t)reach;
  row.beside = l->relation == RELATION_adjacent_to;
  row.max = (uint16_t)(other->min.value - 1);
  d->limit[d->n_limits++] = row;
  return CARC_OK;
}

carc_status carcP_forbidden_deployment_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  if (d->n_blocked == MAX_BLOCKED)
    return FAIL(r, "more than %d filters of forbidden deployments", MAX_BLOCKED);
  carc_status status = carcP_read_statement(r, IN_forbidden_deployment, &said);
  if (status == CARC_OK) d->blocked[d->n_blocked++] = (int16_t)said.number;
  return status;
}

carc_status carcP_unscored_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  if (d->n_unscored == MAX_UNSCORED)
    return FAIL(r, "more than %d filters of unscored features", MAX_UNSCORED);
  carc_status status = carcP_read_statement(r, IN_unscored, &said);
  if (status == CARC_OK) d->unscored[d->n_unscored++] = (int16_t)said.number;
  return status;
}
