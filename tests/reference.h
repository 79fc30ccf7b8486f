/*
** reference.h: the rules once more, slow and plain, from what a player can see: the tiles as they lie and the
** pieces that stand on them. Nothing here looks at how the engine works.
*/
#ifndef CARC_TESTS_REFERENCE_H
#define CARC_TESTS_REFERENCE_H

#include "carcassonne.h"

enum { FOLLOWER, BUILDER, PIG, SPECIAL, SPAN };

/* What a kind of piece is, as the definition's text says. */
typedef struct ref_piece {
  int role, power;
  unsigned on; /* bit k: may stand on kind k */
  bool ordinary, by_pennants;
} ref_piece;

/* What an attribute does, as the definition's text says. */
typedef struct ref_attribute {
  int each, unfinished, field, pig, open;
  bool nothing;
} ref_attribute;

/* Two places that a script has joined. */
typedef struct ref_join {
  int tile[2], segment[2];
} ref_join;

typedef struct ref_feature {
  carc_kind kind;
  bool complete;
  int tiles, open, pennants, goods[CARC_GOOD_COUNT];
  uint64_t attributes;
  int power[CARC_MAX_PLAYERS], ordinary[CARC_MAX_PLAYERS]; /* `ordinary`: such followers */
  unsigned followers, builders, pigs, majority;
  int points;
  int n_segments, first_tile, first_segment;
} ref_feature;

/* A table: tiles, and each segment's feature by number. */
typedef struct ref_board {
  const carc_definition *d;
  int n_tiles, n_features;
  carc_tile tile[CARC_MAX_TILES]; /* with the types that can be drawn */
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

/* Reads the table with what stands on it; to be freed. */
ref_board *ref_read (const carc_definition *d, const carc_state *s);
/* The same where scripts have joined these places. */
ref_board *ref_read_joined (const carc_definition *d, const carc_state *s, const ref_join *joins, int n);
/* How many segments a tile has, the road of a span included. */
int ref_segments (const ref_board *b, int tile);
/* Puts these pieces in the place of those that stand there. */
void ref_stand (ref_board *b, const carc_piece *standings, int n);

/* Every way to place a tile of this type, by trying all cells near the others; returns how many. */
int ref_placements (const ref_board *b, int type, carc_action *out, int room);
/* Every way that needs a span, on the tile or beside it, by trying all of them. */
int ref_spanned_placements (const ref_board *b, int type, carc_action *out, int room);
/* Every way for the player to deploy on the last tile, given what is left in supply; without passing. */
int ref_deployments (const ref_board *b, const carc_state *s, int player, carc_action *out, int room);

/* Adds to `points` and `goods` what the last tile completes: all of it goes to, or through, `player`. */
void ref_complete (const ref_board *b, int player, int points[CARC_MAX_PLAYERS],
                   int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]);
/* The same for what is complete and was not when the table was `before`. */
void ref_complete_since (const ref_board *before, const ref_board *b, int player,
                         int points[CARC_MAX_PLAYERS], int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]);
/* Adds the final scoring of the table; `goods` are what the players have. */
void ref_finish (const ref_board *b, int points[CARC_MAX_PLAYERS],
                 int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]);

/* The numbers of the cities that a field borders; returns how many. */
int ref_field_cities (const ref_board *b, int field, bool complete, int *out);

#endif
