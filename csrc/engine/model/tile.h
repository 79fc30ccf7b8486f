/* tile.h: a tile as printed, and its rotations. */
#ifndef CARC_TILE_H
#define CARC_TILE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/owned_name.h"
#include "model/sets.h"

enum { SIDES = 4, NO_SEGMENT = 0xFF };
/* Edge on a side of a tile. An edge with an odd number lies between two fields (parts_fields). */
#define EDGE_LIST(X) X(FIELD, "field") X(ROAD, "road") X(CITY, "city") X(RIVER, "river")
enum {
#define X(id, name) EDGE_##id,
  EDGE_LIST(X)
#undef X
      EDGE_COUNT
};
ALWAYS_INLINE bool parts_fields (unsigned edge) { return edge & 1; }
/* The edge of a kind of segment. Kinds without sides have a number below EDGE_FIELD. */
int carcM_edge_of_kind (int kind);
/* Reads one of four edges, which have 2 bits each. */
ALWAYS_INLINE unsigned edge_at (unsigned edges, int side) { return edges >> (2 * side) & 3; }

/*
** Totals of a feature in two words, so that two features are joined by an addition and an `or`.
** `who` has the power of followers in bits 0-29 (5 bits per player), the presence of a special
** piece in bit 30, and from bit 32 on, one byte each for the players with a follower, a builder, a
** pig. Bit 31 and the last byte are unused. `what` has 20 bits of open edges, 10 bits each for
** tiles and pennants, and one byte per good.
*/
typedef struct feature_totals {
  uint64_t who, what;
} feature_totals;

enum { POWER_BITS = 5, SPECIAL_AT = 30, FOLLOWERS_AT = 32, BUILDERS_AT = 40, PIGS_AT = 48 };
enum { OPEN_BITS = 20, TILES_AT = OPEN_BITS, PENNANTS_AT = 30, GOODS_AT = 40 };
#define OPEN_EDGES (((uint64_t)1 << OPEN_BITS) - 1)
#define POWER_MASK 0x3FFFFFFFu
#define FOLLOWER_BITS ((uint64_t)0xFF << FOLLOWERS_AT)
#define PRESENCE_BITS ((uint64_t)0xFFFFFF << FOLLOWERS_AT) /* followers, builders and pigs */
#define ONE_TILE ((uint64_t)1 << TILES_AT)

ALWAYS_INLINE uint32_t powers_of (const feature_totals *r) { return (uint32_t)r->who & POWER_MASK; }
ALWAYS_INLINE int power_of (const feature_totals *r, int player) {
  return (int)(r->who >> (POWER_BITS * player)) & 31;
}
ALWAYS_INLINE unsigned followers_of (const feature_totals *r) { return (r->who >> FOLLOWERS_AT) & 0xFF; }
ALWAYS_INLINE unsigned builders_of (const feature_totals *r) { return (r->who >> BUILDERS_AT) & 0xFF; }
ALWAYS_INLINE unsigned pigs_of (const feature_totals *r) { return (r->who >> PIGS_AT) & 0xFF; }
ALWAYS_INLINE int open_of (const feature_totals *r) { return (int)(r->what & OPEN_EDGES); }
ALWAYS_INLINE int tiles_of (const feature_totals *r) { return (int)(r->what >> TILES_AT) & 0x3FF; }
ALWAYS_INLINE int pennants_of (const feature_totals *r) { return (int)(r->what >> PENNANTS_AT) & 0x3FF; }
ALWAYS_INLINE int goods_of (const feature_totals *r, int good) {
  return (int)(r->what >> (GOODS_AT + 8 * good)) & 0xFF;
}

enum { MAX_OF_ATTRIBUTE = 9 /* maximum count of an attribute on a segment */ };
enum { MAX_PAIRS = 32, AXES = 2, NEVER_CLOSED = 1 << 14 /* more than the open ends of any game */ };
enum { MAX_ENDS = OPEN_EDGES /* maximum of open ends, which feature_totals can hold */ };

/* An attribute of segments, and how it affects the points of a feature. */
typedef struct attribute_row {
  owned_name name;
  int8_t tile_points, incomplete_tile_points; /* added for each tile and pennant of the feature */
  bool nothing;                               /* an incomplete feature does not score */
  uint8_t field_factor, pig_factor;           /* factors of a city for fields, and pigs */
  uint16_t extra_open_ends;                   /* NEVER_CLOSED: the feature is never complete */
  bool scores_as_monastery;                   /* tiles complete a spot by surrounding it */
} attribute_row;

/* Attributes that a definition declares. */
typedef struct vocabulary {
  int n_attributes, n_tile_attributes;
  attribute_row attribute[CARC_MAX_ATTRIBUTES];
  owned_name tile_attribute[CARC_MAX_TILE_ATTRIBUTES];
  attribute_set inverted; /* merge=all: a state stores whether features lack it */
  attribute_set summed;   /* merge=sum: its count is the sum over the segments */
  attribute_set local;    /* merge=local: segments have it, features do not */
} vocabulary;

typedef struct tile_type {
  char id[CARC_NAME_SIZE];
  int count;                      /* number in this game, including start tiles */
  int gone;                       /* how many of these are out of the game at the start */
  uint8_t segments, segment_room; /* segment_room: includes the road of a span */
  bool stands_out;                /* has an attribute, or a segment of a rare kind */
  bool placement_limits;          /* limits can forbid it although its edges fit */
  bool asked;                     /* allow_placement is called for it */
  uint32_t forbidding;            /* bits of filters in `forbidden` that can match it */
  char instead[CARC_NAME_SIZE];   /* name of the tile that it replaces, or "" */
  bool may_lack;                  /* the game may lack the tile that it replaces */
  int waiting;                    /* copies that replace that tile once it is declared */
  uint8_t wild;                   /* fits if it has this number of neighbours; 0: not wild */
  attribute_set all_attributes;   /* attributes of all its segments together */
  attribute_set tile_attributes;
  uint16_t spanned[AXES]; /* by printed axis: the type with a span; 0 if none */
  uint8_t axis;           /* of a type with a span: 1 + the printed axis */
  uint8_t kind[CARC_MAX_SEGMENTS];
  uint8_t good[CARC_MAX_SEGMENTS]; /* 1 + carc_good; 0 if none */
  uint8_t pennants[CARC_MAX_SEGMENTS];
  uint16_t ports[CARC_MAX_SEGMENTS];           /* as printed */
  uint16_t touches[CARC_MAX_SEGMENTS];         /* results of borders_of and ends_at */
  uint16_t of_kind[CARC_KIND_COUNT];           /* by kind: bits of segments */
  uint16_t surrounded;                         /* segments that surrounding tiles complete */
  uint64_t brings[CARC_MAX_SEGMENTS];          /* what each segment adds to `what` */
  uint16_t stands[CARC_MAX_PIECES];            /* segments where each kind of piece may stand */
  uint8_t pairs, pair[MAX_PAIRS][2];           /* pairs of a field and a city that touch */
  uint8_t n_twins, twin[CARC_MAX_SEGMENTS];    /* roads and cities, except the first of each kind */
  attribute_set attributes[CARC_MAX_SEGMENTS]; /* of each segment */
  bool lends_any;                              /* some `lends` is not 0 */
  attribute_set lends[CARC_MAX_SEGMENTS];      /* attributes that each gives to its feature */
  uint8_t numbers[CARC_MAX_SEGMENTS]
                 [CARC_MAX_ATTRIBUTES / 2]; /* how often a segment has an attribute, 4 bits each */
} tile_type;

/* The segment at a printed port; -1 if none. */
static inline int segment_at (const tile_type *t, int port) {
  for (int s = 0; s < t->segments; s++)
    if (t->ports[s] >> port & 1) return s;
  return -1;
}

/* All segments, as bits. */
ALWAYS_INLINE unsigned all_segments (const tile_type *t) { return (1u << t->segments) - 1; }

/* Cities that a field borders, and segments that a road runs into, as bits. */
ALWAYS_INLINE uint16_t borders_of (const tile_type *t, int segment) {
  return t->kind[segment] == CARC_KIND_FIELD ? t->touches[segment] : 0;
}
ALWAYS_INLINE uint16_t ends_at (const tile_type *t, int segment) {
  return t->kind[segment] == CARC_KIND_FIELD ? 0 : t->touches[segment];
}

/*
** LINE_KINDS has a bit for each kind of line: road and river. lines_of has a bit for each segment
** of a tile that is a road or a river.
*/
enum { LINE_KINDS = 1 << CARC_KIND_ROAD | 1 << CARC_KIND_RIVER };
ALWAYS_INLINE unsigned lines_of (const tile_type *t) {
  return t->of_kind[CARC_KIND_ROAD] | t->of_kind[CARC_KIND_RIVER];
}

/* Whether a segment is a road or river with only one side, and thus ends inside the tile. */
ALWAYS_INLINE bool ends_inside (const tile_type *t, int segment) {
  return (LINE_KINDS >> t->kind[segment] & 1) != 0 && count_bits(t->ports[segment]) == 1;
}
/* The side of a road or river that ends inside the tile. */
ALWAYS_INLINE int side_of_end (const tile_type *t, int segment) { return lowest_bit(t->ports[segment]) / 3; }

/* How many times an attribute is printed on a segment. */
ALWAYS_INLINE int times_printed (const tile_type *t, int segment, int attribute) {
  return t->numbers[segment][attribute / 2] >> (4 * (attribute % 2)) & 15;
}

/* Common kinds of segments, as bits. */
enum { COMMON_KINDS = 1 << CARC_KIND_FIELD | 1 << CARC_KIND_ROAD | 1 << CARC_KIND_CITY };

/*
** Loops over segments first run to these limits, which helps branch prediction: most tiles have at
** most four segments.
*/
enum { FEW_SEGMENTS = 4, MORE_SEGMENTS = 8 };

/* A type in one of its four rotations. */
typedef struct rotated_tile {
  /*
  ** The segment at each port. A field side is stored at its middle port; if the side has two
  ** fields, the left field is stored there. A whole city side is stored only at its middle port.
  */
  uint8_t port[CARC_PORTS];
  uint8_t edges; /* 2 bits per side: EDGE_* */
} rotated_tile;

/* The segment at one of the three ports of a side. */
ALWAYS_INLINE int segment_on (const rotated_tile *l, int side, int third) {
  int segment = l->port[3 * side + third];
  return segment != NO_SEGMENT ? segment : l->port[3 * side + 1];
}

/* Whether a side without a road has two halves: two fields, or a city and a field. */
ALWAYS_INLINE bool is_split (const rotated_tile *l, int side) {
  return !parts_fields(edge_at(l->edges, side)) && l->port[3 * side] != l->port[3 * side + 2];
}

/*
** Whether one of the three ports of a side joins the neighbour separately. On a plain side, only
** the middle port does.
*/
ALWAYS_INLINE bool meets_alone (const rotated_tile *l, int side, int third) {
  return is_split(l, side) ? third != 1 : third == 1 || parts_fields(edge_at(l->edges, side));
}

/*
** Computes the other members from the parsed segments: totals, twins, and where pieces may stand.
*/
void carcM_derive_tile (tile_type *t, const vocabulary *words);

/* Whether both printed sides of an axis are fields, so that a span may cross the tile. */
bool carcM_takes_span (const tile_type *type, int axis);
/* Makes the type with a span. Its last segment is the road of the span. */
void carcM_make_spanned_tile (const tile_type *type, const vocabulary *words, int axis, tile_type *out);

void carcM_rotate_tile (const tile_type *type, int rotation, rotated_tile *out);
uint16_t carcM_rotate_ports (uint16_t ports, int rotation);

/* Writes `kind:ports`. */
void carcM_put_segment_name (text_writer *w, int kind, uint16_t ports);
/* Reads port names separated by `.`; false if a name is unknown or repeated. */
bool carcM_read_ports (text_view w, uint16_t *ports);
/* Reads `kind:ports` or `kind`; false if the text is invalid. */
bool carcM_read_segment_name (text_view w, int *kind, uint16_t *ports);

#endif
