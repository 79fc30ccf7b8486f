/*
** carcassonne_definition.h: limits, errors, rule values, tiles, actions as numbers, and
** definitions.
** Part of carcassonne.h, which has the conventions.
*/
#ifndef CARCASSONNE_DEFINITION_H
#define CARCASSONNE_DEFINITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CARC_MAX_PLAYERS 6
#define CARC_MAX_TILES 1023         /* in one game */
#define CARC_MAX_SPAN 254           /* maximum width and height of the board in cells */
#define CARC_MAX_TYPES 1023         /* types of tiles in one game */
#define CARC_MAX_SEGMENTS 16        /* on one tile */
#define CARC_MAX_PIECES 32          /* kinds of pieces */
#define CARC_MAX_ATTRIBUTES 64      /* attributes of segments that a definition declares */
#define CARC_MAX_TILE_ATTRIBUTES 64 /* attributes of tiles */
#define CARC_MAX_POWER 31           /* power of one player's pieces in a feature */
#define CARC_MAX_VARIABLES 255      /* variables of scripts */
#define CARC_MAX_TOKEN_KINDS 64     /* kinds of tokens that scripts declare */
#define CARC_MAX_TOKEN_NUMBERS 60   /* different numbers on the tokens of a kind */
#define CARC_MAX_TOKENS 1023        /* tokens of all kinds together */
#define CARC_MAX_JOINS 256          /* joins by scripts at one time */
#define CARC_MAX_PHASES 128         /* phases of all scripts together */
#define CARC_MAX_NUMBER 65535       /* maximum number in an option of a script */
#define CARC_MAX_PHRASE 120         /* maximum number of letters of a script's question or label */
#define CARC_MAX_RESERVES 16        /* places for tiles outside the bag */
#define CARC_MAX_AREAS 64           /* named places */
#define CARC_MAX_STEPS 16           /* steps of the final scoring */
#define CARC_MAX_OFFERS 128         /* offers of all phases together */
#define CARC_MAX_ROWS 96            /* rows with conditions in one hook */
#define CARC_MAX_POINT_ROWS 96      /* rows of points; also the maximum number of bonuses */
#define CARC_MAX_RESERVE 127        /* pieces of one kind that a player may have */
#define CARC_MAX_STANDING 1023      /* pieces of all players together */
#define CARC_NAME_SIZE 24           /* size of a declared name, including '\0' */
#define CARC_FULL_NAME_SIZE 48      /* size of a displayed name: NAME, or SCRIPT.NAME */
#define CARC_ACTION_TEXT_SIZE 180   /* size of an action as text */

#define CARC_NONE (-1) /* a number that stands for "none" */

#define CARC_CHANCE (-1) /* the current player while a tile is to be drawn */
#define CARC_NOBODY (-2) /* the current player when the game is over */

/* An `observer` is a player's number or one of these constants. */
#define CARC_SPECTATOR (-4)  /* sees what all players see */
#define CARC_OMNISCIENT (-5) /* sees everything */

typedef struct carc_definition carc_definition;
typedef struct carc_state carc_state;
/* A table of hooks; see carcassonne_script.h. */
typedef struct carc_hooks carc_hooks;

/* ---- Status and errors ----------------------------------------------------------------------- */

typedef enum carc_status {
  CARC_OK = 0,
  CARC_ERR_ILLEGAL, /* the action is not legal in this state */
  CARC_ERR_INVALID, /* an argument, a text or a definition is wrong */
  CARC_ERR_SCRIPT,  /* a hook failed */
  CARC_ERR_MEMORY,  /* the allocator returned NULL */
  CARC_ERR_BUSY     /* only in the Lua module: an action is still running on the state */
} carc_status;

typedef struct carc_error {
  carc_status code;
  int line;          /* line of the invalid text, from 1; 0 if there is no text */
  char message[503]; /* one sentence; does not repeat the line number */
  bool absent;       /* the text names a piece, tile or step that a later line may declare */
} carc_error;

/* Returns "illegal", "invalid", "script", "memory", "busy" or "ok". */
const char *carc_status_name (carc_status code);

/*
** Returns the name nearest to a misspelt word of `length` letters, for messages such as "did you
** mean builder_parts?"; NULL if no name is near. The callback `name` returns the name with the
** given index, or NULL after the last name. The nearest name is the name into which the fewest
** edits change the word. An edit inserts, drops or changes a letter, or swaps two neighbours (the
** optimal string alignment distance). The number of edits may be at most half of the number of
** letters in the word. If several names need equally few edits, the name that shares the longest
** beginning with the word is chosen; if names are still equal, the first of them.
*/
const char *carc_nearest_name (const char *at, size_t length, const char *(*name)(const void *ud, int index),
                               const void *ud);

/* ---- Memory ---------------------------------------------------------------------------------- */

/*
** Memory allocator. `resize` does the work of malloc, realloc and free: `old` may be NULL; with
** `new_size` 0 it frees `old` and returns NULL. Pointers must be aligned for every type, as
** malloc's are.
*/
typedef struct carc_allocator {
  void *(*resize)(void *ud, void *old, size_t old_size, size_t new_size);
  void *ud;
} carc_allocator;

/* ---- The words of the game ------------------------------------------------------------------- */

/*
** Kinds of segments. A spot joins nothing. It scores as a monastery if it has the attribute
** `surrounded`; otherwise it does not score. A river crosses edges and divides fields as a road
** does, but does not score. Scripts may deploy pieces on spots. Players may deploy a piece on a
** spot or river if the key `on` of the piece's kind names spots or rivers. Segments of the kinds
** that follow the monastery in this list are never complete and do not score, except for spots with
** `surrounded`.
*/
/* clang-format off */
#define CARC_KIND_LIST(X) \
  X(FIELD, "field") X(ROAD, "road") X(CITY, "city") X(MONASTERY, "monastery") X(SPOT, "spot") X(RIVER, "river")
/* clang-format on */
typedef enum carc_kind {
#define X(id, name) CARC_KIND_##id,
  CARC_KIND_LIST(X)
#undef X
      CARC_KIND_COUNT
} carc_kind;
typedef enum carc_good { CARC_GOOD_WINE, CARC_GOOD_GRAIN, CARC_GOOD_CLOTH, CARC_GOOD_COUNT } carc_good;

/*
** The ports of a tile, clockwise: NL N NR EL E ER SL S SR WL W WR. In a set of ports, bit 0 stands
** for NL.
*/
#define CARC_PORTS 12
/* The name of a port, 0 to 11. */
const char *carc_port_name (int port);

const char *carc_kind_name (carc_kind kind); /* as in CARC_KIND_LIST */
const char *carc_good_name (carc_good good); /* wine, grain, cloth */

/*
** The rules, which spec/RULES.md explains. Each entry has the name of a rule, the words for its
** values, the minimum and the maximum. The value of a word is its position in the list of words,
** from 0.
*/
#define CARC_RULE_LIST(X)                                                                       \
  X(FARM_SCORING, "farm_scoring", "per-city|per-field-once|per-field", 0, 2)                    \
  X(FIELD_CITY_POINTS, "field_city_points", "", 0, 100)                                         \
  X(PIG_BONUS, "pig_bonus", "", 0, 100)                                                         \
  X(SMALL_CITY, "small_city", "", 2, 4)                                                         \
  X(PIECES_OCCUPY, "pieces_occupy", "no|yes", 0, 1)                                             \
  X(COUNT_AS_FOLLOWERS, "count_as_followers", "nowhere|majorities|expansions|everywhere", 0, 3) \
  X(ORPHAN_BUILDER, "orphan_builder", "stay|return", 0, 1)                                      \
  X(ORPHAN_PIG, "orphan_pig", "stay|return", 0, 1)                                              \
  X(BUILDER_HOST, "builder_host", "any|ordinary", 0, 1)                                         \
  X(EXTEND_TRIGGER, "extend_trigger", "joins|joins-or-completes", 0, 1)                         \
  X(LINKS_EXTEND, "links_extend", "no|bridge|yes", 0, 2)                                        \
  X(LINKS_BUILDER, "links_builder", "when-joined|when-placed", 0, 1)                            \
  X(DOUBLE_TURN, "double_turn", "optional|compulsory", 0, 1)                                    \
  X(BUILDER_PARTS, "builder_parts", "unlimited", 1, 100)                                        \
  X(GOODS_BONUS, "goods_bonus", "", 0, 1000)                                                    \
  X(UNPLACEABLE, "unplaceable", "aside|bag", 0, 1)

typedef enum carc_rule {
#define X(id, name, words, low, high) CARC_RULE_##id,
  CARC_RULE_LIST(X)
#undef X
      CARC_RULE_COUNT
} carc_rule;

enum { CARC_FARM_SCORING_PER_CITY, CARC_FARM_SCORING_PER_FIELD_ONCE, CARC_FARM_SCORING_PER_FIELD };
enum { CARC_ORPHAN_STAY, CARC_ORPHAN_RETURN };
enum { CARC_BUILDER_HOST_ANY, CARC_BUILDER_HOST_ORDINARY };
enum { CARC_DOUBLE_TURN_OPTIONAL, CARC_DOUBLE_TURN_COMPULSORY };
enum { CARC_LINKS_BUILDER_WHEN_JOINED, CARC_LINKS_BUILDER_WHEN_PLACED };
/* Bits of the rule count_as_followers: where builders and pigs count as followers. */
enum { CARC_COUNT_IN_MAJORITIES = 1, CARC_COUNT_FOR_EXPANSIONS = 2 };
enum { CARC_LINKS_EXTEND_NO, CARC_LINKS_EXTEND_BRIDGE, CARC_LINKS_EXTEND_YES };
enum { CARC_UNPLACEABLE_ASIDE, CARC_UNPLACEABLE_BAG };
#define CARC_BUILDER_PARTS_UNLIMITED 0 /* a value of builder_parts */

/*
** The editions. Each is named after a rule sheet (spec/RULES.md) and has a description of this
** sheet.
*/
/* clang-format off */
#define CARC_EDITION_LIST(X) \
  X(2003, "2003", "the English rule sheet of 2003") \
  X(BIGBOX, "bigbox", "the first edition, with the rulings from the rules of the Big Box") \
  X(C2, "c2", "the second edition, of 2015") \
  X(MODERN, "modern", "an English rule sheet that is not dated") \
  X(JCZ, "jcz", "the rule values of another engine (JCloisterZone), for its recorded games")
/* clang-format on */
typedef enum carc_edition {
#define X(id, name, says) CARC_EDITION_##id,
  CARC_EDITION_LIST(X)
#undef X
      CARC_EDITION_COUNT
} carc_edition;
#define CARC_DEFAULT_EDITION CARC_EDITION_C2 /* the edition of a definition that names no edition */

/* The name of an edition; NULL if the number is out of range. */
const char *carc_edition_name (carc_edition edition);

/* The description of an edition; NULL if the number is out of range. */
const char *carc_edition_description (carc_edition edition);
/* The edition with this name; CARC_EDITION_COUNT if the name is unknown. */
carc_edition carc_edition_find (const char *name);
const char *carc_rule_name (carc_rule rule);
/*
** The words for the values of a rule, separated by '|'. Returns "" if the value is always a number,
** and "unlimited" if the value is a number or this word.
*/
const char *carc_rule_words (carc_rule rule);
void carc_rule_range (carc_rule rule, int *low, int *high);
int carc_edition_rule (carc_edition edition, carc_rule rule);
/* Writes the value of a rule as text: a word or a number. */
int carc_rule_text (carc_rule rule, int value, char *out, size_t size);

/* ---- Tiles ----------------------------------------------------------------------------------- */

/*
** The built-in set of tiles "base" or "traders", as lines of a definition, each without its first
** word `tile`. NULL for an unknown name. carc_tileset_name returns the name of the set with this
** index, and NULL after the last set.
*/
const char *carc_tileset (const char *name);
const char *carc_tileset_name (int index);

typedef struct carc_segment {
  carc_kind kind;
  uint16_t ports;   /* bits, after the rotation of the tile */
  uint16_t borders; /* of a field: the cities that it borders; bit i is segment i */
  uint16_t ends_at; /* of a road or river that ends in the tile: the segments at its end */
  int pennants;
  int good;            /* a carc_good; -1 if none */
  uint64_t attributes; /* bit i is attribute i of the definition */
} carc_segment;

/* ---- Actions --------------------------------------------------------------------------------- */

typedef enum carc_action_kind {
  CARC_ACTION_NONE,
  CARC_ACTION_DRAW,   /* chance draws a tile: `type` */
  CARC_ACTION_PLACE,  /* places `type` at x, y, turned by `rotation`, and lays `span`, if any */
  CARC_ACTION_DEPLOY, /* deploys `piece` on `segment` of the tile `type` at x, y, `rotation` */
  CARC_ACTION_PASS,   /* takes none of the options */
  CARC_ACTION_EXTRA,  /* takes a further part of the turn; declines it if `take` is 0 */
  CARC_ACTION_RESIGN, /* `player` resigns; always legal, but never listed */
  CARC_ACTION_CHOICE  /* takes an option of the phase `choice`; a script has set the other fields */
} carc_action_kind;

/*
** In a placement, the span that is laid with the tile is stored as a number: 0 for no span,
** otherwise 1 + axis + 2 * place. The place is 0 for the placed tile itself, and 1 to 4 for its
** northern, eastern, southern or western neighbour.
*/
typedef enum carc_axis { CARC_AXIS_NONE, CARC_AXIS_NORTH_SOUTH, CARC_AXIS_EAST_WEST } carc_axis;

/*
** An action as one number. Bits 0-3 hold the kind, 4-11 the piece or player, 12-15 the segment or
** `take`, 16-31 x and 32-47 y in two's complement, 48-55 and 58-63 the type, 56-57 the rotation.
** Bits 4-7 of a placement hold its span.
**
** In a choice, bits 4-10 hold the phase, 11-13 the player, 14-19 the piece, 20-36 the number, 37-41
** the segment. Each of these fields except the phase is stored plus 1, so that 0 stands for none.
** Bits 42-51 hold x and 52-61 hold y. If x is -512, the choice has no cell, and bits 52-61 hold the
** type of a tile.
**
** Unused bits are 0. A deployment includes the type and rotation of its tile, so that it can be
** written as text without the state. A choice does not include them: carc_state_action_fields adds
** them. An option has the same number at every decision that offers it.
*/
typedef uint64_t carc_action;

typedef struct carc_action_fields {
  carc_action_kind kind;
  int type, x, y, rotation, piece, segment, take, player;
  int choice, number, span;
  int token;     /* of a choice: kind of the token whose number is `number`; -1 if none */
  bool has_cell; /* x and y are set */
} carc_action_fields;

/*
** Converts the fields of an action to its number, and a number to fields. Unpacking sets unused
** fields to -1, but unused x, y, rotation and take to 0. A choice that names a cell uses neither
** type nor rotation. A choice that names no cell may name a type of tile; the type -1 stands for
** none.
*/
carc_action carc_action_pack (const carc_action_fields *fields);
carc_action_fields carc_action_unpack (carc_action action);
/*
** Returns "draw", "place", "deploy", "pass", "extra", "resign" or "choice"; "none" for any other
** value.
*/
const char *carc_action_kind_name (carc_action_kind kind);

/* ---- Definitions ----------------------------------------------------------------------------- */

/*
** Reads a definition from text. Each line holds one statement; a comment begins with '#' and ends
** with its line. All statements and the notation of tiles are in csrc/engine/DEFINITION.md.
**
** `hooks` is copied and may be NULL; every hook receives `ud`. If `allocator` is NULL, malloc is
** used. The caller frees the definition with carc_definition_free. On failure, returns NULL, and
** `err` names the line.
*/
carc_definition *carc_definition_new (const char *text, const carc_hooks *hooks, void *ud,
                                      const carc_allocator *allocator, carc_error *err);
void carc_definition_free (carc_definition *def);

/*
** The text of this definition, with its statements in their order, but without comments and
** unnecessary blanks. The definition owns the text.
*/
const char *carc_definition_text (const carc_definition *def);
/*
** A number that is computed from all parts of the definition on which the course of a game depends.
** If the games of two definitions may differ, the definitions have different numbers.
*/
uint64_t carc_definition_fingerprint (const carc_definition *def);
size_t carc_definition_state_size (const carc_definition *def); /* bytes of a state */

/*
** The functions return the number of players, the value of a rule, whether the host draws the
** tiles, and whether goods are counted.
*/
int carc_definition_players (const carc_definition *def);
int carc_definition_rule (const carc_definition *def, carc_rule rule);
bool carc_definition_manual (const carc_definition *def);
bool carc_definition_goods (const carc_definition *def);
bool carc_definition_hooked (const carc_definition *def); /* whether actions may call hooks */
int carc_definition_tiles (const carc_definition *def);   /* number of all tiles */

/*
** The number of tile types, and properties of a type by its number, from 0. The number must be in
** range.
*/
int carc_definition_types (const carc_definition *def);
const char *carc_type_id (const carc_definition *def, int type);
int carc_type_find (const carc_definition *def, const char *id); /* -1: unknown */
int carc_type_count (const carc_definition *def, int type);
int carc_type_segments (const carc_definition *def, int type);
carc_segment carc_type_segment (const carc_definition *def, int type, int rotation, int segment);
/*
** Writes a segment of a tile of this type and rotation in the notation of tiles: `city:N.W`,
** `monastery`, `field:`.
*/
int carc_segment_text (const carc_definition *def, int type, int rotation, int segment, char *out,
                       size_t size);
/*
** The segment that `text` names on a tile of this type and rotation; -1 if the tile has no such
** segment or `text` is invalid.
*/
int carc_segment_find (const carc_definition *def, int type, int rotation, const char *text);

/* The number of kinds of pieces. Kind 0 is the follower, kind 1 the builder, kind 2 the pig. */
int carc_definition_pieces (const carc_definition *def);
/*
** Properties of a kind of piece by its number. carc_piece_find returns -1 for an unknown name.
** carc_piece_count returns how many pieces of this kind each player has.
*/
const char *carc_piece_name (const carc_definition *def, int piece);
int carc_piece_find (const carc_definition *def, const char *name);
int carc_piece_count (const carc_definition *def, int piece);
bool carc_piece_is_follower (const carc_definition *def, int piece);
/* Whether a piece of this kind may stand on at least some segments of the kind `kind`. */
bool carc_piece_stands_on (const carc_definition *def, int piece, carc_kind kind);

/*
** Attributes, phases, variables and steps of the final scoring each belong to a script. The
** displayed name of such an item is the name that the script declares, or SCRIPT.NAME if another
** script declares the same name.
*/

/* The attributes of tiles by number, and the attributes of a tile type as bits. */
int carc_definition_tile_attributes (const carc_definition *def);
const char *carc_tile_attribute_name (const carc_definition *def, int attribute);
uint64_t carc_type_attributes (const carc_definition *def, int type);

/* The kind of piece that is laid as a span; -1 if the game has no spans. */
int carc_definition_span (const carc_definition *def);

/*
** The phases by number, in the order of their declaration. If several phases have the same name, a
** choice has the number of the first of them.
*/
int carc_definition_phases (const carc_definition *def);
const char *carc_phase_name (const carc_definition *def, int phase);
/*
** The timing of a phase: turn_start, before_draw, deployment, before_scoring, feature_scored,
** points_given, after_scoring, turn_end, game_end or anytime.
*/
const char *carc_phase_timing (const carc_definition *def, int phase);

/*
** The variables of scripts by number; carc_variable_find returns -1 for an unknown name. It accepts
** SCRIPT.NAME for every variable.
*/
int carc_definition_variables (const carc_definition *def);
const char *carc_variable_name (const carc_definition *def, int variable);
int carc_variable_find (const carc_definition *def, const char *name);
/* The scope of a variable is the kind of its keys. The variable has values for each key. */
typedef enum carc_scope {
  CARC_SCOPE_GAME,
  CARC_SCOPE_PLAYER,
  CARC_SCOPE_CELL,
  CARC_SCOPE_FEATURE,
  CARC_SCOPE_SEGMENT
} carc_scope;
/*
** The scope of a variable, and its size: how many numbers it has for each key. Number i of a key
** has the index key * size + i.
*/
carc_scope carc_variable_scope (const carc_definition *def, int variable);
int carc_variable_size (const carc_definition *def, int variable);
/*
** The meaning of a variable's numbers: plain numbers, tiles or segments. A number that stands for a
** tile is 1 + the tile's index; a number that stands for a segment is 1 + tile * CARC_MAX_SEGMENTS
** + segment; in both cases 0 stands for none.
*/
typedef enum carc_holding { CARC_HOLDING_NUMBER, CARC_HOLDING_TILE, CARC_HOLDING_SEGMENT } carc_holding;
/* Returns what the numbers of a variable mean. */
carc_holding carc_variable_holding (const carc_definition *def, int variable);

/* Which observers see the tiles in a reserve, or the numbers of tokens. */
/* clang-format off */
#define CARC_VISIBILITY_LIST(X) X(ALL, "all") X(OWNER, "owner") X(NOBODY, "nobody")
/* clang-format on */
typedef enum carc_visibility {
#define X(id, name) CARC_VISIBILITY_##id,
  CARC_VISIBILITY_LIST(X)
#undef X
} carc_visibility;

/* A place for tiles outside the bag and the board. */
typedef struct carc_reserve {
  const char *name;
  bool of_players; /* each player has such a reserve */
  carc_visibility seen;
  int size, deal;   /* maximum number of tiles; number dealt to it at the start of the game */
  const char *play; /* how a turn takes tiles from it: no, next, any */
} carc_reserve;

/* The reserves by number, from 0; carc_reserve_find returns -1 for an unknown name. */
int carc_definition_reserves (const carc_definition *def);
carc_reserve carc_definition_reserve (const carc_definition *def, int reserve);
int carc_reserve_find (const carc_definition *def, const char *name);
/*
** Whether `observer` sees the tiles in a reserve. `player` is the owner, if each player has such a
** reserve.
*/
bool carc_reserve_is_seen (const carc_definition *def, int reserve, int player, int observer);

/*
** The areas that scripts declare, by number, from 0. An area is a named place: one or more
** segments, on one or more tiles. carc_area_find returns -1 for an unknown name.
*/
int carc_definition_areas (const carc_definition *def);
const char *carc_area_name (const carc_definition *def, int area);
int carc_area_find (const carc_definition *def, const char *name);

/*
** The tokens that scripts declare: markers such as a dragon, coins or floors of towers. They lie on
** the board, with players, or in the supply. No token is a player's piece. The number of tokens of
** each kind is fixed. If the tokens of a kind have numbers, there are equally many tokens of each
** number; if they belong to players, each player has equally many tokens.
*/
#define CARC_TOKEN_OWNER_LIST(X) X(GAME, "game") X(PLAYER, "player") X(DEALT, "dealt")
enum {
#define X(id, name) CARC_TOKEN_OWNER_##id,
  CARC_TOKEN_OWNER_LIST(X)
#undef X
};
#define CARC_TOKEN_PLACE_LIST(X) \
  X(TILE, "tile") X(CELL, "cell") X(SEGMENT, "segment") X(FEATURE, "feature") X(PLAYER, "player")
enum {
#define X(id, name) CARC_TOKEN_PLACE_##id,
  CARC_TOKEN_PLACE_LIST(X)
#undef X
};
typedef struct carc_token_kind {
  const char *name, *sign; /* sign: one or two letters on drawn boards; "" if taken from the name */
  int count, numbers;      /* tokens have numbers from 1 to `numbers`; no numbers if it is 1 */
  int of;                  /* CARC_TOKEN_OWNER_...: who has the tokens at the start */
  unsigned on;             /* bits CARC_TOKEN_PLACE_...: where they may be */
  carc_visibility seen;    /* which observers see their numbers */
} carc_token_kind;
/* Number of kinds of tokens, and a kind by its number. */
int carc_definition_tokens (const carc_definition *def);
carc_token_kind carc_token_describe (const carc_definition *def, int kind);

/* Number of attributes of segments, and the name of an attribute by its number. */
int carc_definition_attributes (const carc_definition *def);
const char *carc_attribute_name (const carc_definition *def, int attribute);

/*
** Number of steps of the final scoring, and the name of a step; the name is NULL after the last
** step.
*/
int carc_definition_steps (const carc_definition *def);
const char *carc_step_name (const carc_definition *def, int step);

#ifdef __cplusplus
}
#endif
#endif
