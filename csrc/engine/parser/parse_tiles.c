/*
** parse_tiles.c: statements about tiles: attributes, sets, counts, start tiles. tile_reader.c reads
** the line of text that declares a tile.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "model/names.h"
#include "model/tile.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "parser/tile_reader.h"

enum { MERGE_ANY, MERGE_ALL, MERGE_COUNTED, MERGE_LOCAL };

static carc_status check_attribute (definition_reader *r, const statement_context *g,
                                    const attribute_words *said) {
  const char *text = said->row.name.text;
  text_view name = {text, strlen(text)};
  if (!said->of_tile && carcU_index_in_words(name, "pennant|wine|grain|cloth") >= 0)
    return FAIL(r, "attribute %s: a built-in attribute has this name; choose another name", text);
  bool means = carcP_has_key(g, "tile_points") || carcP_has_key(g, "incomplete_tile_points") ||
               carcP_has_key(g, "field_factor") || carcP_has_key(g, "pig_factor");
  if (said->merge == MERGE_LOCAL && means)
    return FAIL(r,
                "attribute %s: merge=local: a feature never has a local attribute, so keys about points "
                "would have no effect",
                text);
  return CARC_OK;
}

static carc_status add_tile_attribute (definition_reader *r, const owned_name *name) {
  vocabulary *v = &r->d->words;
  if (v->n_tile_attributes == CARC_MAX_TILE_ATTRIBUTES)
    return FAIL(r, "more than %d attributes of tiles", CARC_MAX_TILE_ATTRIBUTES);
  v->tile_attribute[v->n_tile_attributes++] = *name;
  carcM_disambiguate_name(r->d, CARC_NAME_KIND_TILE_ATTRIBUTE, name);
  return CARC_OK;
}

static carc_status add_attribute (definition_reader *r, const attribute_words *said) {
  vocabulary *v = &r->d->words;
  if (v->n_attributes == CARC_MAX_ATTRIBUTES) return FAIL(r, "more than %d attributes", CARC_MAX_ATTRIBUTES);
  v->inverted |= (attribute_set)(said->merge == MERGE_ALL) << v->n_attributes;
  v->summed |= (attribute_set)(said->merge == MERGE_COUNTED) << v->n_attributes;
  v->local |= (attribute_set)(said->merge == MERGE_LOCAL) << v->n_attributes;
  v->attribute[v->n_attributes++] = said->row;
  carcM_disambiguate_name(r->d, CARC_NAME_KIND_ATTRIBUTE, &said->row.name);
  return CARC_OK;
}

/* Whether the declared attribute `m` of segments has the same words as this declaration. */
static bool is_same_attribute (const vocabulary *v, int m, const attribute_words *said) {
  const attribute_row *a = &v->attribute[m], *b = &said->row;
  int merge = v->inverted >> m & 1 ? MERGE_ALL
              : v->summed >> m & 1 ? MERGE_COUNTED
              : v->local >> m & 1  ? MERGE_LOCAL
                                   : MERGE_ANY;
  return merge == said->merge && a->tile_points == b->tile_points &&
         a->incomplete_tile_points == b->incomplete_tile_points && a->nothing == b->nothing &&
         a->field_factor == b->field_factor && a->pig_factor == b->pig_factor &&
         a->extra_open_ends == b->extra_open_ends && a->scores_as_monastery == b->scores_as_monastery;
}

carc_status carcP_attribute_statement (definition_reader *r) {
  attribute_words said;
  memset(&said, 0, sizeof said);
  statement_context g = carcP_begin_statement(r, IN_attribute, &said);
  TRY(carcP_read_keys(r, &g));
  TRY(check_attribute(r, &g, &said));
  said.row.nothing = said.row.incomplete_tile_points == SCORES_NOTHING;
  if (said.row.nothing) said.row.incomplete_tile_points = 0;
  declaration w = DECLARATION(r);
  carc_name_kind of = said.of_tile ? CARC_NAME_KIND_TILE_ATTRIBUTE : CARC_NAME_KIND_ATTRIBUTE;
  int same = -1;
  TRY(carcM_declare_name(&w, of, said.shared, &said.row.name, &same));
  if (same >= 0)
    return carcM_confirm_redeclaration(&w, of, same,
                                       said.of_tile || is_same_attribute(&r->d->words, same, &said));
  return said.of_tile ? add_tile_attribute(r, &said.row.name) : add_attribute(r, &said);
}

PLAIN_STATEMENT(held_back, r->d->held |= (attribute_set)1 << said.number)

/* Replaces up to `count` copies of another tile by copies of this tile. */
static void exchange (tile_type *t, int count, tile_type *other) {
  t->count = count < other->count ? count : other->count;
  other->count -= t->count;
}

static carc_status take_place (definition_reader *r, tile_type *t) {
  carc_definition *d = r->d;
  if (t->instead[0] == '\0') return CARC_OK;
  int other = carc_type_find(d, t->instead);
  if (other < 0 && !t->may_lack)
    return FAIL_ABSENT(
        r, true,
        "tile %s: instead: the game has no tile %s; to omit tile %s in such games, write `instead:%s?`",
        t->id, t->instead, t->id, t->instead);
  if (other >= 0) {
    exchange(t, t->count, &d->type[other]);
  } else {
    t->waiting = t->count;
    t->count = 0;
  }
  return CARC_OK;
}

/* Carries out the replacements of this tile by tiles that were declared before it. */
static void give_place (carc_definition *d, tile_type *t) {
  for (int i = 0; i < d->n_types; i++) {
    tile_type *other = &d->type[i];
    if (other->waiting == 0 || strcmp(other->instead, t->id) != 0) continue;
    exchange(other, other->waiting, t);
    other->waiting = 0;
  }
}

/* Adds a tile. Fails if a tile with this id exists. */
static carc_status add_tile (definition_reader *r, const char **at, int times) {
  carc_definition *d = r->d;
  tile_type t;
  TRY(carcP_read_tile(at, d, r->script, r->line, &t, r->err));
  t.count *= times;
  TRY(take_place(r, &t));
  for (int i = 0; i < d->n_types; i++)
    if (strcmp(d->type[i].id, t.id) == 0)
      return FAIL(r, "tile %s is repeated; `count %s N` sets its number", t.id, t.id);
  if (d->n_types == CARC_MAX_TYPES) return FAIL(r, "more than %d different tiles", CARC_MAX_TYPES);
  if (d->n_types == d->type_room) {
    size_t old = (size_t)d->type_room * sizeof *d->type;
    tile_type *grown = d->allocator.resize(d->allocator.ud, d->type, old, old + 32 * sizeof *d->type);
    if (grown == NULL) return carcU_fail(r->err, CARC_ERR_MEMORY, 0, "not enough memory");
    d->type = grown;
    d->type_room += 32;
  }
  give_place(d, &t);
  d->type[d->n_types++] = t;
  return CARC_OK;
}

static const char *set_name (const void *ud, int i) {
  (void)ud;
  return carc_tileset_name(i);
}

carc_status carcP_set_statement (definition_reader *r) {
  text_view w = carcP_take_word(r), times = carcP_take_word(r);
  int n = 1;
  if (times.length > 0 &&
      (times.at[0] != 'x' || !carcU_word_to_int((text_view){times.at + 1, times.length - 1}, 1, 9, &n)))
    return FAIL(r, "set: '%.*s' is not a number of copies; write x2 to have the set twice", VIEW(times));
  for (int i = 0; carc_tileset_name(i) != NULL; i++) {
    if (!carcU_word_equals(w, carc_tileset_name(i))) continue;
    const char *lines = carc_tileset(carc_tileset_name(i));
    while (*lines != '\0') {
      TRY(add_tile(r, &lines, n));
      lines++;
    }
    return CARC_OK;
  }
  const char *near = carc_nearest_name(w.at, w.length, set_name, NULL);
  return FAIL(r, "no set of tiles is named '%.*s'%s%s%s", VIEW(w), NEAREST_HINT(near));
}

carc_status carcP_tile_statement (definition_reader *r) { return add_tile(r, &r->at, 1); }

PLAIN_STATEMENT(count, r->d->type[said.type].count = said.number)

carc_status carcP_start_statement (definition_reader *r) {
  carc_definition *d = r->d;
  const char *back = r->at;
  r->start_given = true;
  if (carcU_word_equals(carcP_take_word(r), "none")) return CARC_OK;
  r->at = back;
  if (d->position->n_starts == CARC_MAX_TILES) return FAIL(r, "more than %d start tiles", CARC_MAX_TILES);
  start_tile *s = &d->position->start[d->position->n_starts++];
  s->line = r->line;
  s->script = r->script;
  s->spanner = -1;
  statement_context g = carcP_begin_statement(r, IN_start, s);
  carc_status status = carcP_read_keys(r, &g);
  if (carcP_has_key(&g, "span")) s->span++; /* the first axis is "none" */
  return status;
}

/* ---- Placement and order of tiles ------------------------------------------------------------ */

/*
** Adds a pair of edges to those that fit or clash. If any statement declares a clash, the edges do
** not fit. With `where`, the pair fits as a whole, and placement_limits.c tests the segments.
*/
static carc_status add_pair_of_edges (definition_reader *r, const edge_words *said) {
  carc_definition *d = r->d;
  uint8_t *masks = said->fits ? r->fits : r->clashes;
  if (said->where != CARC_NONE) {
    if (d->n_edge_filters == MAX_EDGE_FILTERS)
      return FAIL(r, "edge: more than %d keys `where`", MAX_EDGE_FILTERS);
    d->edge_filter[d->n_edge_filters++] = (edge_filter){said->kind, said->other, said->fits, said->where};
    if (!said->fits) return CARC_OK;
  }
  masks[said->kind] |= (uint8_t)(1u << said->other);
  masks[said->other] |= (uint8_t)(1u << said->kind);
  return CARC_OK;
}

/* Returns the key that is missing in a statement about one or two kinds of edges. */
static const char *check_edge (const statement_context *g) {
  bool of_one = carcP_has_key(g, "must_join") || carcP_has_key(g, "bends"), fits = carcP_has_key(g, "fits");
  if (carcP_has_key(g, "other")) return fits ? NULL : "two kinds of edges require `fits` (true or false)";
  if (fits) return "`fits` requires two kinds of edges, as in { \"city\", \"road\", fits = true }";
  return of_one ? NULL : "one kind of edge requires `must_join`, `bends` or both";
}

carc_status carcP_edge_statement (definition_reader *r) {
  edge_words said;
  memset(&said, 0, sizeof said);
  said.where = CARC_NONE;
  statement_context g = carcP_begin_statement(r, IN_edge, &said);
  TRY(carcP_read_keys(r, &g));
  const char *wrong = check_edge(&g);
  if (wrong != NULL) return FAIL(r, "edge: %s", wrong);
  if (carcP_has_key(&g, "other")) return add_pair_of_edges(r, &said);
  carcP_merge_statement(&g, &r->d->edge[said.kind]);
  return CARC_OK;
}

carc_status carcP_draw_order_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  TRY(carcP_read_statement(r, IN_draw_order, &said));
  for (int i = 0; i < d->n_groups; i++)
    if (d->group[i] == said.number)
      return d->words.tile_attribute[said.number].declared_by != r->script
                 ? CARC_OK
                 : FAIL(r, "draw_order: %s is repeated", carc_tile_attribute_name(d, said.number));
  d->group[d->n_groups++] = (uint8_t)said.number;
  return CARC_OK;
}
