/*
** carcassonne_read.h: points, tiles, pieces, tokens and features of a state, and the events of its
** game.
** Part of carcassonne.h, which has the conventions.
*/
#ifndef CARCASSONNE_READ_H
#define CARCASSONNE_READ_H

#include "carcassonne_definition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Points ---------------------------------------------------------------------------------- */

/* The team of a player as bits, the player included; a team shares the result. */
unsigned carc_definition_team (const carc_definition *def, int player);

/* The points of a player, or of the player's team: the score so far, at the end the result. */
int carc_state_score (const carc_definition *def, const carc_state *state, int player);
/* The player's own share of these points. */
int carc_state_own_score (const carc_definition *def, const carc_state *state, int player);
/* Why points are given; `step`: by a row of a step of the final scoring. */
#define CARC_GIVEN_CAUSE_LIST(X) \
  X(SCORED, "scored") X(GOODS, "goods") X(BONUS, "bonus") X(AWARD, "award") X(STEP, "step")
typedef enum carc_given_cause {
#define X(id, name) CARC_GIVEN_CAUSE_##id,
  CARC_GIVEN_CAUSE_LIST(X)
#undef X
      CARC_GIVEN_CAUSE_COUNT
} carc_given_cause;
/* The name in the list above. */
const char *carc_given_cause_name (carc_given_cause cause);

/* Points given to a player. */
typedef struct carc_given {
  int player, points, total; /* total: the score of the player, or the team, afterwards */
  carc_given_cause cause;
  bool final;        /* part of the final scoring */
  int tile, segment; /* a place in the scored feature; -1: none */
  const char *label; /* good, variant of a bonus, text of an award, or step; "" for none */
} carc_given;

/*
** The points for which a phase at `points_given` was called. False at any other decision. The label
** is valid until the state changes.
*/
bool carc_state_points_given (const carc_definition *def, const carc_state *state, carc_given *out);

/* Points that the last action added to a player or a team. */
int carc_state_reward (const carc_definition *def, const carc_state *state, int player);
/*
** Leaders as bits: player p, or a team with p. Players who resigned, or lost by a script, never
** lead.
*/
unsigned carc_state_winners (const carc_definition *def, const carc_state *state);
bool carc_state_has_resigned (const carc_definition *def, const carc_state *state, int player);
int carc_state_goods (const carc_definition *def, const carc_state *state, int player, carc_good good);
int carc_state_pieces_in_hand (const carc_definition *def, const carc_state *state, int player, int piece);
/* Number of the player's pieces that scripts hold, off the board. */
int carc_state_captured (const carc_definition *def, const carc_state *state, int player, int piece);
/*
** A number of a variable. `key` is 0, a player, a tile, a feature's id, or a
** carc_state_segment_index.
*/
int32_t carc_state_variable (const carc_definition *def, const carc_state *state, int variable, int key);
/* Index of a segment among all segments on the board, as a key of variables. */
int carc_state_segment_index (const carc_definition *def, const carc_state *state, int tile, int segment);

/* Attributes of a segment as bits: the printed ones, with the changes that scripts made. */
uint64_t carc_state_attributes (const carc_definition *def, const carc_state *state, int tile, int segment);

/* Instead of a type, in counts of tiles: all types. */
#define CARC_ALL_TYPES (-1)

/* Number of tiles of this type still to be drawn. */
int carc_state_tiles_left (const carc_definition *def, const carc_state *state, int type);
/*
** As carc_state_tiles_left, plus the tiles of this type in reserves that `observer` does not see.
*/
int carc_state_tiles_unseen (const carc_definition *def, const carc_state *state, int observer, int type);
/* Number of tiles of this type that are out of the game. */
int carc_state_tiles_gone (const carc_definition *def, const carc_state *state, int type);
/*
** The type of the tile at `place` in a reserve, from 0, in order of arrival; -1 after the last.
** `player` is the owner, for a reserve of players.
*/
int carc_state_reserve (const carc_definition *def, const carc_state *state, int reserve, int player,
                        int place);
int carc_state_reserve_size (const carc_definition *def, const carc_state *state, int reserve, int player);
/*
** The reserve to which the next tile is dealt, and its owner in *player (-1: the game). Returns -1
** if the tile is for the hand, or none is to be drawn.
*/
int carc_state_dealing (const carc_definition *def, const carc_state *state, int *player);
/* Number of cells and rotations at which a tile of this type fits now; hooks are not asked. */
int carc_state_fits (const carc_definition *def, const carc_state *state, int type);

/*
** A tile on the board. Under a span, a tile has a type of its own with the same id, after the types
** that can be drawn.
*/
typedef struct carc_tile {
  int type, x, y, rotation;
} carc_tile;

/*
** Writes up to `room` placements at which a tile of this type fits now, without hooks and spans;
** returns their number.
*/
int carc_state_placements (const carc_definition *def, const carc_state *state, int type, carc_tile *out,
                           int room);
/* The segment at a port (0 to 11) of a tile on the board, in its rotation; -1 for none. */
int carc_state_port (const carc_definition *def, const carc_state *state, int tile, int port);
/* Number of spans laid in this part of the turn. */
int carc_state_spans_laid (const carc_definition *def, const carc_state *state);
/* The axis of the span on a tile. */
carc_axis carc_state_span (const carc_definition *def, const carc_state *state, int tile);
/*
** Whether a span may be laid on this axis: it crosses two field sides, the tile has no other span,
** and beyond each end there is no tile, or a road.
*/
bool carc_state_fits_span (const carc_definition *def, const carc_state *state, int tile, carc_axis axis);

int carc_state_tiles (const carc_definition *def, const carc_state *state); /* on the board */
/* A tile by its index, from 0 in the order of placement. */
carc_tile carc_state_tile (const carc_definition *def, const carc_state *state, int tile);
/* The tile at x, y; -1 if the cell is empty. */
int carc_state_tile_at (const carc_definition *def, const carc_state *state, int x, int y);

/* A piece on the board. */
typedef struct carc_piece {
  int player, piece, tile, segment;
} carc_piece;

int carc_state_pieces (const carc_definition *def, const carc_state *state); /* on the board */
/* A piece by its index, from 0, in arbitrary order. */
carc_piece carc_state_piece (const carc_definition *def, const carc_state *state, int index);

/* Two segments whose features a script has joined. */
typedef struct carc_join {
  int tile, segment, other_tile, other_segment;
} carc_join;

int carc_state_joins (const carc_definition *def, const carc_state *state); /* still in force */
/* A join by its index, from 0, in the order in which they were made. */
carc_join carc_state_join (const carc_definition *def, const carc_state *state, int index);

/*
** A token and its place: in a player's hand, on a tile or segment, on an empty cell beside the
** board, or, with none of these, in the supply. A tile placed on that cell takes the token if
** tokens of its kind may be on tiles. Otherwise it returns to the supply, or to its owner's hand.
*/
typedef struct carc_token {
  int kind;
  int number;                /* from 1; 0: the kind has no numbers */
  int owner;                 /* the owner of a token of players; -1: none */
  int player, tile, segment; /* on a feature: any segment of it */
  bool on_cell;              /* at x, y */
  int x, y;
} carc_token;

int carc_state_tokens (const carc_definition *def, const carc_state *state); /* all tokens */
/*
** A token by its index, from 0: by kind, owner and number; among equal tokens those moved last come
** last.
*/
carc_token carc_state_token (const carc_definition *def, const carc_state *state, int index);

/* Whether `observer` sees the number of a token, if it has one. */
bool carc_token_is_seen (const carc_definition *def, const carc_token *token, int observer);
/*
** Number of tokens of a kind and number whose number `observer` does not see: in the supply, in
** hands, on the board.
*/
int carc_state_tokens_unseen (const carc_definition *def, const carc_state *state, int observer, int kind,
                              int number);

/*
** Number of tokens of a kind, and of `number` unless it is 0, in a player's hand; with player -1 in
** the supply.
*/
int carc_state_count_tokens (const carc_definition *def, const carc_state *state, int kind, int number,
                             int player);

/* The current state of a feature. */
typedef struct carc_feature {
  int id; /* equal for all its segments until it is joined or divided */
  carc_kind kind;
  bool complete; /* always false for a field */
  int tiles;     /* of a monastery, or a spot like one: itself and its neighbours */
  int open;      /* missing edges (field: also halves beside roads; monastery: neighbours) */
  int pennants;
  int goods[CARC_GOOD_COUNT];
  uint64_t attributes;
  int power[CARC_MAX_PLAYERS]; /* of each player's pieces, for the majority */
  unsigned followers;          /* bit p: player p has a follower there */
  unsigned builders, pigs;     /* bits, likewise */
  unsigned majority;           /* bit p: player p has, or ties for, the majority */
  int points;                  /* for each of `majority`, if scored now; without hooks and pigs */
} carc_feature;

/* The feature with this segment: its id alone, or all its fields. */
int carc_state_feature_id (const carc_definition *def, const carc_state *state, int tile, int segment);
carc_feature carc_state_feature (const carc_definition *def, const carc_state *state, int tile, int segment);
/*
** Count of an attribute in a feature: with merge=sum the total of its segments; else 1 if it has
** the attribute, or 0. `id` must be that of a feature, `attribute` in range.
*/
int carc_state_feature_count (const carc_definition *def, const carc_state *state, int id, int attribute);
/* As carc_state_feature, much faster. Power, majority, points, and the tiles of a field are 0. */
carc_feature carc_state_feature_brief (const carc_definition *def, const carc_state *state, int tile,
                                       int segment);
/*
** Writes up to `room` places (tile * CARC_MAX_SEGMENTS + segment) of a feature; returns their
** number.
*/
int carc_state_feature_segments (const carc_definition *def, const carc_state *state, int id, int *out,
                                 int room);
/* Whether a segment of a tile on the board (-1: any of its segments) belongs to an area. */
bool carc_state_in_area (const carc_definition *def, const carc_state *state, int area, int tile,
                         int segment);
/*
** The first segment of an area on the board; with a piece other than -1, the first on which it may
** stand. False if there is none.
*/
bool carc_state_area_place (const carc_definition *def, const carc_state *state, int area, int piece,
                            int *tile, int *segment);

/*
** Writes up to `room` ids of cities that a field borders (with `complete`, only complete ones);
** returns their number.
*/
int carc_state_field_cities (const carc_definition *def, const carc_state *state, int id, bool complete,
                             int *out, int room);

/*
** An end of a road or river: inside its tile, or on a side where it does not continue. It runs into
** segments of its tile or of the neighbour; if there are none, it is open. A loop has no ends; nor
** have other kinds.
*/
typedef struct carc_road_end {
  int tile, segment; /* the segment that ends */
  int side;          /* of the tile on the board, clockwise from 0 (north); -1: inside the tile */
  int into_tile;     /* -1: open */
  unsigned into;     /* bit i: it runs into segment i of that tile */
} carc_road_end;

/* Writes up to `room` ends of a feature; returns their number. */
int carc_state_feature_ends (const carc_definition *def, const carc_state *state, int id, carc_road_end *out,
                             int room);
/* The end of a segment at one side. */
carc_road_end carc_state_road_end (const carc_definition *def, const carc_state *state, int tile, int segment,
                                   int side);

/* ---- Events ---------------------------------------------------------------------------------- */

#define CARC_EVENT_LIST(X)                                                                                 \
  X(DREW, "drew")             /* player, type */                                                           \
  X(SET_ASIDE, "set_aside")   /* player, type: it fits nowhere */                                          \
  X(DEALT, "dealt")           /* player: the owner, or nobody; type, unless hidden; text: the reserve */   \
  X(PUT, "put")               /* as DEALT, for a tile moved elsewhere; text: a reserve, "bag" or "out" */  \
  X(PLACED, "placed")         /* player, type, x, y, rotation, tile */                                     \
  X(DEPLOYED, "deployed")     /* player, piece, x, y, tile, segment, feature */                            \
  X(COMPLETED, "completed")   /* player who completed it, feature, x, y, tile, segment, points */          \
  X(SCORED, "scored")         /* player, points, feature, x, y, tile, segment, items, complete, final */   \
  X(RETURNED, "returned")     /* player, piece, from x, y, tile, segment */                                \
  X(GOODS, "goods")           /* player, goods taken */                                                    \
  X(EXTRA_PART, "extra_part") /* player who takes a further part */                                        \
  X(EXTRA_DECLINED, "extra_declined") /* player who declines it */                                         \
  X(TURN, "turn")                     /* player whose turn begins */                                       \
  X(SKIPPED, "skipped")               /* player who skips a turn */                                        \
  X(FURTHER_TURN, "further_turn")     /* player who gets another turn after this one */                    \
  X(NEXT, "next")                     /* player who takes the next turn */                                 \
  X(REVERSED, "reversed")             /* the order of turns is reversed */                                 \
  X(ELIMINATED, "eliminated")         /* player who takes no more turns; complete: may still win */        \
  X(RESIGNED, "resigned")             /* player */                                                         \
  X(FINAL, "final")                   /* text: the step of the final scoring that begins */                \
  X(AWARDED, "awarded")               /* player, points, text: by a script; final */                       \
  X(CHOSE, "chose")       /* player, text: the phase; x, y, piece, segment, points: the number */          \
  X(CAPTURED, "captured") /* player, piece, from x, y, tile, segment */                                    \
  X(RELEASED, "released") /* player, piece: back in the supply */                                          \
  X(MOVED, "moved")       /* player, piece, to x, y, tile, segment */                                      \
  X(TOKEN,                                                                                                 \
    "token") /* text, points: kind, number; player or x, y, tile, segment: new place; option: old place */ \
  X(SPANNED, "spanned") /* player, piece, x, y, tile, segment: the new road */                             \
  X(JOINED, "joined")   /* x, y, tile, segment; one event for each of the two places */                    \
  X(SPLIT, "split")     /* as JOINED, for a join that is undone; complete: they are two features now */    \
  X(ATTRIBUTE_SET,                                                                                         \
    "attribute_set")  /* x, y, tile, segment, text: the attribute; complete: the feature has it */         \
  X(ENDED, "ended")   /* the game is over */                                                               \
  X(LAID, "laid")     /* type, x, y, rotation, tile: on the board as the game begins */                    \
  X(PASSED, "passed") /* player; text: the phase that asked, or "" for no deployment */                    \
  X(VARIABLE,                                                                                              \
    "variable") /* text; player, x, y, tile, segment: key, or the place it holds; points: the number; */   \
  /* complete: it is a place */

typedef enum carc_event_kind {
#define X(id, name) CARC_EVENT_##id,
  CARC_EVENT_LIST(X)
#undef X
      CARC_EVENT_COUNT
} carc_event_kind;

/* The name in the list above. */
const char *carc_event_name (carc_event_kind kind);

#define CARC_MAX_SCORE_ITEMS (CARC_MAX_POINT_ROWS + 4)

/* Items of a score: count times each. */
#define CARC_SCORE_ITEM_LIST(X)                              \
  X(TILES, "tiles")                                          \
  X(PENNANTS, "pennants")                                    \
  X(CITIES, "cities") /* complete ones beside a field */     \
  X(PIG, "pig")       /* cities, worth more with a pig */    \
  X(GOOD, "good")     /* the bonus for the most of a good */ \
  X(ROW, "row")       /* added by a row of points */         \
  X(ZEROED, "zeroed") /* removed by a row: all points */     \
  X(HALVED, "halved") /* removed by a row: half of them */   \
  X(SCRIPT, "script") /* added or removed by the hook `points` */

typedef enum carc_score_item_kind {
#define X(id, name) CARC_SCORE_ITEM_##id,
  CARC_SCORE_ITEM_LIST(X)
#undef X
      CARC_SCORE_ITEM_COUNT
} carc_score_item_kind;

/* The name in the list above. */
const char *carc_score_item_name (carc_score_item_kind kind);

typedef struct carc_score_item {
  carc_score_item_kind kind;
  int count, each;
  int row; /* of points, from 0; -1: the rules or the hook */
} carc_score_item;

/*
** Subject of a row of points: its `around`, its attribute of cities, its attribute, variable or
** piece; without any of them its variant.
*/
const char *carc_point_row_name (const carc_definition *def, int row);

typedef struct carc_event {
  int number;   /* from 1 */
  int decision; /* number of decisions taken by then, this one included */
  carc_event_kind kind;
  int player; /* -1: nobody */
  int type, x, y, rotation, tile, segment, piece;
  carc_kind feature; /* SCORED: CARC_KIND_COUNT for goods */
  int good;          /* SCORED for goods: the good */
  int points;
  bool complete, final;
  bool on_cell; /* TOKEN: now on the empty cell at x, y */
  int goods[CARC_GOOD_COUNT];
  int n_items;
  carc_score_item items[CARC_MAX_SCORE_ITEMS];
  char text[CARC_FULL_NAME_SIZE];
  carc_action_fields option; /* CHOSE: the option; may name a player, and a cell without a tile */
                             /* VARIABLE: number: index of the number, from 0 */
                             /* TOKEN: player, has_cell, x, y, segment: old place, if any */
} carc_event;

/*
** Receives an event, which is valid during the call. Returns 0 to continue, or another number to
** end the listing early, which is not an error.
*/
typedef int (*carc_sink)(void *ud, const carc_event *event);

/*
** Passes every event with a number above `since` (0: all events) to `sink`, by playing the game
** again from the start: takes some microseconds, and runs scripts again.
*/
carc_status carc_state_events (const carc_definition *def, const carc_state *state, int since, carc_sink sink,
                               void *ud, carc_error *err);
/* As carc_state_events, as `observer` sees them: hidden tiles have type -1. */
carc_status carc_state_events_for (const carc_definition *def, const carc_state *state, int observer,
                                   int since, carc_sink sink, void *ud, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
