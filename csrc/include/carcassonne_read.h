/*
** carcassonne_read.h: points, tiles, pieces, tokens and features of a state, and the events of its game.
** Part of carcassonne.h, which also has the conventions.
*/
#ifndef CARCASSONNE_READ_H
#define CARCASSONNE_READ_H

#include "carcassonne_definition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Points ---------------------------------------------------------------------------------------- */

/* Who shares the result with a player, as bits, that player too: the team, where there are teams. */
unsigned carc_definition_team (const carc_definition *def, int player);

/* The points of a player, or of the player's team together: so far, and at the end the result. */
int carc_state_score (const carc_definition *def, const carc_state *state, int player);
/* Those of them that are the player's own. */
int carc_state_own_score (const carc_definition *def, const carc_state *state, int player);
/* Why points are given: step: by a row of a step of the final scoring. */
#define CARC_GIVEN_CAUSE_LIST(X) \
  X(SCORED, "scored") X(GOODS, "goods") X(BONUS, "bonus") X(AWARD, "award") X(STEP, "step")
typedef enum carc_given_cause {
#define X(id, name) CARC_GIVEN_CAUSE_##id,
  CARC_GIVEN_CAUSE_LIST(X)
#undef X
      CARC_GIVEN_CAUSE_COUNT
} carc_given_cause;
/* The names in the list above. */
const char *carc_given_cause_name (carc_given_cause cause);

/* Points that a player was given. */
typedef struct carc_given {
  int player, points, total; /* total: what the player, or the team, then had */
  carc_given_cause cause;
  bool final;        /* part of the final scoring */
  int tile, segment; /* a place in the feature for which they are; -1: for none */
  const char *
      label; /* the good, the variant of a bonus, what a script says of its award, the step; "" for nothing */
} carc_given;

/*
** What a phase at `points_given` asks about, or acts on: the points that it was called for. False at any other decision. The label lives as
** long as the state does not change.
*/
bool carc_state_points_given (const carc_definition *def, const carc_state *state, carc_given *out);

/* What the last action added to the points of a player, or of a team. */
int carc_state_reward (const carc_definition *def, const carc_state *state, int player);
/* Bit p: player p leads, or a team with p in it; those who resigned, or lost by a script, do not. */
unsigned carc_state_winners (const carc_definition *def, const carc_state *state);
bool carc_state_has_resigned (const carc_definition *def, const carc_state *state, int player);
int carc_state_goods (const carc_definition *def, const carc_state *state, int player, carc_good good);
int carc_state_pieces_in_hand (const carc_definition *def, const carc_state *state, int player, int piece);
/* The player's pieces that scripts have taken off the table and hold. */
int carc_state_captured (const carc_definition *def, const carc_state *state, int player, int piece);
/* What a variable holds: key is 0, a player, a tile, a feature's id, or carc_state_segment_index of a segment. */
int32_t carc_state_variable (const carc_definition *def, const carc_state *state, int variable, int key);
/* The place of a segment on the table among all of them, as a key of variables. */
int carc_state_segment_index (const carc_definition *def, const carc_state *state, int tile, int segment);

/* The attributes that a segment bears now, as bits: those printed, but for what scripts have changed. */
uint64_t carc_state_attributes (const carc_definition *def, const carc_state *state, int tile, int segment);

/* In place of a type where tiles are counted that are still to come: those of all types. */
#define CARC_ALL_TYPES (-1)

/* Tiles of this type that are still to be drawn. */
int carc_state_tiles_left (const carc_definition *def, const carc_state *state, int type);
/* The same and those of this type in reserves that `observer` does not see: what is still to come, for all that is known. */
int carc_state_tiles_unseen (const carc_definition *def, const carc_state *state, int observer, int type);
/* Tiles of this type that are out of the game. */
int carc_state_tiles_gone (const carc_definition *def, const carc_state *state, int type);
/*
** The type of the tile at this place, from 0, in a reserve, in the order in which they came; -1 after the last. `player`: whose,
** if it is one of players.
*/
int carc_state_reserve (const carc_definition *def, const carc_state *state, int reserve, int player,
                        int place);
int carc_state_reserve_size (const carc_definition *def, const carc_state *state, int reserve, int player);
/* The reserve that the tile to be drawn is dealt to, and in *player whose (-1: the game's); -1 if it is for the hand, or none is. */
int carc_state_dealing (const carc_definition *def, const carc_state *state, int *player);
/* How many cells and rotations would take a tile of this type now, hooks left aside. */
int carc_state_fits (const carc_definition *def, const carc_state *state, int type);

/* A tile across which a span lies has a type of its own, after those that can be drawn, of the same id. */
typedef struct carc_tile {
  int type, x, y, rotation;
} carc_tile;

/* Writes where a tile of this type would fit now, hooks and spans left aside; returns how many there are. */
int carc_state_placements (const carc_definition *def, const carc_state *state, int type, carc_tile *out,
                           int room);
/* The segment at a port (0 to 11) of a tile as it lies; -1 for none. */
int carc_state_port (const carc_definition *def, const carc_state *state, int tile, int port);
/* How many spans were laid in this part of the turn. */
int carc_state_spans_laid (const carc_definition *def, const carc_state *state);
/* How the span on a tile lies. */
carc_axis carc_state_span (const carc_definition *def, const carc_state *state, int tile);
/* Whether a span may lie so: over two sides of field, no other there, and beyond each end nothing or a road. */
bool carc_state_fits_span (const carc_definition *def, const carc_state *state, int tile, carc_axis axis);

int carc_state_tiles (const carc_definition *def, const carc_state *state); /* on the table */
/* A tile by its index: they count from 0 in the order placed. */
carc_tile carc_state_tile (const carc_definition *def, const carc_state *state, int tile);
int carc_state_tile_at (const carc_definition *def, const carc_state *state, int x, int y); /* -1: empty */

/* A piece on the table. */
typedef struct carc_piece {
  int player, piece, tile, segment;
} carc_piece;

int carc_state_pieces (const carc_definition *def, const carc_state *state); /* pieces on the table */
/* A piece by its index, from 0, in no order that means anything. */
carc_piece carc_state_piece (const carc_definition *def, const carc_state *state, int index);

/* Two segments whose features a script has joined. */
typedef struct carc_join {
  int tile, segment, other_tile, other_segment;
} carc_join;

int carc_state_joins (const carc_definition *def, const carc_state *state); /* that have not been undone */
/* A join by its index, from 0, in the order in which they were made. */
carc_join carc_state_join (const carc_definition *def, const carc_state *state, int index);

/*
** A token: what it is, and where: in the hand of a player, on a tile or a segment, on an empty cell beside the board, or, with none of
** these, in the supply. Where a tile is laid on that cell, it lies on the tile from then on, if its kind may be on tiles; else it goes
** back to the supply, or its owner's hand.
*/
typedef struct carc_token {
  int kind;
  int number;                /* from 1; 0: those of its kind bear none */
  int owner;                 /* whose it is, where they are players'; -1: nobody's */
  int player, tile, segment; /* of a kind on features: any segment of the feature */
  bool on_cell;              /* at x, y */
  int x, y;
} carc_token;

int carc_state_tokens (const carc_definition *def, const carc_state *state); /* all that there are */
/* A token by its index, from 0: kind by kind, then by owner and number; of those alike those that were moved last come last. */
carc_token carc_state_token (const carc_definition *def, const carc_state *state, int index);

/* Whether `observer` sees the number of a token, if it bears one. */
bool carc_token_is_seen (const carc_definition *def, const carc_token *token, int observer);
/* How many tokens of a kind and a number there are whose number `observer` does not see: in the supply, in hands, on the table. */
int carc_state_tokens_unseen (const carc_definition *def, const carc_state *state, int observer, int kind,
                              int number);

/* How many tokens of a kind, and of a number unless that is 0, are in the hand of a player, or, of player -1, in the supply. */
int carc_state_count_tokens (const carc_definition *def, const carc_state *state, int kind, int number,
                             int player);

/* A feature as it stands. */
typedef struct carc_feature {
  int id; /* the same for all its segments, until something joins or divides it */
  carc_kind kind;
  bool complete; /* a field never is */
  int tiles;     /* a monastery, or a spot like one: itself and its neighbours */
  int open; /* edges (such a place: neighbours) still missing; halves of a road's sides count singly for a field */
  int pennants;
  int goods[CARC_GOOD_COUNT];
  uint64_t attributes;
  int power[CARC_MAX_PLAYERS]; /* what each player's pieces count there in the majority */
  unsigned followers;          /* bit p: player p has a follower there */
  unsigned builders, pigs;     /* the same for those */
  unsigned majority;           /* bit p: player p has, or ties for, the most */
  int points; /* what it would score now, for each in `majority`, rows of points included, hooks and pigs left aside */
} carc_feature;

/* The feature that has this segment of this tile: its id alone, and all that there is to tell. */
int carc_state_feature_id (const carc_definition *def, const carc_state *state, int tile, int segment);
carc_feature carc_state_feature (const carc_definition *def, const carc_state *state, int tile, int segment);
/*
** How many of an attribute a feature has: with merge=sum all that its segments bear; else 1 if it has it and 0 if not.
** `id` is a feature's, `attribute` is in range.
*/
int carc_state_feature_count (const carc_definition *def, const carc_state *state, int id, int attribute);
/* The same in a fraction of the time, without power, majority, points, and the tiles of a field, which are 0 then. */
carc_feature carc_state_feature_brief (const carc_definition *def, const carc_state *state, int tile,
                                       int segment);
/* Writes the places (tile * CARC_MAX_SEGMENTS + segment) of a feature, up to `room`; returns how many. */
int carc_state_feature_segments (const carc_definition *def, const carc_state *state, int id, int *out,
                                 int room);
/* Whether a segment of a tile on the table, or with segment -1 any of the tile's, belongs to an area. */
bool carc_state_in_area (const carc_definition *def, const carc_state *state, int area, int tile,
                         int segment);
/* The first segment of an area, or with a piece other than -1 the first on which that may stand; false if none is on the table. */
bool carc_state_area_place (const carc_definition *def, const carc_state *state, int area, int piece,
                            int *tile, int *segment);

/* Writes the ids of the cities (complete: only those) that a field borders; returns how many. */
int carc_state_field_cities (const carc_definition *def, const carc_state *state, int id, bool complete,
                             int *out, int room);

/*
** An end of a road or a river: inside its tile, or on a side beyond which it does not go on. What it runs into there: segments of its own
** tile or of the one beside; or nothing, and then it is open. A loop has no ends, nor has what is neither road nor river.
*/
typedef struct carc_road_end {
  int tile, segment; /* whose end it is */
  int side;          /* of the tile as it lies, from 0, the north, clockwise; -1: inside the tile */
  int into_tile;     /* -1: it is open */
  unsigned into;     /* bit i: it runs into segment i of that tile */
} carc_road_end;

/* Writes the ends of a feature, up to `room`; returns how many. */
int carc_state_feature_ends (const carc_definition *def, const carc_state *state, int id, carc_road_end *out,
                             int room);
/* One of them. */
carc_road_end carc_state_road_end (const carc_definition *def, const carc_state *state, int tile, int segment,
                                   int side);

/* ---- Events ------------------------------------------------------------------------------------ */

#define CARC_EVENT_LIST(X)                                                                                 \
  X(DREW, "drew")           /* player, type */                                                             \
  X(SET_ASIDE, "set_aside") /* player, type: it fits nowhere */                                            \
  X(DEALT, "dealt")   /* player: whose it is, or nobody's; type, unless it is hidden; text: the reserve */ \
  X(PUT, "put")       /* the same of a tile that is put elsewhere; text: a reserve, "bag" or "out" */      \
  X(PLACED, "placed") /* player, type, x, y, rotation, tile */                                             \
  X(DEPLOYED, "deployed")     /* player, piece, x, y, tile, segment, feature */                            \
  X(COMPLETED, "completed")   /* player who did it, feature, x, y, tile, segment, points */                \
  X(SCORED, "scored")         /* player, points, feature, x, y, tile, segment, items, complete, final */   \
  X(RETURNED, "returned")     /* player, piece, from x, y, tile, segment */                                \
  X(GOODS, "goods")           /* player, goods taken */                                                    \
  X(EXTRA_PART, "extra_part") /* player goes on with a further part */                                     \
  X(EXTRA_DECLINED, "extra_declined") /* player does not */                                                \
  X(TURN, "turn")                     /* player whose turn begins */                                       \
  X(SKIPPED, "skipped")               /* player who sits out a turn */                                     \
  X(FURTHER_TURN, "further_turn")     /* player who gets another turn after this one */                    \
  X(NEXT, "next")                     /* player who is to take the next turn */                            \
  X(REVERSED, "reversed")             /* it goes round the other way */                                    \
  X(ELIMINATED, "eliminated") /* player who takes no more turns; complete: who may win all the same */     \
  X(RESIGNED, "resigned")     /* player */                                                                 \
  X(FINAL, "final")           /* text: the step of the final scoring that begins */                        \
  X(AWARDED, "awarded")       /* player, points, text: from a script; final */                             \
  X(CHOSE, "chose")           /* player, text: the phase; x, y, piece, segment, points: the number */      \
  X(CAPTURED, "captured")     /* player, piece, from x, y, tile, segment */                                \
  X(RELEASED, "released")     /* player, piece: back in the supply */                                      \
  X(MOVED, "moved")           /* player, piece, to x, y, tile, segment */                                  \
  X(TOKEN,                                                                                                 \
    "token") /* text, points: kind, number; player or x, y, tile, segment: where; option: where it was */  \
  X(SPANNED, "spanned") /* player, piece, x, y, tile, segment: the new road */                             \
  X(JOINED, "joined")   /* x, y, tile, segment; one event for each of the two places */                    \
  X(SPLIT, "split")     /* the same, where a join is undone; complete: they are two features now */        \
  X(ATTRIBUTE_SET,                                                                                         \
    "attribute_set")  /* x, y, tile, segment, text: the attribute; complete: the feature has it */         \
  X(ENDED, "ended")   /* the game is over */                                                               \
  X(LAID, "laid")     /* type, x, y, rotation, tile: it lies there as the game begins */                   \
  X(PASSED, "passed") /* player; text: the phase that asked, or "" for no deployment */                    \
  X(VARIABLE,                                                                                              \
    "variable") /* text; player, x, y, tile, segment: whose, or the place it holds; points: the number; */ \
  /* complete: that is a place */

typedef enum carc_event_kind {
#define X(id, name) CARC_EVENT_##id,
  CARC_EVENT_LIST(X)
#undef X
      CARC_EVENT_COUNT
} carc_event_kind;

/* The names in the list above. */
const char *carc_event_name (carc_event_kind kind);

#define CARC_MAX_SCORE_ITEMS (CARC_MAX_POINT_ROWS + 4)

/* What a score is made of: count times each. */
#define CARC_SCORE_ITEM_LIST(X)                                \
  X(TILES, "tiles")                                            \
  X(PENNANTS, "pennants")                                      \
  X(CITIES, "cities") /* complete ones that a field borders */ \
  X(PIG, "pig")       /* cities, each worth more with a pig */ \
  X(GOOD, "good")     /* the bonus for the most of a good */   \
  X(ROW, "row")       /* what a row of points added */         \
  X(ZEROED, "zeroed") /* what one took: all there was */       \
  X(HALVED, "halved") /* what one took: half of it */          \
  X(SCRIPT, "script") /* what the hook `points` added or took */

typedef enum carc_score_item_kind {
#define X(id, name) CARC_SCORE_ITEM_##id,
  CARC_SCORE_ITEM_LIST(X)
#undef X
      CARC_SCORE_ITEM_COUNT
} carc_score_item_kind;

/* The names in the list above. */
const char *carc_score_item_name (carc_score_item_kind kind);

typedef struct carc_score_item {
  carc_score_item_kind kind;
  int count, each;
  int row; /* of points, from 0; -1: by the rules, or the hook */
} carc_score_item;

/*
** What a row of points is about: what it counts around, the attribute of cities, its attribute, variable or piece; or else the
** variant that has it.
*/
const char *carc_point_row_name (const carc_definition *def, int row);

typedef struct carc_event {
  int number;   /* from 1 */
  int decision; /* how many decisions had been taken when it happened, this one included */
  carc_event_kind kind;
  int player; /* -1: nobody's */
  int type, x, y, rotation, tile, segment, piece;
  carc_kind feature; /* with SCORED: CARC_KIND_COUNT stands for goods */
  int good;          /* SCORED for goods: which */
  int points;
  bool complete, final;
  bool on_cell; /* TOKEN: it lies on the empty cell at x, y now */
  int goods[CARC_GOOD_COUNT];
  int n_items;
  carc_score_item items[CARC_MAX_SCORE_ITEMS];
  char text[CARC_FULL_NAME_SIZE];
  carc_action_fields
      option; /* CHOSE: what was chosen; it may name a player, and a cell without a tile, too */
              /* VARIABLE: number, which one of the variable's, from 0 */
              /* TOKEN: player, has_cell, x, y, segment: where it was, nothing of these for the supply */
} carc_event;

/* Receives an event; what it returns other than 0 ends the listing, which is CARC_OK, too. The event lives as long as the call. */
typedef int (*carc_sink)(void *ud, const carc_event *event);

/*
** Tells every event of the game so far with a number above `since`, by playing it again from the
** start (some microseconds; scripts run again). With since = 0 all of them.
*/
carc_status carc_state_events (const carc_definition *def, const carc_state *state, int since, carc_sink sink,
                               void *ud, carc_error *err);
/* The same as `observer` sees them: tiles that are hidden have type -1. */
carc_status carc_state_events_for (const carc_definition *def, const carc_state *state, int observer,
                                   int since, carc_sink sink, void *ud, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
