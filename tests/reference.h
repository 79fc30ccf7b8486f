/*
** reference.h: a second implementation of the rules, slow and simple. It shares no code with the
** engine, and uses only what a player can see: the tiles and pieces on the board.
*/
#ifndef CARC_TESTS_REFERENCE_H
#define CARC_TESTS_REFERENCE_H

#include "carcassonne.h"

enum { FOLLOWER, BUILDER, PIG, SPECIAL, SPAN };

/* A kind of piece, read from the text of the definition. */
typedef struct ref_piece {
  int role, power;
  unsigned on; /* bit k: it may stand on segments of kind k */
  bool ordinary, by_pennants;
} ref_piece;

/* An attribute, read from the text of the definition. */
typedef struct ref_attribute {
  int each, unfinished, field, pig, open;
  bool nothing;
} ref_attribute;

/* Two segments that a script has joined. */
typedef struct ref_join {
  int tile[2], segment[2];
} ref_join;

typedef struct ref_feature {
  carc_kind kind;
  bool complete;
  int tiles, open, pennants, goods[CARC_GOOD_COUNT];
  uint64_t attributes;
  /* `ordinary`: number of ordinary followers */
  int power[CARC_MAX_PLAYERS], ordinary[CARC_MAX_PLAYERS];
  unsigned followers, builders, pigs, majority;
  int points;
  int n_segments, first_tile, first_segment;
} ref_feature;

/* A board: its tiles, its features, and the number of each segment's feature. */
typedef struct ref_board {
  const carc_definition *d;
  int n_tiles, n_features;
  carc_tile tile[CARC_MAX_TILES]; /* their types are those without spans */
  carc_axis span[CARC_MAX_TILES];
  int number[CARC_MAX_TILES][CARC_MAX_SEGMENTS];
  ref_feature feature[CARC_MAX_TILES * CARC_MAX_SEGMENTS];
  ref_piece piece[CARC_MAX_PIECES];
  ref_attribute attribute[CARC_MAX_ATTRIBUTES];
  int n_joins;
  ref_join join[CARC_MAX_TILES];
  int n_standings;
  carc_piece standing[CARC_MAX_STANDING];
} ref_board;

/* Reads the board and its pieces. The caller frees the result. */
ref_board *ref_read (const carc_definition *d, const carc_state *s);
/* Reads a board on which scripts have joined these segments. */
ref_board *ref_read_joined (const carc_definition *d, const carc_state *s, const ref_join *joins, int n);
/* Number of segments of a tile, including the road of a span. */
int ref_segments (const ref_board *b, int tile);
/* Replaces the pieces on the board. */
void ref_stand (ref_board *b, const carc_piece *standings, int n);

/* Lists the placements of a tile of this type by trying all cells; returns their number. */
int ref_placements (const ref_board *b, int type, carc_action *out, int room);
/* Lists the placements that need a span by trying all cells and spans. */
int ref_spanned_placements (const ref_board *b, int type, carc_action *out, int room);
/*
** Lists the deployments of the player's pieces on the last tile. The list does not contain the
** pass.
*/
int ref_deployments (const ref_board *b, const carc_state *s, int player, carc_action *out, int room);

/*
** Adds the points and goods for the features that the last tile completes. `player` has placed this
** tile.
*/
void ref_complete (const ref_board *b, int player, int points[CARC_MAX_PLAYERS],
                   int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]);
/* Adds the points and goods for what is complete now but was not complete on the board `before`. */
void ref_complete_since (const ref_board *before, const ref_board *b, int player,
                         int points[CARC_MAX_PLAYERS], int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]);
/* Adds the points of the final scoring, for players who have these `goods`. */
void ref_finish (const ref_board *b, int points[CARC_MAX_PLAYERS],
                 int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]);

/* Lists the numbers of the cities that a field borders; returns how many there are. */
int ref_field_cities (const ref_board *b, int field, bool complete, int *out);

#endif
