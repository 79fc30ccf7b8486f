/*
** plane_groups.c: the dimensions of groups of planes, and the names of planes.
*/
#include "space/plane_groups.h"
#include "model/names.h"
#include "model/ports.h"
#include "board/reserve.h"
#include "board/tokens.h"

static const char side_letters[] = "NESW";
static const uint8_t pairs[PAIRS_OF_SIDES][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

int carcN_side_of_pair (int pair, int end) { return pairs[pair][end]; }

/* ---- Members of dimensions ------------------------------------------------------------------- */

typedef const carc_observation_space space;

static bool has_side_kind (space *o, int kind) { return o->side_kinds >> kind & 1; }
static bool has_inner_kind (space *o, int kind) { return o->inner_kinds >> kind & 1; }
static bool has_good (space *o, int good) { return good >= 0 && o->d->goods; }
static bool has_partner (space *o, int player) { return player >= 0 && o->d->n_teams > 0; }
static bool has_piece (space *o, int piece) { return o->d->piece[piece].count > 0; }
static bool has_captured (space *o, int piece) { return has_piece(o, piece) && o->d->n_phases > 0; }

static bool is_owned (const token_row *t) { return t->owner == CARC_TOKEN_OWNER_PLAYER; }
static bool is_held (const token_row *t) { return is_owned(t) || may_be_on(t, CARC_TOKEN_PLACE_PLAYER); }

static bool is_on_board (const token_row *t) { return (t->on & ~(1u << CARC_TOKEN_PLACE_PLAYER)) != 0; }

static bool has_token (space *o, int kind) {
  const token_row *t = &o->d->token[kind];
  return is_on_board(t) && !is_owned(t);
}
static bool has_owned_token (space *o, int kind) {
  const token_row *t = &o->d->token[kind];
  return is_on_board(t) && is_owned(t);
}
static bool has_numbered_token (space *o, int kind) {
  const token_row *t = &o->d->token[kind];
  return is_on_board(t) && t->numbers > 1;
}
static bool has_held_token (space *o, int kind) { return is_held(&o->d->token[kind]); }
static bool has_held_number (space *o, int kind) {
  const token_row *t = &o->d->token[kind];
  return is_held(t) && t->numbers > 1;
}

/* Whether some observer other than the omniscient one sees the tiles of a heap. */
static bool has_visible_heap (space *o, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(o->d, heap);
  return row->visible_to == CARC_VISIBILITY_ALL ||
         (row->visible_to == CARC_VISIBILITY_OWNER && owner_of(row, heap) == 0);
}

static bool is_on_board_scope (int scope) { return scope != CARC_SCOPE_GAME && scope != CARC_SCOPE_PLAYER; }

static bool has_board_variable (space *o, int variable) {
  const variable_row *v = &o->d->variable[variable];
  return is_on_board_scope(v->scope) && v->type == CARC_HOLDING_NUMBER;
}
static bool has_place_in (space *o, int variable, int scope) {
  const variable_row *v = &o->d->variable[variable];
  return v->scope == scope && v->type != CARC_HOLDING_NUMBER;
}
static bool has_place (space *o, int variable) { return has_place_in(o, variable, CARC_SCOPE_GAME); }
static bool has_player_place (space *o, int variable) { return has_place_in(o, variable, CARC_SCOPE_PLAYER); }

static bool has_number_in (space *o, int number, int scope) {
  const variable_row *v = &o->d->variable[number / MAX_NUMBERS];
  return v->scope == scope && v->type == CARC_HOLDING_NUMBER && v->size <= MAX_NUMBERS &&
         number % MAX_NUMBERS < v->size;
}
static bool has_number (space *o, int number) { return has_number_in(o, number, CARC_SCOPE_GAME); }
static bool has_player_number (space *o, int number) { return has_number_in(o, number, CARC_SCOPE_PLAYER); }

static bool has_decision (space *o, int kind) {
  (void)o;
  return kind != CARC_ACTION_PASS && kind != CARC_ACTION_RESIGN;
}
static bool has_phase (space *o, int phase) { return o->d->phase[phase].choice == phase; }

/* ---- Names of members ------------------------------------------------------------------------ */

static void name_side (text_writer *w, space *o, int side) {
  (void)o;
  carcU_put(w, "%c", side_letters[side]);
}
static void name_pair (text_writer *w, space *o, int pair) {
  name_side(w, o, pairs[pair][0]);
  name_side(w, o, pairs[pair][1]);
}
static void name_port (text_writer *w, space *o, int port) {
  (void)o;
  carcU_put_text(w, carc_port_name(port));
}
static void name_kind (text_writer *w, space *o, int kind) {
  (void)o;
  carcU_put_text(w, carc_kind_name((carc_kind)kind));
}
static void name_good (text_writer *w, space *o, int good) {
  (void)o;
  carcU_put_text(w, carc_good_name((carc_good)good));
}
static void name_attribute (text_writer *w, space *o, int attribute) {
  carcU_put_text(w, carc_attribute_name(o->d, attribute));
}
static void name_tile_attribute (text_writer *w, space *o, int attribute) {
  carcU_put_text(w, carc_tile_attribute_name(o->d, attribute));
}
static void name_player (text_writer *w, space *o, int player) {
  (void)o;
  carcU_put(w, "%d", player);
}
static void name_piece (text_writer *w, space *o, int piece) {
  carcU_put_text(w, carc_piece_name(o->d, piece));
}
static void name_token (text_writer *w, space *o, int kind) {
  carcU_put_text(w, told_name(&o->d->token[kind].name));
}
static void name_heap (text_writer *w, space *o, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(o->d, heap);
  carcU_put_text(w, told_name(&row->name));
  if (owner_of(row, heap) >= 0) carcU_put(w, ".%d", owner_of(row, heap));
}
static void name_type (text_writer *w, space *o, int type) { carcU_put_text(w, carc_type_id(o->d, type)); }
static void name_variable (text_writer *w, space *o, int variable) {
  carcU_put_text(w, carc_variable_name(o->d, variable));
}
static void name_number (text_writer *w, space *o, int number) {
  int variable = number / MAX_NUMBERS;
  name_variable(w, o, variable);
  if (o->d->variable[variable].size > 1) carcU_put(w, ".%d", number % MAX_NUMBERS);
}
static void name_decision (text_writer *w, space *o, int kind) {
  (void)o;
  carcU_put_text(w, carc_action_kind_name((carc_action_kind)kind));
}
static void name_phase (text_writer *w, space *o, int phase) {
  carcU_put_text(w, carc_phase_name(o->d, phase));
}

/* ---- Dimensions ------------------------------------------------------------------------------ */

/* The number of candidates is a constant, plus a number of the definition. */
#define OF(member) offsetof(carc_definition, member)
static const struct dimension_row {
  int candidates;
  size_t count;                 /* offset of an int in the definition; 0: none */
  int times;                    /* candidates for each one that is counted */
  bool (*has)(space *o, int i); /* NULL: all candidates are members */
  void (*put)(text_writer *w, space *o, int i);
} rows[DIMENSION_COUNT] = {
    [BY_NOTHING] = {.candidates = 1},
    [BY_SIDE] = {.candidates = SIDES, .put = name_side},
    [BY_PAIR_OF_SIDES] = {.candidates = PAIRS_OF_SIDES, .put = name_pair},
    [BY_PORT] = {.candidates = CARC_PORTS, .put = name_port},
    [BY_SIDE_KIND] = {.candidates = CARC_KIND_COUNT, .has = has_side_kind, .put = name_kind},
    [BY_INNER_KIND] = {.candidates = CARC_KIND_COUNT, .has = has_inner_kind, .put = name_kind},
    [BY_GOOD] = {.candidates = CARC_GOOD_COUNT, .has = has_good, .put = name_good},
    [BY_ATTRIBUTE] = {0, OF(words.n_attributes), 1, NULL, name_attribute},
    [BY_TILE_ATTRIBUTE] = {0, OF(words.n_tile_attributes), 1, NULL, name_tile_attribute},
    [BY_PLAYER] = {0, OF(players), 1, NULL, name_player},
    [BY_PARTNER] = {0, OF(players), 1, has_partner, name_player},
    [BY_PIECE] = {0, OF(n_pieces), 1, has_piece, name_piece},
    [BY_CAPTURED_PIECE] = {0, OF(n_pieces), 1, has_captured, name_piece},
    [BY_TOKEN] = {0, OF(n_tokens), 1, has_token, name_token},
    [BY_OWNED_TOKEN] = {0, OF(n_tokens), 1, has_owned_token, name_token},
    [BY_NUMBERED_TOKEN] = {0, OF(n_tokens), 1, has_numbered_token, name_token},
    [BY_HELD_TOKEN] = {0, OF(n_tokens), 1, has_held_token, name_token},
    [BY_HELD_NUMBER] = {0, OF(n_tokens), 1, has_held_number, name_token},
    [BY_HEAP] = {0, OF(n_heaps), 1, NULL, name_heap},
    [BY_VISIBLE_HEAP] = {0, OF(n_heaps), 1, has_visible_heap, name_heap},
    [BY_TYPE] = {0, OF(n_types), 1, NULL, name_type},
    [BY_BOARD_VARIABLE] = {0, OF(n_variables), 1, has_board_variable, name_variable},
    [BY_PLACE] = {0, OF(n_variables), 1, has_place, name_variable},
    [BY_PLAYER_PLACE] = {0, OF(n_variables), 1, has_player_place, name_variable},
    [BY_NUMBER] = {0, OF(n_variables), MAX_NUMBERS, has_number, name_number},
    [BY_PLAYER_NUMBER] = {0, OF(n_variables), MAX_NUMBERS, has_player_number, name_number},
    [BY_DECISION] = {.candidates = CARC_ACTION_CHOICE + 1, .has = has_decision, .put = name_decision},
    [BY_PHASE] = {0, OF(n_phases), 1, has_phase, name_phase},
};

int carcN_count_candidates (const carc_observation_space *o, plane_dimension by) {
  const struct dimension_row *row = &rows[by];
  if (row->candidates > 0) return row->candidates;
  return *(const int *)(const void *)((const char *)o->d + row->count) * row->times;
}

bool carcN_is_member (const carc_observation_space *o, plane_dimension by, int candidate) {
  return rows[by].has == NULL || rows[by].has(o, candidate);
}

static int count_members (space *o, plane_dimension by) {
  int n = 0, limit = carcN_count_candidates(o, by);
  for (int i = 0; i < limit; i++) n += carcN_is_member(o, by, i);
  return n;
}

/* The candidate that is the member with this number, which must be in range. */
static int find_member (space *o, plane_dimension by, int member) {
  int i = 0;
  while (!carcN_is_member(o, by, i) || member-- > 0) i++;
  return i;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static const char *const names[] = {
#define X(id, name, divisor, says) name,
    CARC_PLANE_LIST(X)
#undef X
};

/* The dimensions of each group. The last one counts fastest. */
static const plane_dimension dimensions[CARC_PLANE_GROUP_COUNT][MAX_PLANE_DIMENSIONS] = {
    [CARC_PLANE_SIDE] = {BY_SIDE_KIND, BY_SIDE},
    [CARC_PLANE_LINK] = {BY_PAIR_OF_SIDES},
    [CARC_PLANE_INNER] = {BY_INNER_KIND},
    [CARC_PLANE_GOOD] = {BY_GOOD},
    [CARC_PLANE_ATTRIBUTE] = {BY_ATTRIBUTE},
    [CARC_PLANE_TILE_ATTRIBUTE] = {BY_TILE_ATTRIBUTE},
    [CARC_PLANE_COMPLETE] = {BY_SIDE},
    [CARC_PLANE_POWER] = {BY_PORT, BY_PLAYER},
    [CARC_PLANE_PIECE] = {BY_PIECE, BY_PLAYER},
    [CARC_PLANE_TOKEN] = {BY_TOKEN},
    [CARC_PLANE_OWNED_TOKEN] = {BY_OWNED_TOKEN, BY_PLAYER},
    [CARC_PLANE_TOKEN_NUMBER] = {BY_NUMBERED_TOKEN},
    [CARC_PLANE_BOARD_VARIABLE] = {BY_BOARD_VARIABLE},
    [CARC_PLANE_PLACE] = {BY_PLACE},
    [CARC_PLANE_PLAYER_PLACE] = {BY_PLAYER_PLACE, BY_PLAYER},
    [CARC_PLANE_HAND_SIDE] = {BY_SIDE_KIND, BY_SIDE},
    [CARC_PLANE_HAND_LINK] = {BY_PAIR_OF_SIDES},
    [CARC_PLANE_HAND_INNER] = {BY_INNER_KIND},
    [CARC_PLANE_HAND_GOOD] = {BY_GOOD},
    [CARC_PLANE_HAND_ATTRIBUTE] = {BY_ATTRIBUTE},
    [CARC_PLANE_HAND_TILE_ATTRIBUTE] = {BY_TILE_ATTRIBUTE},
    [CARC_PLANE_POINTS] = {BY_PLAYER},
    [CARC_PLANE_SUPPLY] = {BY_PIECE, BY_PLAYER},
    [CARC_PLANE_CAPTURED] = {BY_CAPTURED_PIECE, BY_PLAYER},
    [CARC_PLANE_GOODS] = {BY_GOOD, BY_PLAYER},
    [CARC_PLANE_HELD] = {BY_HELD_TOKEN, BY_PLAYER},
    [CARC_PLANE_HELD_NUMBER] = {BY_HELD_NUMBER, BY_PLAYER},
    [CARC_PLANE_RESERVE] = {BY_HEAP},
    [CARC_PLANE_RESERVE_TYPE] = {BY_VISIBLE_HEAP, BY_TYPE},
    [CARC_PLANE_VARIABLE] = {BY_NUMBER},
    [CARC_PLANE_PLAYER_VARIABLE] = {BY_PLAYER_NUMBER, BY_PLAYER},
    [CARC_PLANE_DECISION] = {BY_DECISION},
    [CARC_PLANE_PHASE] = {BY_PHASE},
    [CARC_PLANE_CURRENT] = {BY_PLAYER},
    [CARC_PLANE_TURN] = {BY_PLAYER},
    [CARC_PLANE_OUT] = {BY_PLAYER},
    [CARC_PLANE_PARTNER] = {BY_PARTNER},
};

/* Sets the kinds of segments that tiles of the definition have. */
static void find_kinds (carc_observation_space *o) {
  for (int t = 0; t < o->d->n_all_types; t++) {
    const tile_type *type = &o->d->type[t];
    for (int i = 0; i < type->segments; i++)
      *(type->ports[i] != 0 ? &o->side_kinds : &o->inner_kinds) |= 1u << type->kind[i];
  }
}

int64_t carcN_lay_out_planes (carc_observation_space *o) {
  int64_t n = 0;
  find_kinds(o);
  for (int g = 0; g < CARC_PLANE_GROUP_COUNT; g++) {
    o->first[g] = (int)n;
    n += (int64_t)count_members(o, dimensions[g][0]) * count_members(o, dimensions[g][1]);
  }
  o->first[CARC_PLANE_GROUP_COUNT] = (int)n;
  return n;
}

void carcN_put_plane_name (text_writer *w, const carc_observation_space *o, int plane) {
  int g = 0;
  while (o->first[g + 1] <= plane) g++;
  int at = plane - o->first[g], inner = count_members(o, dimensions[g][1]);
  if (inner == 0) return; /* such a group has no planes */
  int member[MAX_PLANE_DIMENSIONS] = {at / inner, at % inner};
  carcU_put_text(w, names[g]);
  for (int i = 0; i < MAX_PLANE_DIMENSIONS && dimensions[g][i] != BY_NOTHING; i++) {
    carcU_put_text(w, ".");
    rows[dimensions[g][i]].put(w, o, find_member(o, dimensions[g][i], member[i]));
  }
}
