#include "play/action.h"

/* ---- The usual actions ---------------------------------------------------------------------- */

carc_action carc_placement_action (const carc_definition *d, const carc_state *s, way w) {
  uint16_t at = const_cell_at_of(d, s)[w.cell];
  carc_action_fields f = {
      .kind = CARC_ACT_PLACE, .type = s->hand, .x = x_of(s, at), .y = y_of(s, at), .rotation = w.rotation};
  return carc_action_pack(&f);
}

carc_action carc_deployment_action (const carc_definition *d, const carc_state *s, stand p) {
  carc_tile t = carc_state_tile(d, s, s->n_tiles - 1);
  carc_action_fields f = {.kind = CARC_ACT_DEPLOY,
                          .type = t.type,
                          .x = t.x,
                          .y = t.y,
                          .rotation = t.rotation,
                          .piece = p.piece,
                          .segment = p.segment};
  return carc_action_pack(&f);
}

/* ---- By index ------------------------------------------------------------------------------------------ */

way carc_nth_way (const carc_definition *d, const carc_state *s, int index) {
  const uint16_t *n = s->ways;
  const int before[SIDES] = {0, n[0], n[0] + n[1], n[0] + n[1] + n[2]};
  int rotation = (index >= before[1]) + (index >= before[2]) + (index >= before[3]), w = 0;
  const uint64_t *legal = const_legal_of(d, s) + (uint32_t)rotation * d->at.words;
  index -= before[rotation];
  if (UNLIKELY(s->n_cells > 64))
    for (int k; index >= (k = count_bits(legal[w])); w++) index -= k;
  return (way){64 * w + nth_bit(legal[w], index), rotation};
}

stand carc_nth_stand (const carc_definition *d, const carc_state *s, int index) {
  int piece = 0;
  (void)d;
  index--;
  for (int n; index >= (n = count_bits(s->deploy[piece])); piece++) index -= n;
  return (stand){piece, nth_bit(s->deploy[piece], index)};
}

int carc_nth_type (const carc_definition *d, const carc_state *s, int index) {
  const uint8_t *bag = const_bag_of(d, s);
  int i = 0;
  while (index > 0) {
    i++;
    index -= bag[i] != bag[i - 1];
  }
  return bag[i];
}

int carc_count_types (const carc_definition *d, const carc_state *s) {
  const uint8_t *bag = const_bag_of(d, s);
  int n = s->n_bag > 0;
  for (int i = 1; i < s->n_bag; i++) n += bag[i] != bag[i - 1];
  return n;
}

carc_action carc_state_action (const carc_definition *def, const carc_state *state, int index) {
  if (index < 0 || index >= state->n_actions) return 0;
  carc_action_fields f = {0};
  if (UNLIKELY(state->n_options > 0) && index >= state->n_usual)
    return const_options_of(def, state)[index - state->n_usual];
  switch (state->phase) {
    case PHASE_PLACE: return carc_placement_action(def, state, carc_nth_way(def, state, index));
    case PHASE_DEPLOY:
      if (index > 0) return carc_deployment_action(def, state, carc_nth_stand(def, state, index));
      f.kind = CARC_ACT_PASS;
      break;
    case PHASE_EXTRA:
      f.kind = CARC_ACT_EXTRA;
      f.take = index == TAKE;
      break;
    case PHASE_ASK: f.kind = CARC_ACT_PASS; break;
    default:
      f.kind = CARC_ACT_DRAW;
      f.type = carc_nth_type(def, state, index);
      break;
  }
  return carc_action_pack(&f);
}

/* ---- Back to an index ------------------------------------------------------------------------------------ */

static int index_of_placement (const carc_definition *d, const carc_state *s, const carc_action_fields *f) {
  int cell = carc_find_cell(d, s, position_of(f->x, f->y)), index = 0;
  if (f->type != s->hand || cell < 0 || f->span != 0) return -1;
  uint16_t at = const_cell_at_of(d, s)[cell];
  if (x_of(s, at) != f->x || y_of(s, at) != f->y) return -1;
  const uint64_t *legal = const_legal_of(d, s) + (uint32_t)f->rotation * d->at.words;
  uint64_t bit = (uint64_t)1 << (cell % 64);
  if ((legal[cell / 64] & bit) == 0) return -1;
  for (int r = 0; r < f->rotation; r++) index += s->ways[r];
  for (int w = 0; w < cell / 64; w++) index += count_bits(legal[w]);
  return index + count_bits(legal[cell / 64] & (bit - 1));
}

static int index_of_deployment (const carc_definition *d, const carc_state *s, const carc_action_fields *f) {
  carc_tile t = carc_state_tile(d, s, s->n_tiles - 1);
  int index = 1;
  bool last = !f->has_cell && t.type == f->type && t.x == f->x && t.y == f->y && t.rotation == f->rotation;
  if (!last || f->piece < 0 || f->piece >= d->n_pieces || f->segment < 0) return -1;
  if ((s->deploy[f->piece] >> f->segment & 1) == 0) return -1;
  for (int p = 0; p < f->piece; p++) index += count_bits(s->deploy[p]);
  return index + count_bits(s->deploy[f->piece] & ((1u << f->segment) - 1));
}

static int index_of_draw (const carc_definition *d, const carc_state *s, int type) {
  const uint8_t *bag = const_bag_of(d, s);
  int index = 0;
  for (int i = 0; i < s->n_bag; i++) {
    index += i > 0 && bag[i] != bag[i - 1];
    if (bag[i] == type) return index;
  }
  return -1;
}

static int index_of_option (const carc_definition *d, const carc_state *s, carc_action action) {
  for (int i = 0; i < s->n_options; i++)
    if (const_options_of(d, s)[i] == action) return s->n_usual + i;
  return -1;
}

int carc_state_action_index (const carc_definition *def, const carc_state *state, carc_action action) {
  if (UNLIKELY(state->n_options > 0)) {
    int option = index_of_option(def, state, action);
    if (option >= 0) return option;
    if (state->phase == PHASE_ASK) return action == CARC_ACT_PASS && state->n_usual > 0 ? 0 : -1;
    if (state->phase == PHASE_DEPLOY && state->n_usual == 0) return -1;
  }
  carc_action_fields f = carc_action_unpack(action);
  if (carc_action_pack(&f) != action || f.kind != carc_state_decision(def, state)) {
    bool pass = state->phase == PHASE_DEPLOY && action == CARC_ACT_PASS;
    return pass ? 0 : -1;
  }
  switch (f.kind) {
    case CARC_ACT_DRAW: return index_of_draw(def, state, f.type);
    case CARC_ACT_PLACE: return index_of_placement(def, state, &f);
    case CARC_ACT_DEPLOY: return index_of_deployment(def, state, &f);
    case CARC_ACT_EXTRA: return f.take > 1 ? -1 : f.take ? TAKE : DECLINE;
    default: return -1;
  }
}

int carc_state_legal_actions (const carc_definition *def, const carc_state *state, carc_action *out,
                              int room) {
  for (int i = 0; i < state->n_actions && i < room; i++) out[i] = carc_state_action(def, state, i);
  return state->n_actions;
}

int carc_state_chance_outcomes (const carc_definition *def, const carc_state *state, carc_action *out,
                                double *probabilities, int room) {
  if (state->phase == PHASE_ASK && waits_for_chance(state)) {
    int sum = carc_sum_weights(def, state);
    for (int i = 0; i < state->n_options && i < room; i++) {
      out[i] = const_options_of(def, state)[i];
      probabilities[i] = (double)const_weights_of(def, state)[i] / sum;
    }
    return state->n_options;
  }
  if (state->phase != PHASE_DRAW) return 0;
  for (int i = 0; i < state->n_actions && i < room; i++) {
    out[i] = carc_state_action(def, state, i);
    probabilities[i] = (double)carc_state_tiles_left(def, state, carc_nth_type(def, state, i)) / state->n_bag;
  }
  return state->n_actions;
}

int carc_sum_weights (const carc_definition *d, const carc_state *s) {
  int sum = 0;
  for (int i = 0; i < s->n_options; i++) sum += const_weights_of(d, s)[i];
  return sum;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void put_deployment (writer *w, const carc_definition *d, const carc_action_fields *f) {
  char segment[64] = "?";
  bool known = f->type < d->n_all_types && f->segment < d->type[f->type].segments;
  if (known) carc_segment_text(d, f->type, f->rotation, f->segment, segment, sizeof segment);
  carc_put(w, " %s %s", f->piece < d->n_pieces ? d->piece[f->piece].name : "?", segment);
  if (f->has_cell) carc_put(w, " @%d,%d", f->x, f->y);
}

/* The cells beside one, in the order of a span's `where`: itself, then north, east, south, west. */
static const int8_t beside_cell[1 + SIDES][2] = {{0, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
static const char *const axis_names[AXES] = {"N.S", "E.W"};

static void put_span (writer *w, const carc_definition *d, const carc_action_fields *f) {
  if (f->span == 0 || d->span < 0) return;
  const int8_t *at = beside_cell[span_where(f->span) % (1 + SIDES)];
  carc_put(w, " %s %s @%d,%d", d->piece[d->span].name, axis_names[span_axis(f->span) - 1], f->x + at[0],
           f->y + at[1]);
}

static void put_choice (writer *w, const carc_definition *d, const carc_action_fields *f) {
  char segment[64] = "?";
  carc_put(w, "%s", f->choice < d->n_phases ? d->phase[f->choice].name : "?");
  if (f->player >= 0) carc_put(w, " %d", f->player + 1);
  if (f->piece >= 0) carc_put(w, " %s", f->piece < d->n_pieces ? d->piece[f->piece].name : "?");
  if (f->number >= 0) carc_put(w, " #%d", f->number);
  if (f->segment >= 0) {
    if (f->type < d->n_all_types && f->segment < d->type[f->type].segments)
      carc_segment_text(d, f->type, f->rotation, f->segment, segment, sizeof segment);
    carc_put(w, " %s", segment);
  }
  if (f->has_cell) carc_put(w, " @%d,%d", f->x, f->y);
}

int carc_action_to_string (const carc_definition *def, carc_action action, char *out, size_t size) {
  carc_action_fields f = carc_action_unpack(action);
  writer w = carc_writer_on(out, size);
  const char *id = f.type >= 0 && f.type < def->n_all_types ? def->type[f.type].id : "?";
  if (f.kind == CARC_ACT_CHOICE) {
    put_choice(&w, def, &f);
    return carc_written(&w);
  }
  carc_put(&w, "%s", carc_action_kind_name(f.kind));
  switch (f.kind) {
    case CARC_ACT_DRAW: carc_put(&w, " %s", id); break;
    case CARC_ACT_PLACE:
      carc_put(&w, " %s %d,%d r%d", id, f.x, f.y, f.rotation);
      put_span(&w, def, &f);
      break;
    case CARC_ACT_DEPLOY: put_deployment(&w, def, &f); break;
    case CARC_ACT_EXTRA: carc_put(&w, " %s", f.take ? "take" : "decline"); break;
    case CARC_ACT_RESIGN: carc_put(&w, " %d", f.player + 1); break;
    default: break;
  }
  return carc_written(&w);
}

/* A parser of what stands behind the first word; fails with a message. */
typedef carc_status (*parser)(const carc_definition *d, const carc_state *s, const char **at,
                              carc_action_fields *f, carc_error *err);

static carc_status parse_type (const carc_definition *d, const char **at, int *type, carc_error *err) {
  word w = carc_next_word(at);
  char name[CARC_NAME];
  *type = carc_word_to_name(w, name) ? carc_type_find(d, name) : -1;
  return *type >= 0 ? CARC_OK
                    : carc_fail(err, CARC_INVALID, 0, "'%.*s' is no tile of this game", (int)w.length, w.at);
}

static carc_status parse_draw (const carc_definition *d, const carc_state *s, const char **at,
                               carc_action_fields *f, carc_error *err) {
  (void)s;
  return parse_type(d, at, &f->type, err);
}

/* Reads `x,y`. */
static bool read_xy (word w, int *x, int *y) {
  word rest, first = carc_split_word(w, ',', &rest);
  enum { FAR = 511 };
  return rest.length > 1 && carc_word_to_int(first, -FAR, FAR, x) &&
         carc_word_to_int((word){rest.at + 1, rest.length - 1}, -FAR, FAR, y);
}

/* Reads `@x,y`. */
static carc_status parse_cell (word w, int *x, int *y, carc_error *err) {
  if (w.length > 1 && w.at[0] == '@' && read_xy((word){w.at + 1, w.length - 1}, x, y)) return CARC_OK;
  return carc_fail(err, CARC_INVALID, 0, "'%.*s' is no cell; here one reads like @3,-1", (int)w.length, w.at);
}

/* Reads the span behind a placement, if there is one: `bridge E.W @3,-1`. */
static carc_status parse_span (const carc_definition *d, const char **at, carc_action_fields *f,
                               carc_error *err) {
  const char *back = *at;
  word name = carc_next_word(at);
  if (name.length == 0 || d->span < 0 || !carc_word_is(name, d->piece[d->span].name)) {
    *at = back;
    return CARC_OK;
  }
  word axis = carc_next_word(at);
  int a = 0, x = 0, y = 0;
  while (a < AXES && !carc_word_is(axis, axis_names[a])) a++;
  if (a == AXES)
    return carc_fail(err, CARC_INVALID, 0, "'%.*s' is neither N.S nor E.W", (int)axis.length, axis.at);
  carc_status status = parse_cell(carc_next_word(at), &x, &y, err);
  if (status != CARC_OK) return status;
  for (int where = 0; where <= SIDES; where++)
    if (f->x + beside_cell[where][0] == x && f->y + beside_cell[where][1] == y)
      f->span = span_code(where, a + 1);
  if (f->span != 0) return CARC_OK;
  return carc_fail(err, CARC_INVALID, 0, "%d,%d is not beside the tile", x, y);
}

static carc_status parse_place (const carc_definition *d, const carc_state *s, const char **at,
                                carc_action_fields *f, carc_error *err) {
  (void)s;
  carc_status status = parse_type(d, at, &f->type, err);
  if (status != CARC_OK) return status;
  word w = carc_next_word(at), r = carc_next_word(at);
  if (!read_xy(w, &f->x, &f->y))
    return carc_fail(err, CARC_INVALID, 0, "'%.*s' is no cell; one reads like 3,-1", (int)w.length, w.at);
  if (r.length != 2 || r.at[0] != 'r' || r.at[1] < '0' || r.at[1] > '3')
    return carc_fail(err, CARC_INVALID, 0, "'%.*s' is no rotation; r0 to r3 count quarter turns clockwise",
                     (int)r.length, r.at);
  f->rotation = r.at[1] - '0';
  return parse_span(d, at, f, err);
}

static carc_status parse_deploy (const carc_definition *d, const carc_state *s, const char **at,
                                 carc_action_fields *f, carc_error *err) {
  word piece = carc_next_word(at), segment = carc_next_word(at);
  char name[CARC_NAME], text[64];
  f->piece = carc_word_to_name(piece, name) ? carc_piece_find(d, name) : -1;
  if (f->piece < 0)
    return carc_fail(err, CARC_INVALID, 0, "'%.*s' is no piece of this game", (int)piece.length, piece.at);
  f->segment = -1;
  const char *back = *at;
  word cell = carc_next_word(at);
  int tile = s->n_tiles - 1;
  if (cell.length > 0 && cell.at[0] == '@') {
    carc_status status = parse_cell(cell, &f->x, &f->y, err);
    if (status != CARC_OK) return status;
    f->has_cell = true;
    tile = carc_state_tile_at(d, s, f->x, f->y);
  } else {
    *at = back;
  }
  if (tile >= 0 && segment.length > 0 && segment.length < sizeof text) {
    carc_tile last = carc_state_tile(d, s, tile);
    memcpy(text, segment.at, segment.length);
    text[segment.length] = '\0';
    f->type = last.type;
    f->x = last.x;
    f->y = last.y;
    f->rotation = last.rotation;
    f->segment = carc_segment_find(d, last.type, last.rotation, text);
  }
  if (f->segment >= 0) return CARC_OK;
  return carc_fail(err, CARC_INVALID, 0, "'%.*s' is no segment of the tile %s", (int)segment.length,
                   segment.at, f->has_cell ? "there" : "just placed");
}

static carc_status parse_pass (const carc_definition *d, const carc_state *s, const char **at,
                               carc_action_fields *f, carc_error *err) {
  (void)d;
  (void)s;
  (void)at;
  (void)f;
  (void)err;
  return CARC_OK;
}

static carc_status parse_extra (const carc_definition *d, const carc_state *s, const char **at,
                                carc_action_fields *f, carc_error *err) {
  (void)d;
  (void)s;
  word w = carc_next_word(at);
  f->take = carc_word_is(w, "take");
  if (f->take || carc_word_is(w, "decline")) return CARC_OK;
  return carc_fail(err, CARC_INVALID, 0, "extra '%.*s': one says `extra take` or `extra decline`",
                   (int)w.length, w.at);
}

static carc_status parse_resign (const carc_definition *d, const carc_state *s, const char **at,
                                 carc_action_fields *f, carc_error *err) {
  (void)s;
  word w = carc_next_word(at);
  if (!carc_word_to_int(w, 1, d->players, &f->player))
    return carc_fail(err, CARC_INVALID, 0, "there is no player '%.*s'", (int)w.length, w.at);
  f->player--;
  return CARC_OK;
}

/* The next word, in which '#' is a letter like any other. */
static word next_plain_word (const char **at) {
  const char *p = *at;
  while (*p == ' ' || *p == '\t') p++;
  word w = {p, 0};
  while (*p != '\0' && *p != '\n' && *p != ' ' && *p != '\t') p++;
  w.length = (size_t)(p - w.at);
  *at = p;
  return w;
}

/* Reads what stands behind a choice's name: player, piece, #number, segment, @cell, whatever there is. */
static carc_status parse_choice (const carc_definition *d, const carc_state *s, const char **at,
                                 carc_action_fields *f, carc_error *err) {
  word segment = {NULL, 0};
  char name[CARC_NAME], text[64];
  f->piece = f->player = f->number = f->segment = f->type = -1;
  for (word w = next_plain_word(at); w.length > 0; w = next_plain_word(at)) {
    int v;
    if (w.at[0] == '@') {
      carc_status status = parse_cell(w, &f->x, &f->y, err);
      if (status != CARC_OK) return status;
      f->has_cell = true;
    } else if (w.at[0] == '#' && carc_word_to_int((word){w.at + 1, w.length - 1}, 0, CARC_MAX_NUMBER, &v)) {
      f->number = v;
    } else if (carc_word_to_int(w, 1, d->players, &v)) {
      f->player = v - 1;
    } else if (carc_word_to_name(w, name) && carc_piece_find(d, name) >= 0) {
      f->piece = carc_piece_find(d, name);
    } else {
      segment = w;
    }
  }
  if (segment.length == 0) return CARC_OK;
  int tile = f->has_cell ? carc_state_tile_at(d, s, f->x, f->y) : -1;
  if (tile >= 0 && segment.length < sizeof text) {
    carc_tile t = carc_state_tile(d, s, tile);
    memcpy(text, segment.at, segment.length);
    text[segment.length] = '\0';
    f->type = t.type;
    f->rotation = t.rotation;
    f->segment = carc_segment_find(d, t.type, t.rotation, text);
  }
  if (f->segment >= 0) return CARC_OK;
  return carc_fail(err, CARC_INVALID, 0,
                   "'%.*s' is neither a piece, a player nor a segment of a tile named by @x,y",
                   (int)segment.length, segment.at);
}

static const parser parsers[] = {
    [CARC_ACT_DRAW] = parse_draw,    [CARC_ACT_PLACE] = parse_place, [CARC_ACT_DEPLOY] = parse_deploy,
    [CARC_ACT_PASS] = parse_pass,    [CARC_ACT_EXTRA] = parse_extra, [CARC_ACT_RESIGN] = parse_resign,
    [CARC_ACT_CHOICE] = parse_choice};

/* The kind of action that this word begins, and for a choice which; CARC_ACT_NONE if it begins none. */
static carc_action_kind find_verb (const carc_definition *d, word verb, int *choice) {
  *choice = -1;
  for (int i = CARC_ACT_NONE + 1; i < CARC_ACT_CHOICE; i++)
    if (carc_word_is(verb, carc_action_kind_name((carc_action_kind)i))) return (carc_action_kind)i;
  for (int i = 0; i < d->n_phases; i++) {
    if (!carc_word_is(verb, d->phase[i].name)) continue;
    *choice = d->phase[i].choice;
    return CARC_ACT_CHOICE;
  }
  return CARC_ACT_NONE;
}

carc_status carc_string_to_action (const carc_definition *def, const carc_state *state, const char *text,
                                   carc_action *out, carc_error *err) {
  word verb = carc_next_word(&text);
  carc_action_fields f = {0};
  f.kind = find_verb(def, verb, &f.choice);
  if (f.kind == CARC_ACT_NONE)
    return carc_fail(err, CARC_INVALID, 0,
                     "'%.*s' is no action; they are draw, place, deploy, pass, extra and resign%s",
                     (int)verb.length, verb.at, def->n_phases > 0 ? ", and those of scripts" : "");
  carc_status status = parsers[f.kind](def, state, &text, &f, err);
  if (status != CARC_OK) return status;
  word more = carc_next_word(&text);
  if (more.length > 0)
    return carc_fail(err, CARC_INVALID, 0, "'%.*s' is one word too many", (int)more.length, more.at);
  *out = carc_action_pack(&f);
  return CARC_OK;
}
