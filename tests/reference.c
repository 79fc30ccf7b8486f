#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"

enum { SIDES = 4 };
static const int dx[SIDES] = {0, 1, 0, -1}, dy[SIDES] = {-1, 0, 1, 0}; /* N E S W */

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* The segment of a span: a road between opposite sides. It is the last segment of its tile. */
static carc_segment road_across (carc_axis axis) {
  return (carc_segment){.kind = CARC_KIND_ROAD,
                        .ports = axis == CARC_AXIS_NORTH_SOUTH ? 1u << 1 | 1u << 7 : 1u << 4 | 1u << 10,
                        .good = -1};
}

static carc_segment segment_on (const ref_board *b, int tile, int segment) {
  carc_tile t = b->tile[tile];
  if (segment == carc_type_segments(b->d, t.type)) return road_across(b->span[tile]);
  return carc_type_segment(b->d, t.type, t.rotation, segment);
}

int ref_segments (const ref_board *b, int tile) {
  return carc_type_segments(b->d, b->tile[tile].type) + (b->span[tile] != CARC_AXIS_NONE);
}

static int segments_on (const ref_board *b, int tile) { return ref_segments(b, tile); }

/* Whether a type is wild. A wild tile fits beside all tiles, and has no edges. */
static bool is_wild (const carc_definition *d, int type) {
  for (int s = 0; s < carc_type_segments(d, type); s++)
    if (carc_type_segment(d, type, 0, s).ports != 0) return false;
  return true;
}

static int segment_at_port (const ref_board *b, int tile, int port) {
  for (int s = 0; s < segments_on(b, tile); s++)
    if (segment_on(b, tile, s).ports >> port & 1) return s;
  return -1;
}

/* The edge of a type on a side: the kind of the segment in the middle of the side, or a field. */
static carc_kind edge_of (const carc_definition *d, int type, int rotation, int side) {
  for (int s = 0; s < carc_type_segments(d, type); s++) {
    carc_segment one = carc_type_segment(d, type, rotation, s);
    if (one.ports >> (3 * side + 1) & 1) return one.kind;
  }
  return CARC_KIND_FIELD;
}

/* The edge of a type on a side, if a span lies across the tile. */
static carc_kind edge_with (const carc_definition *d, int type, int rotation, carc_axis span, int side) {
  bool across = span != CARC_AXIS_NONE && (road_across(span).ports >> (3 * side + 1) & 1);
  return across ? CARC_KIND_ROAD : edge_of(d, type, rotation, side);
}

static carc_kind edge_at (const ref_board *b, int tile, int side) {
  return edge_with(b->d, b->tile[tile].type, b->tile[tile].rotation, b->span[tile], side);
}

static int tile_at (const ref_board *b, int x, int y) {
  for (int t = 0; t < b->n_tiles; t++)
    if (b->tile[t].x == x && b->tile[t].y == y) return t;
  return -1;
}

static int beside (const ref_board *b, int tile, int side) {
  return tile_at(b, b->tile[tile].x + dx[side], b->tile[tile].y + dy[side]);
}

static int neighbours (const ref_board *b, int tile) {
  int n = 0;
  for (int t = 0; t < b->n_tiles; t++) {
    int east = b->tile[t].x - b->tile[tile].x, south = b->tile[t].y - b->tile[tile].y;
    n += t != tile && abs(east) <= 1 && abs(south) <= 1;
  }
  return n;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static int kinds_in (const char *list) {
  int on = 0;
  for (int k = 0; k < CARC_KIND_COUNT; k++)
    if (strstr(list, carc_kind_name((carc_kind)k)) != NULL) on |= 1 << k;
  return on;
}

static void set_role (ref_piece *p, int role) {
  p->role = role;
  p->power = role == FOLLOWER;
  p->ordinary = role == FOLLOWER;
  p->on = role == FOLLOWER  ? 15u
          : role == BUILDER ? 1u << CARC_KIND_ROAD | 1u << CARC_KIND_CITY
                            : 1u << CARC_KIND_FIELD;
}

static void read_piece_words (ref_piece *p, const char *line) {
  char word[80];
  for (int n = 0; sscanf(line, " %79[^ \n]%n", word, &n) == 1; line += n) {
    if (strcmp(word, "role=follower") == 0) set_role(p, FOLLOWER);
    if (strcmp(word, "role=builder") == 0) set_role(p, BUILDER);
    if (strcmp(word, "role=pig") == 0) set_role(p, PIG);
    if (strcmp(word, "role=special") == 0) set_role(p, SPECIAL);
    if (strcmp(word, "role=span") == 0) set_role(p, SPAN);
    /* pennants: 0 */
    if (strncmp(word, "power=", 6) == 0) p->power = (int)strtol(word + 6, NULL, 10);
    if (strcmp(word, "power=pennants") == 0) p->by_pennants = true;
    if (strncmp(word, "on=", 3) == 0) p->on = (unsigned)kinds_in(word + 3);
    if (strncmp(word, "hosts_builder=", 14) == 0) p->ordinary = strcmp(word + 14, "yes") == 0;
    if (line[n] == '\n') return;
  }
}

static int rule (const ref_board *b, carc_rule which) { return carc_definition_rule(b->d, which); }

static void read_pieces (ref_board *b) {
  for (int p = 0; p < carc_definition_pieces(b->d); p++) {
    char start[64];
    int length = snprintf(start, sizeof start, "piece %s ", carc_piece_name(b->d, p));
    ref_piece *piece = &b->piece[p];
    set_role(piece, p < 3 ? p : FOLLOWER);
    for (const char *line = carc_definition_text(b->d); *line != '\0';) {
      if (strncmp(line, start, (size_t)length) == 0) read_piece_words(piece, line + length);
      line = strchr(line, '\n') + 1;
    }
    bool stands_by = piece->role == BUILDER || piece->role == PIG;
    if (stands_by && (rule(b, CARC_RULE_COUNT_AS_FOLLOWERS) & CARC_COUNT_IN_MAJORITIES)) piece->power = 1;
  }
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static void read_attribute_words (ref_attribute *m, const char *line) {
  char word[80];
  for (int n = 0; sscanf(line, " %79[^ \n]%n", word, &n) == 1; line += n) {
    const char *value = strchr(word, '=');
    int v = value != NULL ? (int)strtol(value + 1, NULL, 10) : 0;
    if (strncmp(word, "tile_points=", 12) == 0) m->each = v;
    if (strncmp(word, "incomplete_tile_points=", 23) == 0) m->unfinished = v;
    if (strcmp(word, "incomplete_tile_points=nothing") == 0) m->nothing = true;
    if (strncmp(word, "field_factor=", 13) == 0) m->field = v;
    if (strncmp(word, "pig_factor=", 11) == 0) m->pig = v;
    if (strncmp(word, "extra_open_ends=", 16) == 0) m->open = v;
    if (line[n] == '\n') return;
  }
}

static void read_attributes (ref_board *b) {
  for (int i = 0; i < carc_definition_attributes(b->d); i++) {
    char start[64];
    int length = snprintf(start, sizeof start, "attribute %s", carc_attribute_name(b->d, i));
    b->attribute[i] = (ref_attribute){.field = 1, .pig = 1};
    for (const char *line = carc_definition_text(b->d); *line != '\0'; line = strchr(line, '\n') + 1)
      if (strncmp(line, start, (size_t)length) == 0 && line[length] == ' ')
        read_attribute_words(&b->attribute[i], line + length);
  }
}

/* ---- Features -------------------------------------------------------------------------------- */

/* Gives a number to this segment and to all segments that are connected with it. */
static void flood (ref_board *b, int tile, int segment, int number) {
  if (b->number[tile][segment] >= 0) return;
  b->number[tile][segment] = number;
  carc_segment here = segment_on(b, tile, segment);
  for (int port = 0; port < CARC_PORTS; port++) {
    if ((here.ports >> port & 1) == 0) continue;
    int side = port / 3, there = beside(b, tile, side);
    if (there < 0) continue;
    int opposite = 3 * ((side + 2) % SIDES) + 2 - port % 3, across = segment_at_port(b, there, opposite);
    if (across >= 0) flood(b, there, across, number); /* -1 on a wild tile */
  }
  for (int i = 0; i < b->n_joins; i++)
    for (int end = 0; end < 2; end++)
      if (b->join[i].tile[end] == tile && b->join[i].segment[end] == segment)
        flood(b, b->join[i].tile[1 - end], b->join[i].segment[1 - end], number);
}

/*
** Number of edges of a segment that have no neighbour. A side with only a field counts as one edge.
*/
static int open_edges (const ref_board *b, int tile, int segment) {
  carc_segment here = segment_on(b, tile, segment);
  int n = 0;
  if (here.kind == CARC_KIND_MONASTERY) return 8 - neighbours(b, tile);
  for (int m = 0; m < carc_definition_attributes(b->d); m++)
    if (here.attributes >> m & 1) n += b->attribute[m].open;
  /* joins do not change the edges of fields */
  for (int i = 0; i < b->n_joins && here.kind != CARC_KIND_FIELD; i++)
    for (int end = 0; end < 2; end++) n -= b->join[i].tile[end] == tile && b->join[i].segment[end] == segment;
  for (int side = 0; side < SIDES; side++) {
    int ports = here.ports >> (3 * side) & 7;
    if (ports == 0 || beside(b, tile, side) >= 0) continue;
    bool two_halves = ports == 5 && edge_at(b, tile, side) == CARC_KIND_ROAD;
    n += two_halves ? 2 : 1;
  }
  return n;
}

static void add_segment (ref_board *b, int tile, int segment, bool new_tile) {
  carc_segment here = segment_on(b, tile, segment);
  ref_feature *f = &b->feature[b->number[tile][segment]];
  if (f->n_segments++ == 0) {
    f->first_tile = tile;
    f->first_segment = segment;
  }
  f->kind = here.kind;
  f->tiles += new_tile;
  f->pennants += here.pennants;
  f->attributes |= here.attributes;
  if (here.good >= 0) f->goods[here.good]++;
  f->open += open_edges(b, tile, segment);
  if (here.kind == CARC_KIND_MONASTERY) f->tiles += neighbours(b, tile);
}

int ref_field_cities (const ref_board *b, int field, bool complete, int *out) {
  int n = 0;
  for (int t = 0; t < b->n_tiles; t++)
    for (int s = 0; s < segments_on(b, t); s++) {
      if (b->number[t][s] != field) continue;
      for (int c = 0; c < segments_on(b, t); c++) {
        if ((segment_on(b, t, s).borders >> c & 1) == 0) continue;
        int city = b->number[t][c], i = 0;
        if (complete && !b->feature[city].complete) continue;
        while (i < n && out[i] != city) i++;
        if (i == n) out[n++] = city;
      }
    }
  return n;
}

/* How many times a city counts for a field; with `pig`, for a field with a pig. */
static int times_of (const ref_board *b, int city, bool pig) {
  int n = 1;
  for (int m = 0; m < carc_definition_attributes(b->d); m++)
    if (b->feature[city].attributes >> m & 1) n *= pig ? b->attribute[m].pig : b->attribute[m].field;
  return n;
}

/* The cities of a field, each counted as many times as its attributes say. */
static int count_cities (const ref_board *b, int field, bool pig) {
  int cities[CARC_MAX_TILES * CARC_MAX_SEGMENTS], n = ref_field_cities(b, field, true, cities), sum = 0;
  for (int i = 0; i < n; i++) sum += times_of(b, cities[i], pig);
  return sum;
}

static int worth (const ref_board *b, int number) {
  const ref_feature *f = &b->feature[number];
  if (f->kind == CARC_KIND_SPOT) return 0;
  if (f->kind == CARC_KIND_FIELD)
    return count_cities(b, number, false) * rule(b, CARC_RULE_FIELD_CITY_POINTS);
  if (f->kind == CARC_KIND_MONASTERY) return f->tiles;
  bool small = f->tiles == 2 && rule(b, CARC_RULE_SMALL_CITY) == 2, nothing = false;
  int each = f->kind == CARC_KIND_CITY && f->complete && !small ? 2 : 1;
  for (int m = 0; m < carc_definition_attributes(b->d); m++) {
    if ((f->attributes >> m & 1) == 0) continue;
    each += f->complete ? b->attribute[m].each : b->attribute[m].unfinished;
    nothing = nothing || (b->attribute[m].nothing && !f->complete);
  }
  return nothing || each < 0 ? 0 : each * (f->tiles + f->pennants);
}

static unsigned most_of (const int *amount, int players) {
  int most = 0;
  unsigned who = 0;
  for (int p = 0; p < players; p++)
    if (amount[p] > most) most = amount[p];
  for (int p = 0; p < players; p++)
    if (most > 0 && amount[p] == most) who |= 1u << p;
  return who;
}

void ref_stand (ref_board *b, const carc_piece *standings, int n) {
  for (int i = 0; i < b->n_features; i++) {
    ref_feature *f = &b->feature[i];
    memset(f->power, 0, sizeof f->power);
    memset(f->ordinary, 0, sizeof f->ordinary);
    f->followers = f->builders = f->pigs = 0;
  }
  b->n_standings = n;
  for (int i = 0; i < n; i++) {
    carc_piece one = b->standing[i] = standings[i];
    ref_feature *f = &b->feature[b->number[one.tile][one.segment]];
    const ref_piece *p = &b->piece[one.piece];
    f->power[one.player] += p->power + (p->by_pennants ? f->pennants : 0);
    f->ordinary[one.player] += p->role == FOLLOWER && p->ordinary;
    if (p->role >= SPECIAL) continue;
    unsigned *role = p->role == FOLLOWER ? &f->followers : p->role == BUILDER ? &f->builders : &f->pigs;
    *role |= 1u << one.player;
  }
  for (int i = 0; i < b->n_features; i++)
    b->feature[i].majority = most_of(b->feature[i].power, carc_definition_players(b->d));
}

ref_board *ref_read (const carc_definition *d, const carc_state *s) { return ref_read_joined(d, s, NULL, 0); }

ref_board *ref_read_joined (const carc_definition *d, const carc_state *s, const ref_join *joins, int n) {
  ref_board *b = calloc(1, sizeof *b);
  carc_piece standings[CARC_MAX_STANDING];
  if (b == NULL || n > CARC_MAX_TILES) abort();
  b->d = d;
  read_pieces(b);
  read_attributes(b);
  b->n_joins = n;
  for (int i = 0; i < n; i++) b->join[i] = joins[i];
  b->n_tiles = carc_state_tiles(d, s);
  for (int t = 0; t < b->n_tiles; t++) {
    b->tile[t] = carc_state_tile(d, s, t);
    b->tile[t].type = carc_type_find(d, carc_type_id(d, b->tile[t].type));
    b->span[t] = carc_state_span(d, s, t);
  }
  memset(b->number, 0xFF, (size_t)b->n_tiles * sizeof *b->number);
  for (int t = 0; t < b->n_tiles; t++)
    for (int i = 0; i < segments_on(b, t); i++)
      if (b->number[t][i] < 0) flood(b, t, i, b->n_features++);
  for (int t = 0; t < b->n_tiles; t++)
    for (int i = 0; i < segments_on(b, t); i++) {
      bool new_tile = true;
      for (int k = 0; k < i; k++) new_tile = new_tile && b->number[t][k] != b->number[t][i];
      add_segment(b, t, i, new_tile);
    }
  for (int i = 0; i < b->n_features; i++)
    b->feature[i].complete = b->feature[i].kind != CARC_KIND_FIELD && b->feature[i].kind != CARC_KIND_SPOT &&
                             b->feature[i].open == 0;
  for (int i = 0; i < b->n_features; i++) b->feature[i].points = worth(b, i);
  for (int i = 0; i < carc_state_pieces(d, s); i++) standings[i] = carc_state_piece(d, s, i);
  ref_stand(b, standings, carc_state_pieces(d, s));
  return b;
}

/* ---- Legal actions --------------------------------------------------------------------------- */

static bool fits (const ref_board *b, int type, int x, int y, int rotation, carc_axis span) {
  int touching = 0;
  bool wild = is_wild(b->d, type);
  if (tile_at(b, x, y) >= 0) return false;
  for (int side = 0; side < SIDES; side++) {
    int t = tile_at(b, x + dx[side], y + dy[side]);
    if (t < 0) continue;
    touching++;
    if (!wild && edge_at(b, t, (side + 2) % SIDES) != edge_with(b->d, type, rotation, span, side))
      return false;
  }
  if (wild) return touching == SIDES && rotation == 0;
  return touching > 0 || (b->n_tiles == 0 && x == 0 && y == 0);
}

/* Whether a cell is empty and beside a tile. Before the first tile, only the cell 0,0 is. */
static bool is_open (const ref_board *b, int x, int y) {
  if (b->n_tiles == 0) return x == 0 && y == 0;
  if (tile_at(b, x, y) >= 0) return false;
  for (int side = 0; side < SIDES; side++)
    if (tile_at(b, x + dx[side], y + dy[side]) >= 0) return true;
  return false;
}

/* A rectangle around all tiles, with one cell to spare. */
typedef struct frame {
  int west, east, north, south;
} frame;

static frame frame_of (const ref_board *b) {
  int west = 0, east = 0, north = 0, south = 0;
  for (int t = 0; t < b->n_tiles; t++) {
    carc_tile one = b->tile[t];
    if (t == 0 || one.x < west) west = one.x;
    if (t == 0 || one.x > east) east = one.x;
    if (t == 0 || one.y < north) north = one.y;
    if (t == 0 || one.y > south) south = one.y;
  }
  return (frame){west - 1, east + 1, north - 1, south + 1};
}

int ref_placements (const ref_board *b, int type, carc_action *out, int room) {
  int n = 0;
  frame all = frame_of(b);
  for (int y = all.north; y <= all.south; y++)
    for (int x = all.west; x <= all.east; x++)
      for (int rotation = 0; rotation < SIDES && is_open(b, x, y); rotation++) {
        if (!fits(b, type, x, y, rotation, CARC_AXIS_NONE)) continue;
        carc_action_fields f = {
            .kind = CARC_ACTION_PLACE, .type = type, .x = x, .y = y, .rotation = rotation};
        if (n < room) out[n] = carc_action_pack(&f);
        n++;
      }
  return n;
}

/* Whether the sides of a tile allow a span across it. */
static bool bears (const carc_definition *d, int type, int rotation, carc_axis axis) {
  int side = axis == CARC_AXIS_NORTH_SOUTH ? 0 : 1;
  return !is_wild(d, type) && edge_of(d, type, rotation, side) == CARC_KIND_FIELD &&
         edge_of(d, type, rotation, side + 2) == CARC_KIND_FIELD;
}

/* Whether a span across this tile makes the other tile fit. Both ends of the span must be free. */
static bool fits_beside (ref_board *b, int tile, carc_axis axis, int type, int x, int y, int rotation) {
  int side = axis == CARC_AXIS_NORTH_SOUTH ? 0 : 1;
  if (b->span[tile] != CARC_AXIS_NONE || !bears(b->d, b->tile[tile].type, b->tile[tile].rotation, axis))
    return false;
  if (beside(b, tile, side) >= 0 || beside(b, tile, side + 2) >= 0) return false;
  b->span[tile] = axis;
  bool fine = fits(b, type, x, y, rotation, CARC_AXIS_NONE);
  b->span[tile] = CARC_AXIS_NONE;
  return fine;
}

/* Lists the spans that make a tile fit at a place. Each is a number as in the action. */
static int spans_for (const ref_board *board, int type, int x, int y, int rotation, int out[10]) {
  static const int where_x[5] = {0, 0, 1, 0, -1}, where_y[5] = {0, -1, 0, 1, 0};
  ref_board *b = calloc(1, sizeof *b);
  int n = 0;
  if (b == NULL) abort();
  *b = *board;
  for (int where = 0; where < 5; where++)
    for (int axis = CARC_AXIS_NORTH_SOUTH; axis <= CARC_AXIS_EAST_WEST; axis++) {
      int t = tile_at(b, x + where_x[where], y + where_y[where]);
      bool fine = where == 0 ? bears(b->d, type, rotation, (carc_axis)axis) &&
                                   fits(b, type, x, y, rotation, (carc_axis)axis)
                             : t >= 0 && fits_beside(b, t, (carc_axis)axis, type, x, y, rotation);
      if (fine) out[n++] = 2 * where + axis;
    }
  free(b);
  return n;
}

int ref_spanned_placements (const ref_board *b, int type, carc_action *out, int room) {
  int n = 0, spans[10];
  frame f = frame_of(b);
  if (is_wild(b->d, type)) return 0;
  for (int y = f.north; y <= f.south; y++)
    for (int x = f.west; x <= f.east; x++)
      for (int rotation = 0; rotation < SIDES; rotation++) {
        if (tile_at(b, x, y) >= 0 || fits(b, type, x, y, rotation, CARC_AXIS_NONE)) continue;
        int ways = spans_for(b, type, x, y, rotation, spans);
        for (int i = 0; i < ways; i++) {
          carc_action_fields a = {.kind = CARC_ACTION_PLACE,
                                  .type = type,
                                  .x = x,
                                  .y = y,
                                  .rotation = rotation,
                                  .span = spans[i]};
          if (n < room) out[n] = carc_action_pack(&a);
          n++;
        }
      }
  return n;
}

static bool may_stand (const ref_board *b, const ref_feature *f, const ref_piece *p, int player) {
  bool own = f->followers >> player & 1;
  if ((p->on >> f->kind & 1) == 0 || p->role >= SPECIAL) return false;
  if (p->role == PIG) return own;
  if (p->role == BUILDER) {
    bool host = rule(b, CARC_RULE_BUILDER_HOST) == CARC_BUILDER_HOST_ORDINARY ? f->ordinary[player] > 0 : own;
    return host && !f->complete;
  }
  if (rule(b, CARC_RULE_PIECES_OCCUPY)) return (f->followers | f->builders | f->pigs) == 0;
  return f->followers == 0;
}

int ref_deployments (const ref_board *b, const carc_state *s, int player, carc_action *out, int room) {
  int n = 0, last = b->n_tiles - 1;
  carc_tile t = carc_state_tile(b->d, s, last);
  for (int p = 0; p < carc_definition_pieces(b->d); p++)
    for (int i = 0; i < segments_on(b, last); i++) {
      const ref_feature *f = &b->feature[b->number[last][i]];
      if (carc_state_pieces_in_hand(b->d, s, player, p) == 0 || !may_stand(b, f, &b->piece[p], player))
        continue;
      carc_action_fields a = {.kind = CARC_ACTION_DEPLOY,
                              .type = t.type,
                              .x = t.x,
                              .y = t.y,
                              .rotation = t.rotation,
                              .piece = p,
                              .segment = i};
      if (n < room) out[n] = carc_action_pack(&a);
      n++;
    }
  return n;
}

/* ---- Scoring --------------------------------------------------------------------------------- */

static void give (int points[CARC_MAX_PLAYERS], unsigned players, int n) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    if (players >> p & 1) points[p] += n;
}

/*
** Whether the last tile is part of the feature; for a monastery, whether it is one of the
** neighbours.
*/
static bool concerns_last (const ref_board *b, int number) {
  const ref_feature *f = &b->feature[number];
  int last = b->n_tiles - 1;
  for (int i = 0; i < segments_on(b, last); i++)
    if (b->number[last][i] == number) return true;
  carc_tile m = b->tile[f->first_tile], t = b->tile[last];
  return f->kind == CARC_KIND_MONASTERY && abs(m.x - t.x) <= 1 && abs(m.y - t.y) <= 1;
}

void ref_complete (const ref_board *b, int player, int points[CARC_MAX_PLAYERS],
                   int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]) {
  for (int i = 0; i < b->n_features; i++) {
    const ref_feature *f = &b->feature[i];
    if (!f->complete || !concerns_last(b, i)) continue;
    give(points, f->majority, f->points);
    for (int g = 0; g < CARC_GOOD_COUNT && carc_definition_goods(b->d); g++) goods[player][g] += f->goods[g];
  }
}

void ref_complete_since (const ref_board *before, const ref_board *b, int player,
                         int points[CARC_MAX_PLAYERS], int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]) {
  for (int i = 0; i < b->n_features; i++) {
    const ref_feature *f = &b->feature[i];
    int was = f->first_tile < before->n_tiles ? before->number[f->first_tile][f->first_segment] : -1;
    if (!f->complete || (was >= 0 && before->feature[was].complete)) continue;
    give(points, f->majority, f->points);
    for (int g = 0; g < CARC_GOOD_COUNT && carc_definition_goods(b->d); g++) goods[player][g] += f->goods[g];
  }
}

static void finish_per_field (const ref_board *b, int points[CARC_MAX_PLAYERS]) {
  for (int i = 0; i < b->n_features; i++) {
    const ref_feature *f = &b->feature[i];
    if (f->kind != CARC_KIND_FIELD || f->majority == 0) continue;
    give(points, f->majority, count_cities(b, i, false) * rule(b, CARC_RULE_FIELD_CITY_POINTS));
    give(points, f->majority & f->pigs, count_cities(b, i, true) * rule(b, CARC_RULE_PIG_BONUS));
  }
}

/* Whether a field borders this city. */
static bool touches (const ref_board *b, int field, int city) {
  int cities[CARC_MAX_TILES * CARC_MAX_SEGMENTS], n = ref_field_cities(b, field, true, cities);
  for (int i = 0; i < n; i++)
    if (cities[i] == city) return true;
  return false;
}

/*
** Gives each player points for each city, according to the best field of the player that borders
** the city.
*/
static void finish_per_field_once (const ref_board *b, int points[CARC_MAX_PLAYERS]) {
  for (int city = 0; city < b->n_features; city++) {
    if (b->feature[city].kind != CARC_KIND_CITY || !b->feature[city].complete) continue;
    int best[CARC_MAX_PLAYERS] = {0};
    for (int i = 0; i < b->n_features; i++) {
      const ref_feature *f = &b->feature[i];
      if (f->kind != CARC_KIND_FIELD || f->majority == 0 || !touches(b, i, city)) continue;
      for (int p = 0; p < CARC_MAX_PLAYERS; p++) {
        bool pig = f->pigs >> p & 1;
        int n = rule(b, CARC_RULE_FIELD_CITY_POINTS) * times_of(b, city, false) +
                (pig ? rule(b, CARC_RULE_PIG_BONUS) * times_of(b, city, true) : 0);
        if ((f->majority >> p & 1) && n > best[p]) best[p] = n;
      }
    }
    for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] += best[p];
  }
}

static void finish_per_city (const ref_board *b, int points[CARC_MAX_PLAYERS]) {
  for (int city = 0; city < b->n_features; city++) {
    if (b->feature[city].kind != CARC_KIND_CITY || !b->feature[city].complete) continue;
    int farmers[CARC_MAX_PLAYERS] = {0};
    unsigned pigs = 0;
    for (int i = 0; i < b->n_features; i++) {
      const ref_feature *f = &b->feature[i];
      if (f->kind != CARC_KIND_FIELD || !touches(b, i, city)) continue;
      for (int p = 0; p < CARC_MAX_PLAYERS; p++) farmers[p] += f->power[p];
      pigs |= f->pigs & f->majority;
    }
    unsigned who = most_of(farmers, carc_definition_players(b->d));
    give(points, who, rule(b, CARC_RULE_FIELD_CITY_POINTS) * times_of(b, city, false));
    give(points, who & pigs, rule(b, CARC_RULE_PIG_BONUS) * times_of(b, city, true));
  }
}

void ref_finish (const ref_board *b, int points[CARC_MAX_PLAYERS],
                 int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]) {
  for (int i = 0; i < b->n_features; i++) {
    const ref_feature *f = &b->feature[i];
    if (f->kind != CARC_KIND_FIELD && f->kind != CARC_KIND_SPOT) give(points, f->majority, f->points);
  }
  switch (rule(b, CARC_RULE_FARM_SCORING)) {
    case CARC_FARM_SCORING_PER_CITY: finish_per_city(b, points); break;
    case CARC_FARM_SCORING_PER_FIELD_ONCE: finish_per_field_once(b, points); break;
    default: finish_per_field(b, points);
  }
  for (int g = 0; g < CARC_GOOD_COUNT && carc_definition_goods(b->d); g++) {
    int have[CARC_MAX_PLAYERS];
    for (int p = 0; p < CARC_MAX_PLAYERS; p++) have[p] = goods[p][g];
    give(points, most_of(have, carc_definition_players(b->d)), rule(b, CARC_RULE_GOODS_BONUS));
  }
}
