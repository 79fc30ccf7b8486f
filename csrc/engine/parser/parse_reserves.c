/*
** parse_reserves.c: statements about reserves, which hold tiles outside the bag and the board.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "parser/grammar.h"
#include "parser/parse.h"

static bool is_same_reserve (const reserve_row *a, const reserve_row *b) {
  return a->owner == b->owner && a->visible_to == b->visible_to && a->size == b->size && a->deal == b->deal &&
         a->refill == b->refill && a->play_from == b->play_from;
}

/* Whether scripts already use this name for another place. */
static bool is_taken (const char *name) { return strcmp(name, "bag") == 0 || strcmp(name, "out") == 0; }

static carc_status check_reserve (definition_reader *r, const reserve_row *row) {
  const char *name = row->name.text;
  if (is_taken(name))
    return FAIL(r, "reserve %s: this name already stands for other tiles; choose another name", name);
  if (row->visible_to == CARC_VISIBILITY_OWNER && row->owner != CARC_SCOPE_PLAYER)
    return FAIL(
        r, "reserve %s: visible_to=owner requires owner=player, because a reserve of the game has no owner",
        name);
  bool never =
      row->refill == TIMING_DEPLOYMENT || row->refill == TIMING_ANYTIME || row->refill == TIMING_GAME_END;
  if (never || is_trigger_timing(row->refill))
    return FAIL(r,
                "reserve %s: refill: no tiles can be dealt at %s; expected turn_start, before_draw, "
                "before_scoring, after_scoring or turn_end",
                name, carcM_timing_name(row->refill));
  if (row->size > 0 && row->deal > row->size)
    return FAIL(r, "reserve %s: %d tiles are dealt, but the reserve has room for only %d", name,
                (int)row->deal, (int)row->size);
  return CARC_OK;
}

static bool is_played_and_refilled (const reserve_row *row) {
  return row->play_from != PLAYS_NONE && row->refill != TIMING_COUNT;
}

/*
** Checks that turns do not take tiles from two reserves that are refilled. Since a turn takes only
** one tile, the tiles of one of them would never be played.
*/
static carc_status check_beside_others (definition_reader *r, const reserve_row *row) {
  for (int i = 0; i < r->d->n_reserves && is_played_and_refilled(row); i++)
    if (is_played_and_refilled(&r->d->reserve[i]))
      return FAIL(r,
                  "reserve %s: turns also take tiles from %s; because both reserves are refilled, tiles in "
                  "%s would never be played; omit `refill` or `play_from` of one reserve",
                  row->name.text, told_name(&r->d->reserve[i].name), row->name.text);
  return CARC_OK;
}

carc_status carcP_reserve_statement (definition_reader *r) {
  carc_definition *d = r->d;
  reserve_row row;
  memset(&row, 0, sizeof row);
  statement_context g = carcP_begin_statement(r, IN_reserve, &row);
  carc_status status = carcP_read_keys(r, &g);
  if (!carcP_has_key(&g, "refill")) row.refill = TIMING_COUNT;
  if (status == CARC_OK) status = check_reserve(r, &row);
  if (status != CARC_OK) return status;
  declaration w = DECLARATION(r);
  int same = -1;
  TRY(carcM_declare_name(&w, CARC_NAME_KIND_RESERVE, row.name.shared, &row.name, &same));
  if (same >= 0)
    return carcM_confirm_redeclaration(&w, CARC_NAME_KIND_RESERVE, same,
                                       is_same_reserve(&row, &d->reserve[same]));
  TRY(check_beside_others(r, &row));
  if (d->n_reserves == CARC_MAX_RESERVES) return FAIL(r, "more than %d reserves", CARC_MAX_RESERVES);
  if (row.refill != TIMING_COUNT) d->timings_used |= 1u << row.refill;
  d->reserve[d->n_reserves++] = row;
  carcM_disambiguate_name(d, CARC_NAME_KIND_RESERVE, &row.name);
  return CARC_OK;
}
