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

/* ---- Victory --------------------------------------------------------------------------------- */

/*
** Who wins. `most_points`: the player or team with the most points at the end. `race`: likewise,
** but the game ends, without a final scoring, when a player or team has the points of the target.
** `cooperative`: all players are one team, and win if they have the points of the target at the
** end. `elimination`: of the players who still take turns at the end, those with the most points.
*/
#define CARC_VICTORY_LIST(X) \
  X(MOST_POINTS, "most_points") X(RACE, "race") X(COOPERATIVE, "cooperative") X(ELIMINATION, "elimination")
typedef enum carc_victory_kind {
#define X(id, name) CARC_VICTORY_##id,
  CARC_VICTORY_LIST(X)
#undef X
      CARC_VICTORY_COUNT
} carc_victory_kind;
/* The name in CARC_VICTORY_LIST. */
const char *carc_victory_kind_name (carc_victory_kind kind);

/*
** When a race ends after a player has reached the target: before the next step of the turn, after
** the turn, or after the last turn of the round.
*/
#define CARC_RACE_END_LIST(X) X(AT_ONCE, "at_once") X(TURN, "turn") X(ROUND, "round")
typedef enum carc_race_end {
#define X(id, name) CARC_RACE_END_##id,
  CARC_RACE_END_LIST(X)
#undef X
      CARC_RACE_END_COUNT
} carc_race_end;
/* The name in CARC_RACE_END_LIST. */
const char *carc_race_end_name (carc_race_end end);

typedef struct carc_victory {
  carc_victory_kind kind;
  int points;         /* target of a race or of a cooperative game; otherwise 0 */
  carc_race_end ends; /* of a race */
  bool each;          /* of a cooperative game: each player needs the points, not all together */
} carc_victory;

/* Writes the rule of victory of the game. */
void carc_definition_victory (const carc_definition *def, carc_victory *out);

/* ---- Points ---------------------------------------------------------------------------------- */

/* The players of a player's team as bits, including the player. A team has one result. */
unsigned carc_definition_team (const carc_definition *def, int player);

/*
** The points of a player's team, or of the player if there are no teams. During the game, this is
** the score so far; at the end, it is the result.
*/
int carc_state_score (const carc_definition *def, const carc_state *state, int player);
/* The part of the team's points that this player has scored. */
int carc_state_own_score (const carc_definition *def, const carc_state *state, int player);
/*
** The causes for which points are given. The cause `step` is a row of a step of the final scoring.
*/
#define CARC_GIVEN_CAUSE_LIST(X) \
  X(SCORED, "scored") X(GOODS, "goods") X(BONUS, "bonus") X(AWARD, "award") X(STEP, "step")
typedef enum carc_given_cause {
#define X(id, name) CARC_GIVEN_CAUSE_##id,
  CARC_GIVEN_CAUSE_LIST(X)
#undef X
      CARC_GIVEN_CAUSE_COUNT
} carc_given_cause;
/* The name in CARC_GIVEN_CAUSE_LIST. */
const char *carc_given_cause_name (carc_given_cause cause);

/* Points given to a player. */
typedef struct carc_given {
  int player, points, total; /* total: score of the player or team after the points */
  carc_given_cause cause;
  bool final;        /* given in the final scoring */
  int tile, segment; /* a place in the scored feature; -1 if no feature scored */
  const char *label; /* the good, variant of the bonus, text of the award, or step; else "" */
} carc_given;

/*
** Writes the points for which a phase at `points_given` was called. Returns false at any other
** decision. The label is valid until the state changes.
*/
bool carc_state_points_given (const carc_definition *def, const carc_state *state, carc_given *out);

/* Points that the last action added to the score of a player's team. */
int carc_state_reward (const carc_definition *def, const carc_state *state, int player);
/*
** The players who win by the rule of victory if the game ends now, as bits; 0 if nobody wins, as in
** a cooperative game below its target. If a team wins, the bits of all its players are set. A
** player who has resigned, or whom a script has eliminated without a chance to win, never wins.
*/
unsigned carc_state_winners (const carc_definition *def, const carc_state *state);
bool carc_state_has_resigned (const carc_definition *def, const carc_state *state, int player);
int carc_state_goods (const carc_definition *def, const carc_state *state, int player, carc_good good);
int carc_state_pieces_in_hand (const carc_definition *def, const carc_state *state, int player, int piece);
/* Number of the player's pieces of this kind that scripts have captured. */
int carc_state_captured (const carc_definition *def, const carc_state *state, int player, int piece);
/*
** One number of a variable. `key` is 0, a player, a tile, a feature's id, or a
** carc_state_segment_index, according to the variable's scope.
*/
int32_t carc_state_variable (const carc_definition *def, const carc_state *state, int variable, int key);
/* Index of a segment among all segments on the board. Variables of segments use it as a key. */
int carc_state_segment_index (const carc_definition *def, const carc_state *state, int tile, int segment);

/*
** The current attributes of a segment as bits: the printed attributes with the changes that scripts
** have made.
*/
uint64_t carc_state_attributes (const carc_definition *def, const carc_state *state, int tile, int segment);

/*
** If a function that counts the tiles of a type receives this number as type, it counts the tiles
** of all types.
*/
#define CARC_ALL_TYPES (-1)

/* Number of tiles of this type still to be drawn. */
int carc_state_tiles_left (const carc_definition *def, const carc_state *state, int type);
/*
** As carc_state_tiles_left, but also counts tiles of this type in reserves that `observer` does not
** see.
*/
int carc_state_tiles_unseen (const carc_definition *def, const carc_state *state, int observer, int type);
/* Number of tiles of this type that are out of the game. */
int carc_state_tiles_gone (const carc_definition *def, const carc_state *state, int type);
/*
** The type of a tile in a reserve. `place` is the position of the tile in order of arrival, from 0.
** Returns -1 after the last tile. `player` is the owner of the reserve, if each player has one.
*/
int carc_state_reserve (const carc_definition *def, const carc_state *state, int reserve, int player,
                        int place);
int carc_state_reserve_size (const carc_definition *def, const carc_state *state, int reserve, int player);
/*
** The reserve to which the next tile is dealt; sets *player to its owner, or to -1 for a reserve of
** the game. Returns -1 if the next tile is for the hand, or if no tile is to be drawn.
*/
int carc_state_dealing (const carc_definition *def, const carc_state *state, int *player);
/*
** Number of placements (combinations of cell and rotation) at which a tile of this type fits now.
** Hooks are not called.
*/
int carc_state_fits (const carc_definition *def, const carc_state *state, int type);

/*
** A tile on the board. If a span lies across a tile, the tile has a different type with the same
** id. The numbers of these types follow those of all types that can be drawn.
*/
typedef struct carc_tile {
  int type, x, y, rotation;
} carc_tile;

/*
** Writes the first `room` placements at which a tile of this type fits now; returns the number of
** all such placements. The function neither calls hooks nor considers spans.
*/
int carc_state_placements (const carc_definition *def, const carc_state *state, int type, carc_tile *out,
                           int room);
/*
** The segment at a port (0 to 11) of a tile, as the tile lies on the board; -1 if the port belongs
** to no segment.
*/
int carc_state_port (const carc_definition *def, const carc_state *state, int tile, int port);
/* Number of spans laid in this part of the turn. */
int carc_state_spans_laid (const carc_definition *def, const carc_state *state);
/* The axis of the span on a tile. */
carc_axis carc_state_span (const carc_definition *def, const carc_state *state, int tile);
/*
** Whether a span may be laid on this axis of the tile. The span must cross two field sides, the
** tile must have no other span, and the cell at each end of the span must be empty or have a tile
** that continues the road.
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

int carc_state_pieces (const carc_definition *def,
                       const carc_state *state); /* number of pieces on the board */
/* A piece by its index, from 0, in arbitrary order. */
carc_piece carc_state_piece (const carc_definition *def, const carc_state *state, int index);

/* Two segments whose features a script has joined. */
typedef struct carc_join {
  int tile, segment, other_tile, other_segment;
} carc_join;

int carc_state_joins (const carc_definition *def,
                      const carc_state *state); /* number of joins that still hold */
/* A join by its index, from 0, in the order in which the joins were made. */
carc_join carc_state_join (const carc_definition *def, const carc_state *state, int index);

/*
** A token and its place. It is in a player's hand, on a tile or segment, on an empty cell beside
** the board, or, if none of these is set, in the supply. When a tile is placed on such a cell, the
** token stays on the tile if tokens of its kind may be on tiles. Otherwise the token returns to the
** supply or to its owner's hand.
*/
typedef struct carc_token {
  int kind;
  int number;                /* from 1; 0 if tokens of this kind have no numbers */
  int owner;                 /* the player to whom the token belongs; -1 if it is the game's */
  int player, tile, segment; /* if it is on a feature: any segment of the feature */
  bool on_cell;              /* at x, y */
  int x, y;
} carc_token;

int carc_state_tokens (const carc_definition *def, const carc_state *state); /* in the game */
/*
** A token by its index, from 0. Tokens are sorted by kind, owner and number. Among equal tokens,
** the token that was moved most recently is the last.
*/
carc_token carc_state_token (const carc_definition *def, const carc_state *state, int index);

/* Whether `observer` sees the number of a token, if the token has a number. */
bool carc_token_is_seen (const carc_definition *def, const carc_token *token, int observer);
/*
** Number of tokens of this kind and number whose number `observer` does not see, wherever they are:
** in the supply, in hands or on the board.
*/
int carc_state_tokens_unseen (const carc_definition *def, const carc_state *state, int observer, int kind,
                              int number);

/*
** Number of tokens of this kind in a player's hand, or in the supply if `player` is -1. Counts only
** tokens with this `number`, unless it is 0.
*/
int carc_state_count_tokens (const carc_definition *def, const carc_state *state, int kind, int number,
                             int player);

/* A running call of a hook, valid until the hook returns (see carcassonne_script.h). */
typedef struct carc_call carc_call;

/* The current state of a feature. */
typedef struct carc_feature {
  int id; /* all segments of the feature give this id until the feature is joined or divided */
  carc_kind kind;
  bool complete; /* always false for a field */
  int tiles;     /* for a monastery, or a spot that scores as one: the tile and its neighbours */
  int open;      /* open edges; for a field, also open halves; for a monastery, empty cells */
  int pennants;
  int goods[CARC_GOOD_COUNT];
  uint64_t attributes;
  int power[CARC_MAX_PLAYERS]; /* power of each player's pieces in the majority */
  unsigned followers;          /* bit p: player p has a follower in the feature */
  unsigned builders, pigs;     /* as `followers` */
  unsigned majority;           /* bit p: player p has, or ties for, the majority */
  int points; /* of each player in `majority`, if the feature scored now; without hooks and pigs */
} carc_feature;

/* The id of the feature with this segment. */
int carc_state_feature_id (const carc_definition *def, const carc_state *state, int tile, int segment);
/*
** Writes all fields of the feature with this segment to `out`. `running` is the running call, or
** NULL. CARC_ERR_SCRIPT if the selectors of the definition test more than 5,000,000 items; `out` is
** then unchanged, and the running call fails.
*/
carc_status carc_state_feature (const carc_definition *def, const carc_state *state, carc_call *running,
                                int tile, int segment, carc_feature *out, carc_error *err);
/*
** Count of an attribute in a feature. If the attribute has merge=sum, returns the sum over the
** feature's segments; otherwise returns 1 if the feature has the attribute, and 0 if not. `id` must
** be the id of a feature, and `attribute` must be in range.
*/
int carc_state_feature_count (const carc_definition *def, const carc_state *state, int id, int attribute);
/*
** As carc_state_feature, but much faster. The fields `power`, `majority` and `points` are 0, and so
** is `tiles` if the feature is a field.
*/
carc_feature carc_state_feature_brief (const carc_definition *def, const carc_state *state, int tile,
                                       int segment);
/*
** Writes the first `room` places of a feature, each as tile * CARC_MAX_SEGMENTS + segment; returns
** the number of all its places.
*/
int carc_state_feature_segments (const carc_definition *def, const carc_state *state, int id, int *out,
                                 int room);
/*
** Whether a segment of a tile on the board belongs to an area. If `segment` is -1, whether any
** segment of the tile does.
*/
bool carc_state_in_area (const carc_definition *def, const carc_state *state, int area, int tile,
                         int segment);
/*
** Finds the first segment of an area on the board; if `piece` is not -1, the first segment on which
** such a piece may stand. Returns false if no such segment exists.
*/
bool carc_state_area_place (const carc_definition *def, const carc_state *state, int area, int piece,
                            int *tile, int *segment);

/*
** Writes the first `room` ids of the cities that a field borders; returns the number of all these
** cities. If `complete` is true, only complete cities are included.
*/
int carc_state_field_cities (const carc_definition *def, const carc_state *state, int id, bool complete,
                             int *out, int room);

/*
** An end of a road or river: inside a tile, or on a side of a tile where the road or river does not
** continue. The end runs into other segments, of the same tile or of the neighbour. If there are no
** such segments, the end is open. A loop has no ends. Features of other kinds have no ends.
*/
typedef struct carc_road_end {
  int tile, segment; /* the segment that has the end */
  int side;          /* clockwise from 0 (north on the board); -1: inside the tile */
  int into_tile;     /* -1: open */
  unsigned into;     /* bit i: the end runs into segment i of this tile */
} carc_road_end;

/* Writes the first `room` ends of a feature; returns the number of all its ends. */
int carc_state_feature_ends (const carc_definition *def, const carc_state *state, int id, carc_road_end *out,
                             int room);
/* The end of a segment on one side of its tile. */
carc_road_end carc_state_road_end (const carc_definition *def, const carc_state *state, int tile, int segment,
                                   int side);

/* ---- Events ---------------------------------------------------------------------------------- */

#define CARC_EVENT_LIST(X)                                                                                     \
  X(DREW, "drew")             /* player, type */                                                               \
  X(SET_ASIDE, "set_aside")   /* player, type: the tile fits nowhere */                                        \
  X(DEALT, "dealt")           /* player: owner or nobody; type: -1 if hidden; text: the reserve */             \
  X(PUT, "put")               /* as DEALT, when a script moves a tile; text: a reserve, "bag" or "out" */      \
  X(PLACED, "placed")         /* player, type, x, y, rotation, tile */                                         \
  X(DEPLOYED, "deployed")     /* player, piece, x, y, tile, segment, feature */                                \
  X(COMPLETED, "completed")   /* player who completed it; feature, x, y, tile, segment, points */              \
  X(SCORED, "scored")         /* player, points, feature, x, y, tile, segment, items, complete, final */       \
  X(RETURNED, "returned")     /* player, piece; x, y, tile, segment: its old place */                          \
  X(GOODS, "goods")           /* player; goods: the goods taken */                                             \
  X(EXTRA_PART, "extra_part") /* player who takes a further part */                                            \
  X(EXTRA_DECLINED, "extra_declined") /* player who declines it */                                             \
  X(TURN, "turn")                     /* player whose turn begins */                                           \
  X(SKIPPED, "skipped")               /* player who skips a turn */                                            \
  X(FURTHER_TURN, "further_turn")     /* player who gets another turn after this one */                        \
  X(NEXT, "next")                     /* player who takes the next turn */                                     \
  X(REVERSED, "reversed")             /* the order of turns is reversed */                                     \
  X(ELIMINATED, "eliminated") /* player who takes no more turns; complete: the player may still win */         \
  X(RESIGNED, "resigned")     /* player */                                                                     \
  X(FINAL, "final")           /* text: the step of the final scoring that begins */                            \
  X(AWARDED, "awarded")       /* player, points, text: given by a script; final */                             \
  X(CHOSE, "chose")           /* player, text: the phase; x, y, piece, segment; points: the number */          \
  X(CAPTURED, "captured")     /* player, piece; x, y, tile, segment: its old place */                          \
  X(RELEASED, "released")     /* player, piece: returned to the supply */                                      \
  X(MOVED, "moved")           /* player, piece; x, y, tile, segment: its new place */                          \
  X(TOKEN,                                                                                                     \
    "token") /* text, points: kind, number; player, x, y, tile, segment: its place; option: old place */       \
  X(SPANNED, "spanned") /* player, piece, x, y, tile, segment: the new road */                                 \
  X(JOINED, "joined")   /* x, y, tile, segment; one event for each of the two segments */                      \
  X(SPLIT, "split")     /* as JOINED, when a join is undone; complete: the feature became two features */      \
  X(ATTRIBUTE_SET,                                                                                             \
    "attribute_set")  /* x, y, tile, segment; text: the attribute; complete: the feature now has it */         \
  X(ENDED, "ended")   /* the game is over */                                                                   \
  X(LAID, "laid")     /* type, x, y, rotation, tile: a start tile */                                           \
  X(PASSED, "passed") /* player; text: the phase that asked, "" for the standard deployment */                 \
  X(VARIABLE,                                                                                                  \
    "variable") /* text: its name; player, x, y, tile, segment: its key or the place in it; points: number; */ \
  /* complete: the variable holds a place */

typedef enum carc_event_kind {
#define X(id, name) CARC_EVENT_##id,
  CARC_EVENT_LIST(X)
#undef X
      CARC_EVENT_COUNT
} carc_event_kind;

/* The name in CARC_EVENT_LIST. */
const char *carc_event_name (carc_event_kind kind);

#define CARC_MAX_SCORE_ITEMS (CARC_MAX_POINT_ROWS + 4)

/* The kinds of items in a score. An item says that `count` things gave `each` points. */
#define CARC_SCORE_ITEM_LIST(X)                                            \
  X(TILES, "tiles")                                                        \
  X(PENNANTS, "pennants")                                                  \
  X(CITIES, "cities") /* complete cities that border a field */            \
  X(PIG, "pig")       /* such cities, which count more because of a pig */ \
  X(GOOD, "good")     /* bonus for most tokens of a good */                \
  X(ROW, "row")       /* added by a row of points */                       \
  X(ZEROED, "zeroed") /* a row removed all points */                       \
  X(HALVED, "halved") /* a row removed half of the points */               \
  X(SCRIPT, "script") /* added or removed by the hook `points` */

typedef enum carc_score_item_kind {
#define X(id, name) CARC_SCORE_ITEM_##id,
  CARC_SCORE_ITEM_LIST(X)
#undef X
      CARC_SCORE_ITEM_COUNT
} carc_score_item_kind;

/* The name in CARC_SCORE_ITEM_LIST. */
const char *carc_score_item_name (carc_score_item_kind kind);

typedef struct carc_score_item {
  carc_score_item_kind kind;
  int count, each;
  int row; /* row of points, from 0; -1 if the item comes from the rules or the hook */
} carc_score_item;

/*
** The word for what a row of points counts: the value of its `around`, or the name of its attribute
** of cities, attribute, variable or piece. If the row has none of them, the name of its variant.
*/
const char *carc_point_row_name (const carc_definition *def, int row);

typedef struct carc_event {
  int number;   /* from 1 */
  int decision; /* number of decisions taken up to this event, its own included */
  carc_event_kind kind;
  int player; /* -1: nobody */
  int type, x, y, rotation, tile, segment, piece;
  carc_kind feature; /* SCORED: its kind; CARC_KIND_COUNT for goods */
  int good;          /* SCORED, if goods score: the good */
  int points;
  bool complete, final;
  bool on_cell; /* TOKEN: the token is now on the empty cell at x, y */
  int goods[CARC_GOOD_COUNT];
  int n_items;
  carc_score_item items[CARC_MAX_SCORE_ITEMS];
  char text[CARC_FULL_NAME_SIZE];
  carc_action_fields option; /* CHOSE: the option; can name a player, or a cell without a tile */
                             /* VARIABLE: `number` is the index of the changed number, from 0 */
                             /* TOKEN: the old place: player, has_cell, x, y, segment */
} carc_event;

/*
** Receives an event, which is valid until the function returns. The function returns 0 to continue;
** any other number ends the listing, which is not an error.
*/
typedef int (*carc_sink)(void *ud, const carc_event *event);

/*
** Passes every event whose number is above `since` to `sink`; if `since` is 0, passes all events.
** Plays the game again from the start, which takes some microseconds and calls the hooks again.
*/
carc_status carc_state_events (const carc_definition *def, const carc_state *state, int since, carc_sink sink,
                               void *ud, carc_error *err);
/*
** As carc_state_events, but passes events as `observer` sees them: a hidden tile has the type -1.
*/
carc_status carc_state_events_for (const carc_definition *def, const carc_state *state, int observer,
                                   int since, carc_sink sink, void *ud, carc_error *err);

/* ---- Restrictions ---------------------------------------------------------------------------- */

/* The rules that take legal actions away or add some: id, name. */
#define CARC_RESTRICTION_LIST(X)                                                            \
  X(EDGES, "edges") /* edges that fit or must join, beside the rule that equal edges fit */ \
  X(FORBIDDEN_PLACEMENTS, "forbidden_placements")                                           \
  X(ALLOW_PLACEMENT, "allow_placement")                                                     \
  X(FORBIDDEN_DEPLOYMENTS, "forbidden_deployments")                                         \
  X(ALLOW_DEPLOYMENT, "allow_deployment")                                                   \
  X(FORBID_DEPLOYMENT, "forbid_deployment") /* the verb */

typedef enum carc_restriction {
#define X(id, name) CARC_RESTRICTION_##id,
  CARC_RESTRICTION_LIST(X)
#undef X
      CARC_RESTRICTION_COUNT
} carc_restriction;

/* The name in CARC_RESTRICTION_LIST. */
const char *carc_restriction_name (carc_restriction rule);

/*
** The effect of a restriction in a game: in how many decisions it took an action away or added one,
** and the number of these actions. A decision that was skipped because no action was left counts,
** too.
*/
typedef struct carc_restriction_count {
  int decisions, removed, added;
} carc_restriction_count;

/*
** Counts the effects of all restrictions in the game so far. Plays the game again from the start,
** and calls the hooks again.
*/
carc_status carc_state_restrictions (const carc_definition *def, const carc_state *state,
                                     carc_restriction_count out[CARC_RESTRICTION_COUNT], carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
