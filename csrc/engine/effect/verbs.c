/*
** verbs.c: functions by which hooks change points, variables, pieces and tiles. Each function
** checks its arguments, and checks that the hook may act. If it fails halfway, the rollback of the
** action undoes its changes.
*/
#include <string.h>
#include "effect/verbs.h"
#include "effect/token_moves.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/phrase.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/bag.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/placement_limits.h"
#include "board/state.h"
#include "query/item.h"
#include "effect/awards.h"
#include "effect/event.h"
#include "effect/hooks.h"

carc_status carcE_check_may_act (const carc_call *c, carc_error *err) {
  if (!c->asking) return CARC_OK;
  return carcU_fail(err, CARC_ERR_SCRIPT, 0,
                    "this hook only answers a question; it may not change the state");
}

carc_status carcE_propagate_failure (const carc_call *c, carc_error *err) {
  if (err != NULL && c->err != NULL && err != c->err) *err = *c->err;
  return CARC_ERR_SCRIPT;
}

/* Copies the label that a script gives to points. */
static carc_status copy_label (const char *text, char label[CARC_NAME_SIZE], carc_error *err) {
  carc_error why;
  text_view said = {text, strlen(text)};
  if (said.length >= CARC_NAME_SIZE)
    return FAIL_INVALID(err, "a label can have at most %d bytes in UTF-8, got %lu", CARC_NAME_SIZE - 1,
                        (unsigned long)said.length);
  memcpy(label, text, said.length + 1);
  if (said.length == 0 || carcU_check_phrase(said, CARC_NAME_SIZE - 1, &why) == CARC_OK) return CARC_OK;
  return FAIL_INVALID(err, "the label: %s", why.message);
}

static carc_status check_points (int points, carc_error *err) {
  if (points >= -MAX_POINTS && points <= MAX_POINTS) return CARC_OK;
  return FAIL_INVALID(err, "expected from -%d to %d points, got %d", MAX_POINTS, MAX_POINTS, points);
}

carc_status carc_call_award (carc_call *c, int player, int points, const char *text, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  if (player < 0 || player >= c->d->players) return FAIL_INVALID(err, "there is no player %d", player + 1);
  TRY(check_points(points, err));
  if (c->s->score[player] > MAX_SCORE - MAX_POINTS || c->s->score[player] < MAX_POINTS - MAX_SCORE)
    return FAIL_INVALID(err, "the score of player %d has reached its limit", player + 1);
  char label[CARC_NAME_SIZE] = "";
  TRY(copy_label(text ? text : "", label, err));
  carc_given given = {.player = player,
                      .points = points,
                      .cause = CARC_GIVEN_CAUSE_AWARD,
                      .tile = -1,
                      .segment = -1,
                      .label = label};
  return carcE_award_points(c, &given) ? CARC_OK : carcE_propagate_failure(c, err);
}

/* Splits the index of a segment on the board into tile and segment. */
static int tile_of_segment (const carc_call *c, int index, int *segment) {
  int tile = c->s->n_tiles - 1;
  while (tile > 0 && carc_state_segment_index(c->d, c->s, tile, 0) > index) tile--;
  *segment = index - carc_state_segment_index(c->d, c->s, tile, 0);
  return tile;
}

/*
** The place that a variable holds. If the variable holds plain numbers, the place of the item to
** which the number belongs.
*/
static int place_of_variable (const carc_call *c, const variable_row *row, int key, int32_t value,
                              int *segment) {
  *segment = -1;
  if (row->type == CARC_HOLDING_SEGMENT && value > 0) {
    *segment = (value - 1) % CARC_MAX_SEGMENTS;
    return (value - 1) / CARC_MAX_SEGMENTS;
  }
  if (row->type == CARC_HOLDING_TILE) return value - 1;
  if (row->scope == CARC_SCOPE_FEATURE) {
    int place = 0;
    carc_state_feature_segments(c->d, c->s, key, &place, 1);
    *segment = place % CARC_MAX_SEGMENTS;
    return place / CARC_MAX_SEGMENTS;
  }
  if (row->scope == CARC_SCOPE_SEGMENT) return tile_of_segment(c, key, segment);
  return row->scope == CARC_SCOPE_CELL ? key : -1;
}

static void emit_variable (carc_call *c, const variable_row *row, int key, int32_t value) {
  int segment, tile = place_of_variable(c, row, key, value, &segment);
  int player = row->scope == CARC_SCOPE_PLAYER ? key / row->size : -1;
  bool there = tile >= 0 && tile < c->s->n_tiles && segment < type_of(c->d, c->s, tile)->segments;
  carc_event e = there ? carcE_new_segment_event(c, CARC_EVENT_VARIABLE, player, tile, segment)
                       : carcE_new_event(c, CARC_EVENT_VARIABLE, player);
  e.points = value;
  e.option.number = key % row->size;
  e.complete = row->type != CARC_HOLDING_NUMBER;
  text_writer w = carcU_new_writer(e.text, sizeof e.text);
  carcU_put(&w, "%s", told_name(&row->name));
  carcE_emit(c, &e);
}

carc_status carc_call_set_variable (carc_call *c, int variable, int key, int32_t value, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  if (variable < 0 || variable >= c->d->n_variables)
    return FAIL_INVALID(err, "there is no variable %d", variable);
  const variable_row *row = &c->d->variable[variable];
  if (key < 0 || (uint32_t)key >= row->length)
    return FAIL_INVALID(err, "the variable %s has no value with the index %d", told_name(&row->name), key);
  int32_t *number = number_of_variable(c->d, c->s, variable, (uint32_t)key);
  bool changes = listening(c) && *number != value;
  *number = value;
  if (changes) emit_variable(c, row, key, value);
  return CARC_OK;
}

/* ---- Points ---------------------------------------------------------------------------------- */

carc_status carc_call_bonus (carc_call *c, int points, const char *text, carc_error *err) {
  if (c->bonus_for == 0)
    return carcU_fail(err, CARC_ERR_SCRIPT, 0, "a bonus can be given only in the hook `bonus`");
  TRY(check_points(points, err));
  if (points == 0) return CARC_OK;
  int player = c->bonus_for - 1;
  c->bonus_for = 0;
  carc_given given = {.player = player,
                      .points = points,
                      .cause = CARC_GIVEN_CAUSE_BONUS,
                      .tile = c->about->tile,
                      .segment = c->about->segment,
                      .label = text ? text : ""};
  bool fine = carcE_award_points(c, &given);
  c->bonus_for = 1 + player;
  return fine ? CARC_OK : carcE_propagate_failure(c, err);
}

/* ---- Pieces that leave ----------------------------------------------------------------------- */

bool carcE_emit_piece_left (carc_call *c, uint32_t f, carc_event_kind kind, carc_leaving why) {
  if (listening(c)) {
    carc_event e = carcE_new_segment_event(c, kind, piece_player(f), piece_tile(f), piece_segment(f));
    e.piece = piece_kind(f);
    carcE_emit(c, &e);
  }
  if (LIKELY(c->d->hooks.on_piece_removed == NULL)) return true;
  carc_piece gone = {piece_player(f), piece_kind(f), piece_tile(f), piece_segment(f)};
  return carcE_run_on_piece_removed(c, &gone, why);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

carc_status carcE_check_site (const carc_call *c, int tile, int segment, carc_error *err) {
  if (is_site(c, tile, segment)) return CARC_OK;
  return FAIL_INVALID(err, "this segment is not on the board");
}

static bool is_piece (const carc_call *c, int player, int piece) {
  return player >= 0 && player < c->d->players && piece >= 0 && piece < c->d->n_pieces;
}

/* The index of a piece on the board; -1 if it is not there. */
static int find_piece (const carc_call *c, carc_piece f) {
  if (!is_piece(c, f.player, f.piece) || !is_site(c, f.tile, f.segment)) return -1;
  uint32_t wanted = packed_piece(f.tile, f.segment, f.player, f.piece);
  for (int i = 0; i < c->s->n_pieces; i++)
    if (const_pieces_of(c->d, c->s)[i] == wanted) return i;
  return -1;
}

static carc_status refuse_piece (carc_error *err) {
  return FAIL_INVALID(err, "this piece is not on this segment of the board");
}

/* Removes a piece from the board. If `into` is not NULL, adds the piece to it. */
static bool take_off_board (carc_call *c, int index, uint8_t *into, carc_event_kind kind, carc_leaving why) {
  uint32_t *pieces = pieces_of(c->d, c->s), f = pieces[index];
  int feature_id = feature_at(c->d, c->s, piece_tile(f), piece_segment(f));
  memmove(pieces + index, pieces + index + 1, (size_t)(c->s->n_pieces - index - 1) * sizeof *pieces);
  c->s->n_pieces--;
  if (index < c->s->settled) c->s->settled--;
  into[piece_player(f) * c->d->n_pieces + piece_kind(f)]++;
  carcB_recompute_occupants(c->d, c->s, feature_id);
  return carcE_emit_piece_left(c, f, kind, why);
}

bool carcE_send_orphans_home (carc_call *c, int feature_id, int player) {
  if (followers_of(&const_features_of(c->d, c->s)[feature_id]) >> player & 1) return true;
  for (int i = c->s->n_pieces - 1; i >= 0; i--) {
    if (i >= c->s->n_pieces) continue; /* meanwhile a script has removed other pieces */
    uint32_t f = const_pieces_of(c->d, c->s)[i];
    bool there =
        piece_player(f) == player && feature_at(c->d, c->s, piece_tile(f), piece_segment(f)) == feature_id;
    if (there && c->d->piece[piece_kind(f)].orphan == CARC_ORPHAN_RETURN &&
        !take_off_board(c, i, supply_of(c->d, c->s), CARC_EVENT_RETURNED, CARC_LEAVING_RETURNED))
      return false;
  }
  return true;
}

/* Removes a piece, and the pieces that depended on it. */
static carc_status remove_piece (carc_call *c, carc_piece f, uint8_t *into, carc_event_kind kind,
                                 carc_leaving why, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  int index = find_piece(c, f);
  if (index < 0) return refuse_piece(err);
  int feature_id = feature_at(c->d, c->s, f.tile, f.segment);
  bool fine = take_off_board(c, index, into, kind, why) && carcE_send_orphans_home(c, feature_id, f.player);
  return fine ? CARC_OK : carcE_propagate_failure(c, err);
}

carc_status carc_call_return_piece (carc_call *c, carc_piece piece, carc_leaving why, carc_error *err) {
  if (why != CARC_LEAVING_RETURNED && why != CARC_LEAVING_SCORED)
    return FAIL_INVALID(err, "a piece can be returned only for the reason `returned` or `scored`");
  return remove_piece(c, piece, supply_of(c->d, c->s), CARC_EVENT_RETURNED, why, err);
}

carc_status carc_call_capture (carc_call *c, carc_piece piece, carc_error *err) {
  if (c->d->n_phases == 0)
    return FAIL_INVALID(
        err, "pieces can be captured only in a game with phases, because only a phase can release them");
  return remove_piece(c, piece, captured_of(c->d, c->s), CARC_EVENT_CAPTURED, CARC_LEAVING_CAPTURED, err);
}

carc_status carc_call_release (carc_call *c, int player, int piece, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  int place = player * c->d->n_pieces + piece; /* index in both lists */
  if (!is_piece(c, player, piece) || c->d->n_phases == 0 || captured_of(c->d, c->s)[place] == 0)
    return FAIL_INVALID(err, "this player has no captured piece of this kind");
  captured_of(c->d, c->s)[place]--;
  supply_of(c->d, c->s)[place]++;
  if (listening(c)) {
    carc_event e = carcE_new_event(c, CARC_EVENT_RELEASED, player);
    e.piece = piece;
    carcE_emit(c, &e);
  }
  return CARC_OK;
}

/* Checks that this kind of piece may stand on this segment. */
static carc_status check_stand (const carc_call *c, int piece, int tile, int segment, carc_error *err) {
  const tile_type *t = type_of(c->d, c->s, tile);
  if (may_stand(c->d, piece, t, segment)) return CARC_OK;
  return carcM_refuse_piece_place(c->d, piece, t, segment, 0, err);
}

static void emit_stands (carc_call *c, carc_event_kind kind, carc_piece f) {
  if (!listening(c)) return;
  carc_event e = carcE_new_segment_event(c, kind, f.player, f.tile, f.segment);
  e.piece = f.piece;
  carcE_emit(c, &e);
}

carc_status carc_call_deploy (carc_call *c, carc_piece piece, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  if (!is_piece(c, piece.player, piece.piece) ||
      const_supply_of_player(c->d, c->s, piece.player)[piece.piece] == 0)
    return FAIL_INVALID(err, "the player has no piece of this kind in hand");
  TRY(carcE_check_site(c, piece.tile, piece.segment, err));
  TRY(check_stand(c, piece.piece, piece.tile, piece.segment, err));
  carcB_put_piece(c->d, c->s, piece.tile, piece.segment, piece.player, piece.piece);
  emit_stands(c, CARC_EVENT_DEPLOYED, piece);
  return CARC_OK;
}

carc_status carc_call_move_piece (carc_call *c, carc_piece piece, int tile, int segment, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  int index = find_piece(c, piece);
  if (index < 0) return refuse_piece(err);
  TRY(carcE_check_site(c, tile, segment, err));
  TRY(check_stand(c, piece.piece, tile, segment, err));
  int feature_id = feature_at(c->d, c->s, piece.tile, piece.segment);
  bool fine = take_off_board(c, index, supply_of(c->d, c->s), CARC_EVENT_RETURNED, CARC_LEAVING_MOVED);
  if (fine && const_supply_of_player(c->d, c->s, piece.player)[piece.piece] == 0)
    return FAIL_INVALID(err, "the piece cannot move: when it left its place, a hook deployed it elsewhere");
  carcB_put_piece(c->d, c->s, tile, segment, piece.player, piece.piece);
  emit_stands(c, CARC_EVENT_MOVED, (carc_piece){piece.player, piece.piece, tile, segment});
  return fine && carcE_send_orphans_home(c, feature_id, piece.player) ? CARC_OK
                                                                      : carcE_propagate_failure(c, err);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

void carcE_lay_span (carc_call *c, int tile, carc_axis axis) {
  const carc_definition *d = c->d;
  int printed = (axis - 1 + const_lie_of(d, c->s)[tile]) % AXES;
  carcB_lay_span(d, c->s, tile, printed);
  supply_of_player(d, c->s, c->s->turn)[d->span]--;
  c->s->spans_laid++;
  carcE_emit_spanned(c, tile);
}

void carcE_emit_spanned (carc_call *c, int tile) {
  if (!listening(c)) return;
  carc_event e = carcE_new_segment_event(c, CARC_EVENT_SPANNED, c->s->turn, tile,
                                         type_of(c->d, c->s, tile)->segments - 1);
  e.piece = c->d->span;
  carcE_emit(c, &e);
}

carc_status carc_call_lay_span (carc_call *c, int piece, int tile, carc_axis axis, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  if (piece < 0 || piece != c->d->span)
    return FAIL_INVALID(err, "this kind of piece does not have the role `span`");
  if (const_supply_of_player(c->d, c->s, c->s->turn)[piece] == 0)
    return FAIL_INVALID(err, "the player has no %s left", c->d->piece[piece].name);
  bool fine = tile >= 0 && tile < c->s->n_tiles &&
              (axis == CARC_AXIS_NORTH_SOUTH || axis == CARC_AXIS_EAST_WEST) &&
              carc_state_fits_span(c->d, c->s, tile, axis);
  if (!fine)
    return FAIL_INVALID(err, "a %s cannot lie across this tile in this direction", c->d->piece[piece].name);
  carcE_lay_span(c, tile, axis);
  return CARC_OK;
}

carc_status carc_call_place_tile (carc_call *c, int type, int x, int y, int rotation, carc_error *err) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  legal_cells room;
  TRY(carcE_check_may_act(c, err));
  if (!c->may_lay || c->has_laid)
    return carcU_fail(
        err, CARC_ERR_SCRIPT, 0,
        "a script can place a tile only in `on_chosen` of a phase with the timing `before_draw` or "
        "`game_end`, and only one tile per call");
  if (type < 0 || type >= d->n_types || rotation < 0 || rotation >= SIDES)
    return FAIL_INVALID(err, "expected a tile of this game and a rotation from 0 to 3");
  int cell = carcB_find_cell(d, s, position_of(x, y));
  bool there =
      cell >= 0 && x_of(s, const_cell_at_of(d, s)[cell]) == x && y_of(s, const_cell_at_of(d, s)[cell]) == y;
  find_legal(d, s, type, room.legal, room.n_placements);
  if (!there || (room.legal[(uint32_t)rotation * d->at.words + (uint32_t)cell / 64] >> (cell % 64) & 1) == 0)
    return FAIL_INVALID(err, "tile %s does not fit at %d,%d r%d", d->type[type].id, x, y, rotation);
  if (!carcB_take_tile(d, s, type)) return FAIL_INVALID(err, "no tile %s is left", d->type[type].id);
  s->extended = 0;
  carcB_add_tile(d, s, cell, type * SIDES + rotation);
  s->hand = (uint16_t)type;
  c->has_laid = true;
  if (d->tokens_on_cells) carcE_settle_cell_tokens(c);
  return CARC_OK;
}

carc_status carc_call_shuffle_in (carc_call *c, int tile_attribute, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  if (tile_attribute < 0 || tile_attribute >= c->d->words.n_tile_attributes)
    return FAIL_INVALID(err, "tiles have no attribute with the index %d", tile_attribute);
  carcB_shuffle_in(c->d, c->s, tile_attribute);
  return CARC_OK;
}

carc_status carc_call_hold_back (carc_call *c, int tile_attribute, carc_error *err) {
  const carc_definition *d = c->d;
  TRY(carcE_check_may_act(c, err));
  if (tile_attribute < 0 || tile_attribute >= d->words.n_tile_attributes)
    return FAIL_INVALID(err, "tiles have no attribute with the index %d", tile_attribute);
  if ((d->held >> tile_attribute & 1) == 0)
    return FAIL_INVALID(
        err, "tiles with the attribute %s cannot be held back: `held_back` does not list the attribute",
        carc_tile_attribute_name(d, tile_attribute));
  carcB_hold_back(d, c->s, tile_attribute);
  return CARC_OK;
}

carc_status carc_call_forbid_deployment (carc_call *c, carc_error *err) {
  carc_status status = carcE_check_may_act(c, err);
  if (status == CARC_OK) c->s->forbidden = 1;
  return status;
}

/* ---- Views of hooks -------------------------------------------------------------------------- */

const carc_definition *carc_call_definition (const carc_call *c) { return c->d; }
const carc_state *carc_call_state (const carc_call *c) { return c->s; }

int carc_call_fail (carc_call *c, const char *message) {
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "%s", message);
  return 1;
}
