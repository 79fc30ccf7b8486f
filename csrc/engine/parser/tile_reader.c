/*
** tile_reader.c: reads the line of text that declares a tile (segments with attributes and
** borders), and checks the sides of the tile.
*/
#include <string.h>
#include "parser/tile_reader.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "model/ports.h"
#include "model/tile.h"
#include "parser/grammar_rows.h"
#include "parser/line_ends.h"

static const char *side_name (int side) { return carc_port_name(port_at(side, PORT_MIDDLE)); }

/* Context in which a tile is read. */
typedef struct tile_context {
  const carc_definition *d;
  int script, line;
  carc_error *err;
} tile_context;

/* Adds 1 to the count of an attribute of a segment. */
static carc_status add_segment_attribute (const tile_context *r, int s, int m, tile_type *t) {
  const attribute_row *row = &r->d->words.attribute[m];
  if (row->scores_as_monastery && t->kind[s] != CARC_KIND_SPOT)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "tile %s: %s is declared with `scores_as_monastery`, so it cannot be on a %s, only on "
                      "a spot: `spot+%s`",
                      t->id, told_name(&row->name), carc_kind_name((carc_kind)t->kind[s]),
                      told_name(&row->name));
  if (times_printed(t, s, m) == MAX_OF_ATTRIBUTE)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "tile %s: a segment has the attribute %s more than %d times", t->id,
                      told_name(&row->name), MAX_OF_ATTRIBUTE);
  t->numbers[s][m / 2] = (uint8_t)(t->numbers[s][m / 2] + (1 << (4 * (m % 2))));
  t->attributes[s] |= (attribute_set)1 << m;
  t->all_attributes |= (attribute_set)1 << m;
  return CARC_OK;
}

/* Removes the `?` from a name that the game may lack. Returns whether it had one. */
static bool may_lack (text_view *name) {
  bool may = name->length > 1 && name->at[name->length - 1] == '?';
  name->length -= may;
  return may;
}

/*
** Fails because an attribute is unknown; if another script declares it, the message names that
** script.
*/
static carc_status refuse_attribute (const tile_context *r, carc_name_kind of, const tile_type *t,
                                     text_view w, const char *unless) {
  const char *near = carcM_nearest_owned_name(r->d, of, r->script, w);
  carc_status status = carcU_fail(r->err, CARC_ERR_INVALID, r->line, "tile %s: '%.*s' is %s%s%s%s", t->id,
                                  VIEW(w), unless, NEAREST_HINT(near));
  return carcU_mark_absent(r->err, status, carcM_is_of_absent_script(r->d, w));
}

/* Reads the words of a segment that follow '+' signs. */
static carc_status read_carried (const tile_context *r, text_view w, int s, tile_type *t) {
  carc_error *err = r->err;
  int line = r->line;
  while (w.length > 0) {
    text_view one = carcU_split_word((text_view){w.at + 1, w.length - 1}, '+', &w);
    int found = 0;
    if (carcU_word_equals(one, "pennant")) {
      if (t->pennants[s] == 9)
        return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: more than 9 pennants on a segment", t->id);
      t->pennants[s]++;
      found = 1;
    }
    for (int g = 0; g < CARC_GOOD_COUNT && !found; g++)
      if (carcU_word_equals(one, carc_good_name((carc_good)g))) {
        if (t->good[s] != 0)
          return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: a segment can have at most one good",
                            t->id);
        t->good[s] = (uint8_t)(g + 1);
        found = 1;
      }
    bool optional = !found && may_lack(&one);
    int m = found ? -1 : carcM_find_name(r->d, CARC_NAME_KIND_ATTRIBUTE, r->script, one);
    TRY(m >= 0 ? add_segment_attribute(r, s, m, t) : CARC_OK);
    if (!found && m < 0 && !optional)
      return refuse_attribute(r, CARC_NAME_KIND_ATTRIBUTE, t, one,
                              "unknown; expected pennant, wine, grain, cloth or a declared attribute");
  }
  if (t->kind[s] != CARC_KIND_CITY && (t->pennants[s] > 0 || t->good[s] > 0))
    return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: only a city can have pennants and goods", t->id);
  return CARC_OK;
}

/*
** Kinds of segments that have no sides and that a road or river may run into. While a tile is read,
** their bits in `touches` follow those of the ports.
*/
static const uint8_t unsided[] = {CARC_KIND_MONASTERY, CARC_KIND_SPOT, CARC_KIND_FIELD};
enum { UNSIDED = sizeof unsided / sizeof *unsided };

/* Reads what a road or river runs into: ports, and kinds of segments without sides. */
static bool read_run_into (text_view w, uint16_t *said) {
  *said = 0;
  while (w.length > 0) {
    text_view one = carcU_split_word(w, '.', &w);
    uint16_t bit = 0;
    for (int i = 0; i < UNSIDED; i++)
      if (carcU_word_equals(one, carc_kind_name((carc_kind)unsided[i])))
        bit = (uint16_t)(1u << (CARC_PORTS + i));
    if (bit == 0) carcM_read_ports(one, &bit);
    if (bit == 0 || (*said & bit) != 0 || w.length == 1) return false;
    *said |= bit;
    if (w.length > 0) w = (text_view){w.at + 1, w.length - 1};
  }
  return *said != 0;
}

/*
** Reads the words after `~`. For a field, these are sides of cities, which find_borders converts;
** for a road or river, what it runs into, which find_ends converts.
*/
static bool read_touched (text_view w, int s, tile_type *t) {
  if (t->kind[s] == CARC_KIND_FIELD) return carcM_read_ports(w, &t->touches[s]);
  return ends_inside(t, s) && read_run_into(w, &t->touches[s]);
}

static carc_status refuse_segment (const tile_context *r, const tile_type *t, text_view w) {
  char list[120], word[CARC_NAME_SIZE];
  const char *known = &CARC_KIND_LIST(NAME_OF)[1];
  text_writer kinds = carcU_new_writer(list, sizeof list);
  text_view rest, kind = carcU_split_word(w, ':', &rest);
  const char *near = carcU_index_in_words(kind, known) < 0 ? carcU_nearest_word(kind, known, word) : NULL;
  carcU_put_words(&kinds, known);
  return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                    "tile %s: '%.*s' is not a segment%s%s%s; expected a kind (%s) and its sides, as in "
                    "city:N.W, field:EL.ER~N or monastery",
                    t->id, VIEW(w), NEAREST_HINT(near), list);
}

/* Reads `kind:ports~sides+carried`. */
static carc_status read_segment (const tile_context *r, text_view w, tile_type *t) {
  carc_error *err = r->err;
  text_view carried, sides, named = carcU_split_word(w, '+', &carried);
  named = carcU_split_word(named, '~', &sides);
  int kind, s = t->segments;
  if (s == CARC_MAX_SEGMENTS)
    return carcU_fail(err, CARC_ERR_INVALID, r->line, "tile %s: more than %d segments", t->id,
                      CARC_MAX_SEGMENTS);
  if (!carcM_read_segment_name(named, &kind, &t->ports[s])) return refuse_segment(r, t, w);
  t->kind[s] = (uint8_t)kind;
  if (sides.length > 0 && !read_touched((text_view){sides.at + 1, sides.length - 1}, s, t))
    return carcU_fail(err, CARC_ERR_INVALID, r->line,
                      "tile %s: '%.*s': after ~, a field must name the sides of the cities that it borders, "
                      "as in field:EL~N, and a road or river with one side must name what it runs into, as "
                      "in road:E~N or road:E~monastery",
                      t->id, (int)w.length, w.at);
  t->segments++;
  t->of_kind[kind] |= (uint16_t)(1u << s);
  return read_carried(r, carried, s, t);
}

/* Reads `@NAME`, where NAME is an attribute of the tile. */
static carc_status read_tile_attribute (const tile_context *r, text_view w, tile_type *t) {
  text_view name = {w.at + 1, w.length - 1};
  bool optional = may_lack(&name);
  int m = carcM_find_name(r->d, CARC_NAME_KIND_TILE_ATTRIBUTE, r->script, name);
  if (m < 0 && optional) return CARC_OK;
  if (m < 0)
    return refuse_attribute(r, CARC_NAME_KIND_TILE_ATTRIBUTE, t, name, "not a declared attribute of tiles");
  t->tile_attributes |= (attribute_set)1 << m;
  return CARC_OK;
}

/*
** Reads the id of the tile that this tile replaces. If `?` follows the id, the game may lack that
** tile.
*/
static carc_status read_instead (const tile_context *r, text_view id, tile_type *t) {
  bool twice = t->instead[0] != '\0';
  t->may_lack = may_lack(&id);
  if (!twice && carcU_word_to_name(id, t->instead)) return CARC_OK;
  return carcU_fail(
      r->err, CARC_ERR_INVALID, r->line,
      "tile %s: 'instead:%.*s': expected the one tile that this tile replaces, as in instead:BA-U", t->id,
      VIEW(id));
}

/* Reads a word of a tile: a segment, an attribute, `wild` or `instead`. */
static carc_status read_tile_word (const tile_context *r, text_view w, tile_type *t) {
  if (w.at[0] == '@') return read_tile_attribute(r, w, t);
  text_view n, name = carcU_split_word(w, ':', &n);
  int sides = SIDES;
  if (carcU_word_equals(name, "instead"))
    return read_instead(r, n.length > 0 ? (text_view){n.at + 1, n.length - 1} : n, t);
  if (!carcU_word_equals(name, "wild")) return read_segment(r, w, t);
  if (n.length > 0 && !carcU_word_to_int((text_view){n.at + 1, n.length - 1}, 1, SIDES, &sides))
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "tile %s: '%.*s': expected wild:N with a number of neighbours from 1 to 4", t->id,
                      (int)w.length, w.at);
  t->wild = (uint8_t)sides;
  return CARC_OK;
}

/*
** Checks that each port belongs to at most one segment, and that the segment's kind can have the
** port.
*/
static carc_status check_ports (const tile_type *t, int line, carc_error *err) {
  uint16_t taken = 0;
  for (int s = 0; s < t->segments; s++) {
    uint16_t twice = taken & t->ports[s];
    if (twice)
      return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: two segments overlap at %s", t->id,
                        carc_port_name(lowest_bit(twice)));
    taken |= t->ports[s];
    for (int p = 0; p < CARC_PORTS; p++) {
      bool middle = p % 3 == PORT_MIDDLE, field = t->kind[s] == CARC_KIND_FIELD;
      if (t->kind[s] == CARC_KIND_CITY && (t->ports[s] >> port_at(p / 3, PORT_MIDDLE) & 1))
        continue; /* a city may have half of a side */
      if ((t->ports[s] >> p & 1) && middle == field)
        return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: a %s cannot be at %s", t->id,
                          carc_kind_name((carc_kind)t->kind[s]), carc_port_name(p));
    }
    if (carcM_edge_of_kind(t->kind[s]) > EDGE_FIELD && t->ports[s] == 0)
      return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: a %s needs at least one side", t->id,
                        carc_kind_name((carc_kind)t->kind[s]));
    if (carcM_edge_of_kind(t->kind[s]) < EDGE_FIELD && t->ports[s] != 0)
      return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: a %s cannot have sides", t->id,
                        carc_kind_name((carc_kind)t->kind[s]));
    if (t->wild && t->ports[s] != 0)
      return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s is wild, so its segments must not have sides",
                        t->id);
  }
  return CARC_OK;
}

/*
** Checks a side of a city. If the city has only half of the side, a field must have the other half.
*/
static carc_status check_city_side (const tile_type *t, int side, int city, int line, carc_error *err) {
  int left = segment_at(t, port_at(side, PORT_LEFT)), right = segment_at(t, port_at(side, PORT_RIGHT));
  if ((left == city) != (right == city)) {
    int other = left == city ? right : left;
    if (other >= 0 && t->kind[other] == CARC_KIND_FIELD) return CARC_OK;
    return carcU_fail(err, CARC_ERR_INVALID, line,
                      "tile %s: the city has half of side %s, but no field has the other half", t->id,
                      side_name(side));
  }
  if (left < 0 && right < 0) return CARC_OK;
  if (left == city)
    return carcU_fail(err, CARC_ERR_INVALID, line,
                      "tile %s: both halves of side %s belong to the city; write city:%s", t->id,
                      side_name(side), side_name(side));
  return carcU_fail(err, CARC_ERR_INVALID, line,
                    "tile %s: a field overlaps the city at side %s; to leave half of the side to the field, "
                    "write city:%s.%s",
                    t->id, side_name(side), side_name(side),
                    carc_port_name(port_at(side, left < 0 ? PORT_LEFT : PORT_RIGHT)));
}

/*
** Checks that a side has a city; a road or river between two fields; one field; or two fields that
** both border the city whose tip touches the side.
*/
static carc_status check_side (const tile_type *t, int side, int line, carc_error *err) {
  int left = segment_at(t, port_at(side, PORT_LEFT)), middle = segment_at(t, port_at(side, PORT_MIDDLE)),
      right = segment_at(t, port_at(side, PORT_RIGHT));
  if (middle >= 0 && t->kind[middle] == CARC_KIND_CITY) return check_city_side(t, side, middle, line, err);
  if (middle >= 0) {
    if (left < 0 || right < 0)
      return carcU_fail(err, CARC_ERR_INVALID, line,
                        "tile %s: side %s is incomplete: a field is missing beside the %s", t->id,
                        side_name(side), carc_kind_name((carc_kind)t->kind[middle]));
  } else if (left < 0 || right < 0) {
    return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: side %s is incomplete: a segment is missing",
                      t->id, side_name(side));
  } else if (left != right && (t->touches[left] & t->touches[right]) == 0) {
    return carcU_fail(err, CARC_ERR_INVALID, line,
                      "tile %s: two fields meet at side %s, but no road lies between them and they do not "
                      "border the same city",
                      t->id, side_name(side));
  }
  return CARC_OK;
}

/* Replaces the sides after '~' by the segments of the cities that they name. */
static carc_status find_borders (tile_type *t, int line, carc_error *err) {
  for (int s = 0; s < t->segments; s++) {
    if (t->kind[s] != CARC_KIND_FIELD) continue;
    uint16_t cities = 0;
    for (int p = 0; p < CARC_PORTS; p++) {
      if ((t->touches[s] >> p & 1) == 0) continue;
      int c = segment_at(t, p);
      if (c < 0 || t->kind[c] != CARC_KIND_CITY)
        return carcU_fail(err, CARC_ERR_INVALID, line,
                          "tile %s: a field should border a city at side %s, but this side has no city",
                          t->id, carc_port_name(p));
      cities |= (uint16_t)(1u << c);
    }
    t->touches[s] = cities;
    for (int c = 0; c < t->segments; c++) {
      if ((cities >> c & 1) == 0) continue;
      if (t->pairs == MAX_PAIRS)
        return carcU_fail(err, CARC_ERR_INVALID, line, "tile %s: too many fields border cities", t->id);
      t->pair[t->pairs][0] = (uint8_t)s;
      t->pair[t->pairs++][1] = (uint8_t)c;
    }
  }
  return CARC_OK;
}

static carc_status refuse_end (const tile_type *t, int segment, const char *what, int line, carc_error *err) {
  return carcU_fail(err, CARC_ERR_INVALID, line,
                    "tile %s: a %s should run into %s, but the tile has no such segment", t->id,
                    carc_kind_name((carc_kind)t->kind[segment]), what);
}

static carc_status resolve_side (const tile_type *t, int segment, int port, unsigned *found, int line,
                                 carc_error *err) {
  int s = port % 3 == PORT_MIDDLE ? segment_at(t, port) : -1;
  if (s >= 0 && s != segment) {
    *found |= 1u << s;
    return CARC_OK;
  }
  char what[80];
  text_writer w = carcU_new_writer(what, sizeof what);
  carcU_put(&w, "another road, a river or a city at side %s", carc_port_name(port));
  return refuse_end(t, segment, what, line, err);
}

static carc_status resolve_unsided (const tile_type *t, int segment, int kind, unsigned *found, int line,
                                    carc_error *err) {
  int side = side_of_end(t, segment);
  unsigned there = t->of_kind[kind];
  for (int s = 0; s < t->segments && kind == CARC_KIND_FIELD; s++)
    if ((t->ports[s] >> port_at(side, PORT_LEFT) & 1) == 0 &&
        (t->ports[s] >> port_at(side, PORT_RIGHT) & 1) == 0)
      there &= ~(1u << s);
  *found |= there;
  return there != 0 ? CARC_OK : refuse_end(t, segment, carc_kind_name((carc_kind)kind), line, err);
}

static carc_status resolve_end (const tile_type *t, int segment, unsigned *found, int line, carc_error *err) {
  carc_status status = CARC_OK;
  *found = 0;
  for (unsigned left = t->touches[segment]; left != 0 && status == CARC_OK; left &= left - 1) {
    int bit = lowest_bit(left);
    status = bit < CARC_PORTS ? resolve_side(t, segment, bit, found, line, err)
                              : resolve_unsided(t, segment, unsided[bit - CARC_PORTS], found, line, err);
  }
  return status;
}

/*
** Replaces the words that say what roads and rivers run into by the segments that these words name.
** If the line of text that declares the tile has no such words, derives the segments.
*/
static carc_status find_ends (tile_type *t, int line, carc_error *err) {
  for (int s = 0; s < t->segments; s++) {
    if (!ends_inside(t, s)) continue;
    unsigned found = 0;
    carc_status status = CARC_OK;
    if (t->touches[s] != 0)
      status = resolve_end(t, s, &found, line, err);
    else
      found = carcP_derive_line_end(t, s);
    if (status != CARC_OK) return status;
    t->touches[s] = (uint16_t)found;
  }
  return CARC_OK;
}

/* Monasteries, and spots that score as monasteries, as bits. */
static unsigned find_surrounded (const tile_type *t, const vocabulary *words) {
  unsigned found = t->of_kind[CARC_KIND_MONASTERY];
  for (int s = 0; s < t->segments; s++)
    for (attribute_set left = t->attributes[s]; left != 0; left &= left - 1)
      found |= (unsigned)words->attribute[lowest_bit(left)].scores_as_monastery << s;
  return found;
}

carc_status carcP_read_tile (const char **at, const carc_definition *d, int script, int line, tile_type *out,
                             carc_error *err) {
  tile_context r = {d, script, line, err};
  tile_type t;
  memset(&t, 0, sizeof t);
  text_view w = carcU_next_word(at);
  if (!carcU_word_to_name(w, t.id))
    return carcU_fail(err, CARC_ERR_INVALID, line,
                      "'%.*s' is not a name for a tile; expected up to 23 letters, digits, _, - and .",
                      (int)w.length, w.at);
  w = carcU_next_word(at);
  if (w.length < 2 || w.at[0] != 'x' ||
      !carcU_word_to_int((text_view){w.at + 1, w.length - 1}, 0, CARC_MAX_TILES, &t.count))
    return carcU_fail(err, CARC_ERR_INVALID, line,
                      "tile %s: '%.*s' is not a number of copies; expected x0 to x%d", t.id, (int)w.length,
                      w.at, CARC_MAX_TILES);
  carc_status status = CARC_OK;
  for (w = carcU_next_word(at); status == CARC_OK && w.length > 0; w = carcU_next_word(at))
    status = read_tile_word(&r, w, &t);
  if (status == CARC_OK && t.segments == 0)
    status = carcU_fail(err, CARC_ERR_INVALID, line, "tile %s has no segments", t.id);
  if (status == CARC_OK) status = check_ports(&t, line, err);
  for (int side = 0; side < SIDES && status == CARC_OK && !t.wild; side++)
    status = check_side(&t, side, line, err);
  t.surrounded = (uint16_t)find_surrounded(&t, &d->words);
  if (status == CARC_OK) status = find_borders(&t, line, err);
  if (status == CARC_OK) status = find_ends(&t, line, err);
  if (status != CARC_OK) return status;
  carcM_derive_tile(&t, &d->words);
  *out = t;
  return CARC_OK;
}
