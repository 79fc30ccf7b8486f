/* parse_pieces.c: statements about kinds of pieces. */
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "parser/grammar.h"
#include "parser/parse.h"

void carcP_set_role (piece_row *p, int role) {
  static const uint8_t needs[ROLE_COUNT] = {[ROLE_FOLLOWER] = NEEDS_UNOCCUPIED,
                                            [ROLE_BUILDER] = NEEDS_OWN_FOLLOWER | NEEDS_INCOMPLETE,
                                            [ROLE_PIG] = NEEDS_OWN_FOLLOWER,
                                            [ROLE_SPECIAL] = NEEDS_SCRIPT_ONLY,
                                            [ROLE_SPAN] = NEEDS_SCRIPT_ONLY};
  p->role = (uint8_t)role;
  p->power = role == ROLE_FOLLOWER;
  p->hosts_builder = role == ROLE_FOLLOWER;
  p->by = POWER_FIXED;
  p->needs = needs[role];
  p->on = p->not_on = CARC_NONE;
  p->says_orphan = false;
}

/* Finds the row with this name, or adds a new row at the end. */
static carc_status find_row (definition_reader *r, const char *name, piece_row **p) {
  carc_definition *d = r->d;
  text_view w = {name, strlen(name)};
  int i = carcM_find_piece(d, w), kind, number;
  uint16_t ports;
  if (i == CARC_MAX_PIECES) return FAIL(r, "more than %d kinds of pieces", CARC_MAX_PIECES);
  *p = &d->piece[i];
  if (i < d->n_pieces) return CARC_OK;
  if (carcM_read_segment_name(w, &kind, &ports) || carcU_word_to_int(w, 0, INT32_MAX, &number))
    return FAIL(r,
                "piece %s: in actions, this name would be read as a segment or a player; choose another name",
                name);
  memset(*p, 0, sizeof **p);
  strcpy((*p)->name, name);
  carcP_set_role(*p, ROLE_FOLLOWER);
  return CARC_OK;
}

/* Adds a filter for segments that do not take the piece. */
static carc_status add_bars (definition_reader *r, piece_row *p, int filter) {
  if (p->not_on != CARC_NONE) filter = carcM_add_disjunction(r->d->pool, p->not_on, filter);
  p->not_on = (int16_t)filter;
  return filter != CARC_NONE ? CARC_OK : FAIL(r, "piece %s: not_on: the game has too many filters", p->name);
}

/* Checks a kind of piece after all its lines have been read. */
static carc_status check_piece (definition_reader *r, const statement_context *g, const piece_row *p) {
  const char *where = g->where;
  if (carcP_has_key(g, "needs") && p->role == ROLE_SPAN)
    return FAIL(r, "%s: needs: a span cannot have needs, because it is laid across a tile", where);
  if ((p->needs & NEEDS_UNOCCUPIED) && (p->needs & NEEDS_OWN_FOLLOWER))
    return FAIL(r, "%s: needs: unoccupied and own_follower exclude each other", where);
  if (carcP_has_key(g, "power") && p->role != ROLE_FOLLOWER)
    return FAIL(r, "%s: power: only followers count in a majority", where);
  if (p->says_orphan && (p->role == ROLE_FOLLOWER || (p->needs & NEEDS_OWN_FOLLOWER) == 0))
    return FAIL(r, "%s: orphan: only a piece that is not a follower and needs own_follower can have this key",
                where);
  return CARC_OK;
}

carc_status carcP_piece_statement (definition_reader *r) {
  carc_definition *d = r->d;
  piece_words said;
  piece_row *p = NULL;
  memset(&said, 0, sizeof said);
  statement_context g = carcP_begin_statement(r, IN_piece, &said);
  carc_status status = carcP_read_keys(r, &g);
  if (status == CARC_OK) status = find_row(r, said.row.name, &p);
  if (status != CARC_OK || p == NULL) return status;
  bool is_new = p == &d->piece[d->n_pieces], counted = said.count != COUNT_SAME;
  if (carcP_has_key(&g, "role")) carcP_set_role(p, said.row.role);
  if (counted) p->count = said.count;
  if (carcP_has_key(&g, "not_on")) status = add_bars(r, p, said.row.not_on);
  if (status != CARC_OK) return status;
  carcP_forget_key(&g, "count");
  carcP_forget_key(&g, "not_on");
  carcP_merge_statement(&g, p);
  p->says_orphan |= carcP_has_key(&g, "orphan");
  r->piece_given[p - d->piece] |= counted || is_new;
  d->n_pieces += is_new;
  return check_piece(r, &g, p);
}
