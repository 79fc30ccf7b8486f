/* notation.c: converts actions to text, such as `deploy follower city:N @1,0`, and back. */
#include <string.h>
#include "carcassonne.h"
#include "util/packed_action.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "model/tile.h"
#include "board/state.h"

static void put_deployment (text_writer *w, const carc_definition *d, const carc_action_fields *f) {
  char segment[64] = "?";
  bool known = f->type < d->n_all_types && f->segment < d->type[f->type].segments;
  if (known) carc_segment_text(d, f->type, f->rotation, f->segment, segment, sizeof segment);
  carcU_put(w, " %s %s", f->piece < d->n_pieces ? d->piece[f->piece].name : "?", segment);
  if (f->has_cell) carcU_put(w, " @%d,%d", f->x, f->y);
}

/*
** Offsets of the cell of a span, by its `where`: the tile's own cell, then those to the north,
** east, south and west.
*/
static const int8_t beside_cell[1 + SIDES][2] = {{0, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
static const char *const axis_names[AXES] = {"N.S", "E.W"};

static void put_span (text_writer *w, const carc_definition *d, const carc_action_fields *f) {
  if (f->span == 0 || d->span < 0) return;
  const int8_t *at = beside_cell[span_where(f->span) % (1 + SIDES)];
  carcU_put(w, " %s %s @%d,%d", d->piece[d->span].name, axis_names[span_axis(f->span) - 1], f->x + at[0],
            f->y + at[1]);
}

static const char tile_mark[] = "tile:"; /* precedes the tile that an option names */

static void put_choice (text_writer *w, const carc_definition *d, const carc_action_fields *f) {
  char segment[64] = "?";
  carcU_put(w, "%s", f->choice < d->n_phases ? carc_phase_name(d, f->choice) : "?");
  if (f->player >= 0) carcU_put(w, " %d", f->player + 1);
  if (f->piece >= 0) carcU_put(w, " %s", f->piece < d->n_pieces ? d->piece[f->piece].name : "?");
  if (f->token >= 0) carcU_put(w, " %s", f->token < d->n_tokens ? told_name(&d->token[f->token].name) : "?");
  if (!f->has_cell && f->type >= 0)
    carcU_put(w, " %s%s", tile_mark, f->type < d->n_types ? d->type[f->type].id : "?");
  if (f->number >= 0) carcU_put(w, " #%d", f->number);
  if (f->segment >= 0) {
    if (f->type >= 0 && f->type < d->n_all_types && f->segment < d->type[f->type].segments)
      carc_segment_text(d, f->type, f->rotation, f->segment, segment, sizeof segment);
    carcU_put(w, " %s", segment);
  }
  if (f->has_cell) carcU_put(w, " @%d,%d", f->x, f->y);
}

int carc_fields_to_string (const carc_definition *def, const carc_action_fields *fields, char *out,
                           size_t size) {
  carc_action_fields f = *fields;
  text_writer w = carcU_new_writer(out, size);
  const char *id = f.type >= 0 && f.type < def->n_all_types ? def->type[f.type].id : "?";
  if (f.kind == CARC_ACTION_CHOICE) {
    put_choice(&w, def, &f);
    return carcU_written_length(&w);
  }
  carcU_put(&w, "%s", carc_action_kind_name(f.kind));
  switch (f.kind) {
    case CARC_ACTION_DRAW: carcU_put(&w, " %s", id); break;
    case CARC_ACTION_PLACE:
      carcU_put(&w, " %s %d,%d r%d", id, f.x, f.y, f.rotation);
      put_span(&w, def, &f);
      break;
    case CARC_ACTION_DEPLOY: put_deployment(&w, def, &f); break;
    case CARC_ACTION_EXTRA: carcU_put(&w, " %s", f.take ? "take" : "decline"); break;
    case CARC_ACTION_RESIGN: carcU_put(&w, " %d", f.player + 1); break;
    default: break;
  }
  return carcU_written_length(&w);
}

carc_action_fields carc_state_action_fields (const carc_definition *def, const carc_state *state,
                                             carc_action action) {
  carc_action_fields f = carc_action_unpack(action);
  bool on_tile = f.kind == CARC_ACTION_CHOICE && f.segment >= 0 && f.has_cell;
  int tile = on_tile ? carc_state_tile_at(def, state, f.x, f.y) : -1;
  if (tile < 0) return f;
  carc_tile t = carc_state_tile(def, state, tile);
  f.type = t.type;
  f.rotation = t.rotation;
  return f;
}

int carc_action_to_string (const carc_definition *def, const carc_state *state, carc_action action, char *out,
                           size_t size) {
  carc_action_fields f = carc_state_action_fields(def, state, action);
  return carc_fields_to_string(def, &f, out, size);
}

/* Parses the text that follows the first word. On failure, fills `err`. */
typedef carc_status (*action_parser)(const carc_definition *d, const carc_state *s, const char **at,
                                     carc_action_fields *f, carc_error *err);

static carc_status parse_type (const carc_definition *d, const char **at, int *type, carc_error *err) {
  text_view w = carcU_next_word(at);
  char name[CARC_FULL_NAME_SIZE];
  *type = carcU_word_to_name(w, name) ? carc_type_find(d, name) : -1;
  return *type >= 0
             ? CARC_OK
             : carcU_fail(err, CARC_ERR_INVALID, 0, "'%.*s' is not a tile of this game", (int)w.length, w.at);
}

static carc_status parse_draw (const carc_definition *d, const carc_state *s, const char **at,
                               carc_action_fields *f, carc_error *err) {
  (void)s;
  return parse_type(d, at, &f->type, err);
}

/* Reads `x,y`. */
static bool read_xy (text_view w, int *x, int *y) {
  text_view rest, first = carcU_split_word(w, ',', &rest);
  enum { FAR = 511 };
  return rest.length > 1 && carcU_word_to_int(first, -FAR, FAR, x) &&
         carcU_word_to_int((text_view){rest.at + 1, rest.length - 1}, -FAR, FAR, y);
}

/* Reads `@x,y`. */
static carc_status parse_cell (text_view w, int *x, int *y, carc_error *err) {
  if (w.length > 1 && w.at[0] == '@' && read_xy((text_view){w.at + 1, w.length - 1}, x, y)) return CARC_OK;
  return carcU_fail(err, CARC_ERR_INVALID, 0, "'%.*s' is not a cell; expected one like @3,-1", (int)w.length,
                    w.at);
}

/* Reads the span that may follow a placement: `bridge E.W @3,-1`. */
static carc_status parse_span (const carc_definition *d, const char **at, carc_action_fields *f,
                               carc_error *err) {
  const char *back = *at;
  text_view name = carcU_next_word(at);
  if (name.length == 0 || d->span < 0 || !carcU_word_equals(name, d->piece[d->span].name)) {
    *at = back;
    return CARC_OK;
  }
  text_view axis = carcU_next_word(at);
  int a = 0, x = 0, y = 0;
  while (a < AXES && !carcU_word_equals(axis, axis_names[a])) a++;
  if (a == AXES)
    return carcU_fail(err, CARC_ERR_INVALID, 0, "expected the direction of the span, N.S or E.W, got '%.*s'",
                      (int)axis.length, axis.at);
  carc_status status = parse_cell(carcU_next_word(at), &x, &y, err);
  if (status != CARC_OK) return status;
  for (int where = 0; where <= SIDES; where++)
    if (f->x + beside_cell[where][0] == x && f->y + beside_cell[where][1] == y)
      f->span = span_code(where, a + 1);
  if (f->span != 0) return CARC_OK;
  return carcU_fail(err, CARC_ERR_INVALID, 0,
                    "a span must lie across the placed tile or a tile beside it, not at %d,%d", x, y);
}

static carc_status parse_place (const carc_definition *d, const carc_state *s, const char **at,
                                carc_action_fields *f, carc_error *err) {
  (void)s;
  carc_status status = parse_type(d, at, &f->type, err);
  if (status != CARC_OK) return status;
  text_view w = carcU_next_word(at), r = carcU_next_word(at);
  if (!read_xy(w, &f->x, &f->y))
    return carcU_fail(err, CARC_ERR_INVALID, 0, "'%.*s' is not a cell; expected one like 3,-1", (int)w.length,
                      w.at);
  if (r.length != 2 || r.at[0] != 'r' || r.at[1] < '0' || r.at[1] > '3')
    return carcU_fail(err, CARC_ERR_INVALID, 0,
                      "'%.*s' is not a rotation; expected r0 to r3, in quarter turns clockwise",
                      (int)r.length, r.at);
  f->rotation = r.at[1] - '0';
  return parse_span(d, at, f, err);
}

static carc_status parse_deploy (const carc_definition *d, const carc_state *s, const char **at,
                                 carc_action_fields *f, carc_error *err) {
  text_view piece = carcU_next_word(at), segment = carcU_next_word(at);
  char name[CARC_FULL_NAME_SIZE], text[64];
  f->piece = carcU_word_to_name(piece, name) ? carc_piece_find(d, name) : -1;
  if (f->piece < 0)
    return carcU_fail(err, CARC_ERR_INVALID, 0, "'%.*s' is not a piece of this game", (int)piece.length,
                      piece.at);
  f->segment = -1;
  const char *back = *at;
  text_view cell = carcU_next_word(at);
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
  return carcU_fail(err, CARC_ERR_INVALID, 0, "'%.*s' is not a segment of the tile %s", (int)segment.length,
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
  text_view w = carcU_next_word(at);
  f->take = carcU_word_equals(w, "take");
  if (f->take || carcU_word_equals(w, "decline")) return CARC_OK;
  return carcU_fail(err, CARC_ERR_INVALID, 0, "extra '%.*s': expected `extra take` or `extra decline`",
                    (int)w.length, w.at);
}

static carc_status parse_resign (const carc_definition *d, const carc_state *s, const char **at,
                                 carc_action_fields *f, carc_error *err) {
  (void)s;
  text_view w = carcU_next_word(at);
  if (!carcU_word_to_int(w, 1, d->players, &f->player))
    return carcU_fail(err, CARC_ERR_INVALID, 0, "there is no player '%.*s'", (int)w.length, w.at);
  f->player--;
  return CARC_OK;
}

/* Returns the next word. Unlike in a definition, '#' does not begin a comment. */
static text_view next_plain_word (const char **at) {
  const char *p = *at;
  while (*p == ' ' || *p == '\t') p++;
  text_view w = {p, 0};
  while (*p != '\0' && *p != '\n' && *p != ' ' && *p != '\t') p++;
  w.length = (size_t)(p - w.at);
  *at = p;
  return w;
}

/* Reads `tile:ID`. Returns false if the word has another form. */
static bool read_named_tile (const carc_definition *d, text_view w, int *type) {
  enum { MARK = sizeof tile_mark - 1 };
  char name[CARC_FULL_NAME_SIZE];
  if (w.length <= MARK || memcmp(w.at, tile_mark, MARK) != 0) return false;
  text_view id = {w.at + MARK, w.length - MARK};
  *type = carcU_word_to_name(id, name) ? carc_type_find(d, name) : -1;
  return *type >= 0;
}

/*
** Reads the words that follow the name of a choice: player, piece, token, tile:ID, #number,
** segment, @x,y.
*/
static carc_status parse_choice (const carc_definition *d, const carc_state *s, const char **at,
                                 carc_action_fields *f, carc_error *err) {
  text_view segment = {NULL, 0};
  char name[CARC_FULL_NAME_SIZE], text[64];
  f->piece = f->token = f->player = f->number = f->segment = f->type = -1;
  for (text_view w = next_plain_word(at); w.length > 0; w = next_plain_word(at)) {
    int v;
    if (w.at[0] == '@') {
      carc_status status = parse_cell(w, &f->x, &f->y, err);
      if (status != CARC_OK) return status;
      f->has_cell = true;
    } else if (w.at[0] == '#' &&
               carcU_word_to_int((text_view){w.at + 1, w.length - 1}, 0, CARC_MAX_NUMBER, &v)) {
      f->number = v;
    } else if (read_named_tile(d, w, &v)) {
      f->type = v;
    } else if (carcU_word_to_int(w, 1, d->players, &v)) {
      f->player = v - 1;
    } else if (carcU_word_to_name(w, name) && carc_piece_find(d, name) >= 0) {
      f->piece = carc_piece_find(d, name);
    } else if (carcM_find_name(d, CARC_NAME_KIND_TOKEN, 0, w) >= 0) {
      f->token = carcM_find_name(d, CARC_NAME_KIND_TOKEN, 0, w);
    } else {
      segment = w;
    }
  }
  if (f->type >= 0 && f->has_cell)
    return carcU_fail(err, CARC_ERR_INVALID, 0, "an option can name a tile or a cell, but not both");
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
  return carcU_fail(err, CARC_ERR_INVALID, 0,
                    "'%.*s' is unknown; expected a piece, a token, a player, tile:ID with a tile of this "
                    "game, or a segment of the tile at @x,y",
                    (int)segment.length, segment.at);
}

static const action_parser parsers[] = {
    [CARC_ACTION_DRAW] = parse_draw,     [CARC_ACTION_PLACE] = parse_place,
    [CARC_ACTION_DEPLOY] = parse_deploy, [CARC_ACTION_PASS] = parse_pass,
    [CARC_ACTION_EXTRA] = parse_extra,   [CARC_ACTION_RESIGN] = parse_resign,
    [CARC_ACTION_CHOICE] = parse_choice};

/*
** The kind of action whose text begins with this word; for a choice, also sets its phase.
** CARC_ACTION_NONE if no text begins with it.
*/
static carc_action_kind find_verb (const carc_definition *d, text_view verb, int *choice) {
  *choice = -1;
  for (int i = CARC_ACTION_NONE + 1; i < CARC_ACTION_CHOICE; i++)
    if (carcU_word_equals(verb, carc_action_kind_name((carc_action_kind)i))) return (carc_action_kind)i;
  int row = carcM_find_name(d, CARC_NAME_KIND_PHASE, 0, verb);
  if (row < 0) return CARC_ACTION_NONE;
  *choice = d->phase[row].choice;
  return CARC_ACTION_CHOICE;
}

carc_status carc_string_to_action (const carc_definition *def, const carc_state *state, const char *text,
                                   carc_action *out, carc_error *err) {
  text_view verb = carcU_next_word(&text);
  carc_action_fields f = {.token = -1};
  f.kind = find_verb(def, verb, &f.choice);
  if (f.kind == CARC_ACTION_NONE)
    return carcU_fail(err, CARC_ERR_INVALID, 0,
                      "'%.*s' is not an action; expected draw, place, deploy, pass, extra or resign%s",
                      (int)verb.length, verb.at, def->n_phases > 0 ? ", or an action of a script" : "");
  carc_status status = parsers[f.kind](def, state, &text, &f, err);
  if (status != CARC_OK) return status;
  text_view more = carcU_next_word(&text);
  if (more.length > 0)
    return carcU_fail(err, CARC_ERR_INVALID, 0, "unexpected word '%.*s' at the end", (int)more.length,
                      more.at);
  *out = carc_action_pack(&f);
  return CARC_OK;
}
