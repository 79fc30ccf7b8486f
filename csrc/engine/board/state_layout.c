/* state_layout.c: offsets and sizes of the parts of a state. */
#include "board/state_layout.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

/*
** Limit of the history in a game with scripts, in bytes per tile. The limit is needed because a
** phase could ask forever; no real game comes near it.
*/
static uint32_t bound_scripted_history (const carc_definition *d) {
  enum { FEW_PHASES = 24, BYTES_A_PHASE = 2 };
  if (d->n_phases == 0) return 0;
  return BYTES_A_PHASE * (uint32_t)(d->n_phases > FEW_PHASES ? d->n_phases : FEW_PHASES);
}

/*
** Number of segments of a type's tiles where this kind of piece may be: spots, and segments where
** the rules allow it.
*/
static uint32_t count_stands (const tile_type *t, int piece) {
  int roads = t->segment_room - t->segments; /* roads of spans that may be laid */
  return (uint32_t)(t->count * (count_bits(t->stands[piece] | t->of_kind[CARC_KIND_SPOT]) + roads));
}

/*
** Maximum number of different tiles from which a player may choose; 0 if players do not choose
** tiles.
*/
static uint32_t count_choices (const carc_definition *d) {
  int most = 0;
  for (int i = 0; i < d->n_reserves; i++) {
    const reserve_row *row = &d->reserve[i];
    int tiles = row->size < d->n_types ? row->size : d->n_types;
    if (row->play_from == PLAYS_ANY && tiles > most) most = tiles;
  }
  return (uint32_t)most;
}

/*
** Maximum number of options of one decision. Either each kind of piece can be deployed wherever it
** may stand; or several tiles can be placed with spans, in each cell and rotation, or set aside.
** Scripts may add one option per segment and four per cell.
*/
static uint32_t bound_options (const carc_definition *d, uint32_t segments) {
  enum {
    MAX_OPTIONS_PER_DECISION = 56000 /* together with other actions, the count must fit 16 bits */
  };
  uint32_t cells = 2 * (uint32_t)d->n_tiles + 2, tiles = count_choices(d), spans = 0, deployments = 0;
  if (d->span >= 0 && tiles == 0) tiles = 1;
  if (tiles > 0) spans = tiles * SIDES * cells + 1;
  if (d->n_phases == 0) return spans < MAX_OPTIONS_PER_DECISION ? spans : MAX_OPTIONS_PER_DECISION;
  for (int p = 0; p < d->n_pieces; p++)
    for (int t = 0; t < d->n_types && d->piece[p].role == ROLE_FOLLOWER; t++)
      deployments += count_stands(&d->type[t], p);
  uint32_t bound = (deployments > spans ? deployments : spans) + segments + SIDES * cells;
  return bound < MAX_OPTIONS_PER_DECISION ? bound : MAX_OPTIONS_PER_DECISION;
}

static uint32_t place_part (layout *at, uint32_t count, uint32_t unit) {
  uint32_t here = (at->size + unit - 1) & ~(unit - 1);
  at->size = here + count * unit;
  return here;
}

static void derive_variables (carc_definition *d) {
  const layout *at = &d->at;
  const uint32_t length[] = {[CARC_SCOPE_GAME] = 1,
                             [CARC_SCOPE_PLAYER] = (uint32_t)d->players,
                             [CARC_SCOPE_CELL] = at->n_tiles,
                             [CARC_SCOPE_FEATURE] = at->n_features,
                             [CARC_SCOPE_SEGMENT] = at->n_segments};
  for (int i = 0; i < d->n_variables; i++) {
    d->variable[i].at = d->at.n_variables;
    d->variable[i].length = length[d->variable[i].scope] * (uint32_t)d->variable[i].size;
    d->at.n_variables += d->variable[i].length;
  }
  for (int i = 0; i < d->n_variables; i++) d->variable[i].written = d->at.n_variables++;
}

/* Sets the offsets of all reserves. */
static void derive_reserves (carc_definition *d) {
  for (int i = 0; i < d->n_reserves; i++) {
    reserve_row *row = &d->reserve[i];
    int heaps = row->owner == CARC_SCOPE_PLAYER ? d->players : 1;
    row->first_heap = d->n_heaps;
    row->at = d->at.n_reserved;
    d->n_heaps += heaps;
    d->at.n_reserved += (uint32_t)(heaps * row->size);
  }
}

/*
** Number of tiles that can be drawn twice: tiles that return to the bag after a resignation, or
** because they fit nowhere.
*/
static uint32_t count_redrawn (const carc_definition *d) {
  uint32_t n = (uint32_t)d->n_tiles, again = d->n_reserves > 0 ? (uint32_t)d->players * n : 0;
  return again + (uint32_t)most_put_back(d);
}

/*
** Maximum size of the history in bytes. Each deployment and each answer takes one byte. A draw
** takes one byte or three, depending on the number of types; a placement takes one byte or three,
** depending on the number of placements. Resignations are added.
*/
static uint32_t bound_history (uint32_t tiles, uint32_t types, uint32_t redrawn) {
  uint32_t draw = types > HISTORY_NARROW ? 3 : 1;
  uint32_t bytes = 8 * CARC_MAX_PLAYERS + (draw - 1) * tiles + draw * redrawn;
  for (uint32_t n = 1; n <= tiles; n++) bytes += SIDES * (2 * n + 2) < HISTORY_NARROW ? 4 : 6;
  return bytes;
}

/* Sets the offsets of all kinds of tokens. */
static void derive_tokens (carc_definition *d) {
  for (int k = 0; k < d->n_tokens; k++) {
    token_row *row = &d->token[k];
    int owners = row->owner == CARC_TOKEN_OWNER_PLAYER ? d->players : 1;
    row->alike = (uint16_t)(row->count * (row->owner == CARC_TOKEN_OWNER_DEALT ? d->players : 1));
    row->first = (uint16_t)d->at.n_tokens;
    row->all = (uint16_t)(row->alike * row->numbers * owners);
    d->at.n_tokens += row->all;
    row->held = d->at.n_token_counts;
    row->on_tiles = row->held + (uint32_t)d->players;
    row->on_segments = row->on_tiles + (row->on >> CARC_TOKEN_PLACE_TILE & 1 ? d->at.n_tiles : 0);
    d->at.n_token_counts =
        row->on_segments + (row->on >> CARC_TOKEN_PLACE_SEGMENT & 1 ? d->at.n_segments : 0);
  }
}

/*
** Sets the upper limits of all games. A tile after the first joins at least one segment, so the
** number of features is at most the number of segments minus the number of such tiles. This does
** not hold if edges may differ or a wild tile leaves sides unjoined. Two entries are added to the
** features: "none", and one after the last feature. n tiles have at most 2n + 2 empty neighbours;
** one more cell absorbs writes. Cells and their positions are read CELLS_AT_ONCE at a time, feature
** ids CARC_MAX_SEGMENTS at a time; the part beyond the last is ignored.
*/
static void bound_parts (carc_definition *d) {
  layout *at = &d->at;
  uint32_t n = (uint32_t)d->n_tiles, segments = 0, monasteries = 0, pieces = 0, wild = 0;
  for (int t = 0; t < d->n_types; t++) {
    segments += (uint32_t)(d->type[t].count * d->type[t].segment_room);
    wild += (uint32_t)(d->type[t].count * (d->type[t].wild > 0)); /* a wild tile joins nothing */
    monasteries += (uint32_t)(d->type[t].count * count_bits(d->type[t].surrounded));
  }
  for (int p = 0; p < d->n_pieces; p++) pieces += d->piece[p].count;
  at->n_tiles = n;
  at->n_segments = segments + CARC_MAX_SEGMENTS;
  at->n_features = segments + (d->mixed_edges || d->wilds_at_rim ? 0 : wild - (n - 1)) + 2;
  at->n_cells = 2 * n + 2 + 1;
  at->words = (at->n_cells + 63) / 64;
  at->n_pieces = pieces * (uint32_t)d->players;
  at->n_monasteries = monasteries;
  at->n_history = bound_history(n, (uint32_t)d->n_types, count_redrawn(d)) + bound_scripted_history(d) * n;
  at->n_options = bound_options(d, segments);
  derive_variables(d);
  derive_reserves(d);
  derive_tokens(d);
}

/* Whether a script may set questions at run time. */
static bool asks_by_script (const carc_definition *d) {
  for (int i = 0; i < d->n_phases; i++)
    if (!d->phase[i].offers) return true;
  return false;
}

/* Places the parts of a state. A part that only certain games need is empty in other games. */
static void place_parts (carc_definition *d) {
  layout *at = &d->at;
  uint32_t n = at->n_tiles;
  uint32_t padded = (at->n_cells + CELLS_AT_ONCE - 1) / CELLS_AT_ONCE * CELLS_AT_ONCE;
  at->size = (uint32_t)sizeof(carc_state);
  at->deploy = place_part(at, ((uint32_t)d->n_pieces + 3) / 4 * 4, 2);
  at->supply = place_part(at, (uint32_t)(d->players * d->n_pieces), 1);
  at->features = place_part(at, 2 * at->n_features, 8);
  at->legal = place_part(at, SIDES * at->words, 8);
  at->near = place_part(at, at->n_cells, 8);
  at->variables = place_part(at, at->n_variables, 4);
  at->pieces = place_part(at, at->n_pieces, 4);
  at->monasteries = place_part(at, at->n_monasteries + MONASTERIES_AT_ONCE, 4); /* read in fours */
  at->feature_ids = place_part(at, at->n_segments, 2);
  at->tokens = place_part(at, at->n_tokens, sizeof(token_place));
  at->token_counts = place_part(at, at->n_token_counts, 2);
  at->first_segment = place_part(at, n, 2);
  at->cell_at = place_part(at, at->n_cells, 2);
  at->tile_at = place_part(at, n, 2); /* CELLS_AT_ONCE are read at a time, also beyond its end */
  at->lie = place_part(at, n, 2);
  at->bearing = place_part(at, d->selects ? n : 0, 2);
  at->need = place_part(at, padded, 1);
  at->known = place_part(at, padded, 1);
  at->bag = place_part(at, n + BAG_SLACK, 2);
  at->joins = place_part(at, d->joins_features ? CARC_MAX_JOINS : 0, 4);
  uint32_t set = (uint32_t)d->set_bytes;
  at->held = place_part(at, at->n_features * set, 1);
  at->flipped = place_part(at, d->flips_attributes ? at->n_segments * set : 0, 1);
  at->also = place_part(at, may_close_elsewhere(d) ? MAX_ALSO : 0, 2);
  at->captured = place_part(at, d->n_phases > 0 ? (uint32_t)(d->players * d->n_pieces) : 0, 1);
  at->aside = place_part(at, d->held != 0 || d->n_groups > 0 ? n + BAG_SLACK : 0, 2);
  at->grouping = place_part(at, d->n_groups > 0 ? sizeof(draw_groups) : 0, 8);
  at->reserves = place_part(at, at->n_reserved, 2);
  at->kept = place_part(at, (uint32_t)d->n_heaps, 2);
  at->promised = place_part(at, (uint32_t)d->n_heaps, 2);
  at->n_triggers =
      (d->timings_used & (1u << TIMING_FEATURE_SCORED | 1u << TIMING_POINTS_GIVEN)) != 0 ? MAX_TRIGGERS : 0;
  at->triggers = place_part(at, at->n_triggers * (uint32_t)(sizeof(trigger) / 4), 4);
  at->n_question = asks_by_script(d) ? CARC_MAX_PHRASE * 4 + 1 : 0;
  at->question = place_part(at, at->n_question, 1);
  at->n_weights = d->n_phases > 0 ? MAX_CHANCES : 0;
  at->weights = place_part(at, at->n_weights, 1);
  at->history = place_part(at, at->n_history, 1); /* usually not full: copies may omit the rest */
  at->options = place_part(at, at->n_options, 8);
  at->size = (at->size + 7) & ~7u;
}

void carcB_compute_layout (carc_definition *d) {
  bound_parts(d);
  place_parts(d);
}
