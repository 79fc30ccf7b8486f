/*
** plane_groups.h: the groups of planes of a definition. A group is a grid, whose dimensions are
** sides, players, kinds of pieces and so on.
*/
#ifndef CARC_PLANE_GROUPS_H
#define CARC_PLANE_GROUPS_H

#include "carcassonne_space.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "space/window.h"

struct carc_observation_space {
  const carc_definition *d;
  cell_window window;
  unsigned side_kinds, inner_kinds;      /* kinds of segments with and without sides, as bits */
  int first[CARC_PLANE_GROUP_COUNT + 1]; /* the first plane of each group, and the end */
};

/* Variables with more numbers for each key have no planes. */
enum { MAX_NUMBERS = 16 };

enum { PAIRS_OF_SIDES = SIDES * (SIDES - 1) / 2 };
/* The sides of a pair, which has the ends 0 and 1. */
int carcN_side_of_pair (int pair, int end);

/*
** A dimension has candidates, numbered from 0. Those that the definition uses are its members.
*/
typedef enum plane_dimension {
  BY_NOTHING,
  BY_SIDE,
  BY_PAIR_OF_SIDES,
  BY_PORT,
  BY_SIDE_KIND,
  BY_INNER_KIND,
  BY_GOOD,
  BY_ATTRIBUTE,
  BY_TILE_ATTRIBUTE,
  BY_PLAYER,
  BY_PARTNER,
  BY_PIECE,
  BY_CAPTURED_PIECE,
  BY_TOKEN,
  BY_OWNED_TOKEN,
  BY_NUMBERED_TOKEN,
  BY_HELD_TOKEN,
  BY_HELD_NUMBER,
  BY_HEAP, /* owners of heaps are relative to the observer, as players */
  BY_VISIBLE_HEAP,
  BY_TYPE,
  BY_BOARD_VARIABLE,
  BY_PLACE,
  BY_PLAYER_PLACE,
  BY_NUMBER, /* here and next: variable * MAX_NUMBERS + index of one of its numbers */
  BY_PLAYER_NUMBER,
  BY_DECISION,
  BY_PHASE,
  DIMENSION_COUNT
} plane_dimension;

enum { MAX_PLANE_DIMENSIONS = 2 };

/* Number of candidates, and whether a candidate is a member. */
int carcN_count_candidates (const carc_observation_space *o, plane_dimension by);
bool carcN_is_member (const carc_observation_space *o, plane_dimension by, int candidate);

/* Sets the kinds of segments and the planes of all groups. Returns the number of planes. */
int64_t carcN_lay_out_planes (carc_observation_space *o);
/* Writes the name of a plane. */
void carcN_put_plane_name (text_writer *w, const carc_observation_space *o, int plane);

#endif
