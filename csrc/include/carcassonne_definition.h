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
#define CARC_MAX_SPAN 254           /* maximum width and height in cells; illegal beyond */
#define CARC_MAX_TYPES 1023         /* different tiles in one game */
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
#define CARC_MAX_PHASES 128         /* decisions and acts of scripts */
#define CARC_MAX_NUMBER 65535       /* number in an option of a script */
#define CARC_MAX_PHRASE 120         /* letters of a script's question or label */
#define CARC_MAX_RESERVES 16        /* places for tiles outside the bag */
#define CARC_MAX_AREAS 64           /* named places */
#define CARC_MAX_STEPS 16           /* steps of the final scoring */
#define CARC_MAX_OFFERS 128         /* offers of all phases together */
#define CARC_MAX_ROWS 96            /* rows of one hook that may have conditions */
#define CARC_MAX_POINT_ROWS 96      /* rows of points, and the same number of bonuses */
#define CARC_MAX_RESERVE 127        /* pieces of one kind that a player may have */
#define CARC_MAX_STANDING 1023      /* pieces of all players together */
#define CARC_NAME_SIZE 24           /* for a declared name with its '\0' */
#define CARC_FULL_NAME_SIZE 48      /* for a displayed name: SCRIPT.NAME if two scripts share it */
#define CARC_ACTION_TEXT_SIZE 180   /* for an action as text */

#define CARC_NONE (-1) /* means "none" where a number is expected */

#define CARC_CHANCE (-1) /* the current player while a tile is to be drawn */
#define CARC_NOBODY (-2) /* the current player when the game is over */

/* An `observer` is a player from 0 or one of these. */
#define CARC_SPECTATOR (-4)  /* sees what everybody sees */
#define CARC_OMNISCIENT (-5) /* sees everything */

typedef struct carc_definition carc_definition;
typedef struct carc_state carc_state;
/* Hooks of scripts or of a host: carcassonne_script.h. */
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
  int line;          /* of the text at fault, from 1; 0 if there is no text */
  char message[503]; /* one sentence, without the line */
  bool absent;       /* a piece, tile or step is missing, and further lines might declare it */
} carc_error;

/* "illegal", "invalid", "script", "memory", "busy" or "ok". */
const char *carc_status_name (carc_status code);

/*
** Returns the name nearest to a misspelt word of `length` letters, for messages such as "did you
** mean builder_parts?"; NULL if none is near. `name` returns the names by index, NULL after the
** last.
**
** The nearest name needs the fewest edits: a letter inserted, dropped or changed, or two neighbours
** swapped (the optimal string alignment distance), at most half the number of letters of the word.
** Among equals, the longest common beginning counts, then the order.
*/
const char *carc_nearest_name (const char *at, size_t length, const char *(*name)(const void *ud, int index),
                               const void *ud);

/* ---- Memory ---------------------------------------------------------------------------------- */

/*
** Memory allocator. `resize` is realloc and free in one: `old` may be NULL, `new_size` 0 frees
** and returns NULL. Pointers must be aligned for every type, as malloc's are.
*/
typedef struct carc_allocator {
  void *(*resize)(void *ud, void *old, size_t old_size, size_t new_size);
  void *ud;
} carc_allocator;

/* ---- The words of the game ------------------------------------------------------------------- */

/*
** Kinds of segments. A spot joins nothing. It scores as a monastery with the attribute
** `surrounded`, and nothing without it. A river crosses edges and divides fields as a road does,
** and scores nothing. Scripts may deploy on spots, and players the pieces whose `on` names spots or
** rivers. Except for such spots, the kinds after the monastery are never complete and score
** nothing.
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

/* The ports of a tile, clockwise: NL N NR EL E ER SL S SR WL W WR; bit 0 is NL. */
#define CARC_PORTS 12
/* The name of a port, 0 to 11. */
const char *carc_port_name (int port);

const char *carc_kind_name (carc_kind kind); /* as in the list above */
const char *carc_good_name (carc_good good); /* wine, grain, cloth */

/*
** Rule values, as spec/RULES.md explains them: name, words or range. The value of a word is its
** place in the list, from 0.
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
/* What builders and pigs count for as followers, as bits. */
enum { CARC_COUNT_IN_MAJORITIES = 1, CARC_COUNT_FOR_EXPANSIONS = 2 };
enum { CARC_LINKS_EXTEND_NO, CARC_LINKS_EXTEND_BRIDGE, CARC_LINKS_EXTEND_YES };
enum { CARC_UNPLACEABLE_ASIDE, CARC_UNPLACEABLE_BAG };
#define CARC_BUILDER_PARTS_UNLIMITED 0 /* a value of builder_parts */

/* The editions, each named after a rule sheet (spec/RULES.md), with a description of the sheet. */
/* clang-format off */
#define CARC_EDITION_LIST(X) \
  X(2003, "2003", "the English sheet of 2003") \
  X(BIGBOX, "bigbox", "the first edition, with the rulings of the Big Box") \
  X(C2, "c2", "the second edition, of 2015") \
  X(MODERN, "modern", "an English sheet without a year") \
  X(JCZ, "jcz", "no sheet: the values of another engine, for its recorded games")
/* clang-format on */
typedef enum carc_edition {
#define X(id, name, says) CARC_EDITION_##id,
  CARC_EDITION_LIST(X)
#undef X
      CARC_EDITION_COUNT
} carc_edition;
#define CARC_DEFAULT_EDITION CARC_EDITION_C2 /* for a definition that names none */

/* The name of an edition, NULL after the last. */
const char *carc_edition_name (carc_edition edition);

/* The description of an edition; NULL after the last. */
const char *carc_edition_description (carc_edition edition);
/* The edition with this name, or CARC_EDITION_COUNT. */
carc_edition carc_edition_find (const char *name);
const char *carc_rule_name (carc_rule rule);
/*
** The words of a rule, separated by '|'; "" for a plain number, "unlimited" for this word or a
** number.
*/
const char *carc_rule_words (carc_rule rule);
void carc_rule_range (carc_rule rule, int *low, int *high);
int carc_edition_rule (carc_edition edition, carc_rule rule);
/* Writes a value as text: a word or a number. */
int carc_rule_text (carc_rule rule, int value, char *out, size_t size);

/* ---- Tiles ----------------------------------------------------------------------------------- */

/*
** The built-in sets "base" and "traders", as lines of the notation that carc_definition_new reads,
** without the word `tile`. NULL for an unknown name. carc_tileset_name lists the names, NULL after
** the last.
*/
const char *carc_tileset (const char *name);
const char *carc_tileset_name (int index);

typedef struct carc_segment {
  carc_kind kind;
  uint16_t ports;   /* bits, with the tile's rotation applied */
  uint16_t borders; /* of a field: the cities that it touches, bit i for segment i */
  uint16_t ends_at; /* of a road or river that ends in the tile: the segments that it runs into */
  int pennants;
  int good;            /* a carc_good, or -1 */
  uint64_t attributes; /* bit i: the definition's attribute i */
} carc_segment;

/* ---- Actions --------------------------------------------------------------------------------- */

typedef enum carc_action_kind {
  CARC_ACTION_NONE,
  CARC_ACTION_DRAW,   /* chance: `type` */
  CARC_ACTION_PLACE,  /* `type` at x, y, turned by `rotation`; with `span` if required */
  CARC_ACTION_DEPLOY, /* `piece` on `segment` of the tile `type` at x, y, turned by `rotation` */
  CARC_ACTION_PASS,   /* take none of the options */
  CARC_ACTION_EXTRA,  /* take a further part of the turn, or (`take` 0) decline it */
  CARC_ACTION_RESIGN, /* `player` resigns; always legal, never listed */
  CARC_ACTION_CHOICE  /* an option of a script: its phase `choice`, and fields set by the script */
} carc_action_kind;

/*
** A span is 0 for none, or 1 + axis + 2 * place: 0 for the tile itself, 1 to 4 for its northern,
** eastern, southern or western neighbour.
*/
typedef enum carc_axis { CARC_AXIS_NONE, CARC_AXIS_NORTH_SOUTH, CARC_AXIS_EAST_WEST } carc_axis;

/*
** An action as one number. Bits 0-3 hold the kind, 4-11 the piece or player, 12-15 the segment or
** `take`, 16-31 x and 32-47 y in two's complement, 48-55 and 58-63 the type, 56-57 the rotation. A
** placement has its span in 4-7.
**
** A choice has its phase in 4-10. The next fields are stored plus 1, with 0 for none: player in
** 11-13, piece in 14-19, number in 20-36, segment in 37-41. x is in 42-51, y in 52-61; x -512 means
** no cell, and 52-61 then hold the type of a tile.
**
** Unused bits are 0. A deployment includes its tile, so that its text needs no state; for the tile
** of a choice's segment, see carc_state_action_fields. An option has the same number wherever it is
** offered.
*/
typedef uint64_t carc_action;

typedef struct carc_action_fields {
  carc_action_kind kind;
  int type, x, y, rotation, piece, segment, take, player;
  int choice, number, span;
  int token;     /* of a choice: kind of the token whose number is `number`; -1: none */
  bool has_cell; /* x and y are set */
} carc_action_fields;

/*
** Converts fields to a number, and back. Unused fields are returned as -1; x, y, rotation and take
** as 0. Type and rotation are unused in a choice that names a cell. A choice without a cell may
** name a tile by its type; -1 is none.
*/
carc_action carc_action_pack (const carc_action_fields *fields);
carc_action_fields carc_action_unpack (carc_action action);
/* "draw", "place", "deploy", "pass", "extra", "resign", "choice"; "none" for any other value. */
const char *carc_action_kind_name (carc_action_kind kind);

/* ---- Definitions ----------------------------------------------------------------------------- */

/*
** Reads a definition from text: one statement per line, comments from '#' on. All statements and
** the notation of tiles are in csrc/engine/DEFINITION.md.
**
** `hooks` may be NULL and is copied; every hook receives `ud`. `allocator` NULL means malloc.
** Returns the definition, to be freed with carc_definition_free; on failure NULL, and `err` names
** the line.
*/
carc_definition *carc_definition_new (const char *text, const carc_hooks *hooks, void *ud,
                                      const carc_allocator *allocator, carc_error *err);
void carc_definition_free (carc_definition *def);

/*
** The text of this definition, in its order, without comments and spare blanks. Owned by the
** definition.
*/
const char *carc_definition_text (const carc_definition *def);
/* Number that differs between definitions whose games may differ. */
uint64_t carc_definition_fingerprint (const carc_definition *def);
size_t carc_definition_state_size (const carc_definition *def); /* bytes of a state */

/* Number of players; value of a rule; whether the host draws; whether goods are counted. */
int carc_definition_players (const carc_definition *def);
int carc_definition_rule (const carc_definition *def, carc_rule rule);
bool carc_definition_manual (const carc_definition *def);
bool carc_definition_goods (const carc_definition *def);
bool carc_definition_hooked (const carc_definition *def); /* hooks may run in actions */
int carc_definition_tiles (const carc_definition *def);   /* all tiles, start tiles included */

/* The tile types by number, from 0, and how many there are. Numbers must be in range. */
int carc_definition_types (const carc_definition *def);
const char *carc_type_id (const carc_definition *def, int type);
int carc_type_find (const carc_definition *def, const char *id); /* -1: unknown */
int carc_type_count (const carc_definition *def, int type);
int carc_type_segments (const carc_definition *def, int type);
carc_segment carc_type_segment (const carc_definition *def, int type, int rotation, int segment);
/* Writes a segment in the notation of tiles, turned: `city:N.W`, `monastery`, `field:`. */
int carc_segment_text (const carc_definition *def, int type, int rotation, int segment, char *out,
                       size_t size);
/* The segment that `text` names on the turned tile; -1 if there is none or `text` is invalid. */
int carc_segment_find (const carc_definition *def, int type, int rotation, const char *text);

/* Number of kinds of pieces; 0 is the follower, 1 the builder, 2 the pig. */
int carc_definition_pieces (const carc_definition *def);
/* Kinds of pieces by number, -1 for an unknown name; `count` is the number that each player has. */
const char *carc_piece_name (const carc_definition *def, int piece);
int carc_piece_find (const carc_definition *def, const char *name);
int carc_piece_count (const carc_definition *def, int piece);
bool carc_piece_is_follower (const carc_definition *def, int piece);
/* Whether the piece may stand on some segments of this kind. */
bool carc_piece_stands_on (const carc_definition *def, int piece, carc_kind kind);

/*
** Attributes, phases, variables and steps of the final scoring each belong to a script. Their
** displayed name is the name that the script declares, or SCRIPT.NAME if another script declares
** the same name.
*/

/* The declared attributes of tiles by number, and those of a type as bits. */
int carc_definition_tile_attributes (const carc_definition *def);
const char *carc_tile_attribute_name (const carc_definition *def, int attribute);
uint64_t carc_type_attributes (const carc_definition *def, int type);

/* The kind of piece that is a span; -1 if there is none. */
int carc_definition_span (const carc_definition *def);

/*
** The phases by number, in declared order. A choice has the number of the first phase of its name.
*/
int carc_definition_phases (const carc_definition *def);
const char *carc_phase_name (const carc_definition *def, int phase);
/*
** The timing of a phase: turn_start, before_draw, deployment, before_scoring, feature_scored,
** points_given, after_scoring, turn_end, game_end or anytime.
*/
const char *carc_phase_timing (const carc_definition *def, int phase);

/*
** The variables of scripts by number; -1 for an unknown name. SCRIPT.NAME always works as a name.
*/
int carc_definition_variables (const carc_definition *def);
const char *carc_variable_name (const carc_definition *def, int variable);
int carc_variable_find (const carc_definition *def, const char *name);
/* What a variable has a value for. */
typedef enum carc_scope {
  CARC_SCOPE_GAME,
  CARC_SCOPE_PLAYER,
  CARC_SCOPE_CELL,
  CARC_SCOPE_FEATURE,
  CARC_SCOPE_SEGMENT
} carc_scope;
/* Scope of a variable, and how many numbers it has for each key: the i-th is at key * size + i. */
carc_scope carc_variable_scope (const carc_definition *def, int variable);
int carc_variable_size (const carc_definition *def, int variable);
/*
** Meaning of a variable's numbers: plain numbers; or places, 0 for none, else 1 + the tile's index,
** or 1 + tile * CARC_MAX_SEGMENTS + segment.
*/
typedef enum carc_holding { CARC_HOLDING_NUMBER, CARC_HOLDING_TILE, CARC_HOLDING_SEGMENT } carc_holding;
/* What a variable holds; plain numbers by default. */
carc_holding carc_variable_holding (const carc_definition *def, int variable);

/* Observers who see the tiles in a reserve. */
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
  bool of_players; /* each player has one */
  carc_visibility seen;
  int size, deal;   /* maximum number of tiles; number dealt to it as the game begins */
  const char *play; /* whether turns take tiles from it: no, next, any */
} carc_reserve;

/* The reserves by number, from 0; -1 for an unknown name. */
int carc_definition_reserves (const carc_definition *def);
carc_reserve carc_definition_reserve (const carc_definition *def, int reserve);
int carc_reserve_find (const carc_definition *def, const char *name);
/*
** Whether `observer` sees the tiles in a reserve. `player` is its owner, for a reserve of players.
*/
bool carc_reserve_is_seen (const carc_definition *def, int reserve, int player, int observer);

/*
** The areas that scripts declare: named places of one or more segments, on one or more tiles. By
** number, from 0; -1 for an unknown name.
*/
int carc_definition_areas (const carc_definition *def);
const char *carc_area_name (const carc_definition *def, int area);
int carc_area_find (const carc_definition *def, const char *name);

/*
** The tokens that scripts declare: markers such as a dragon, coins or floors of towers. They are on
** the board or with players, and are nobody's pieces. Their number is fixed for each kind, each
** number of the kind and, for tokens of players, each player.
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
  const char *name, *sign; /* sign: one or two letters for drawn boards; "": from the name */
  int count, numbers;      /* tokens have numbers from 1 to this; 1: no numbers */
  int of;                  /* CARC_TOKEN_OWNER_...: a supply's, each player's, or dealt to all */
  unsigned on;             /* allowed places: bits CARC_TOKEN_PLACE_... */
  carc_visibility seen;    /* observers who see the numbers */
} carc_token_kind;
/* The kinds of tokens by number. */
int carc_definition_tokens (const carc_definition *def);
carc_token_kind carc_token_describe (const carc_definition *def, int kind);

/* The declared attributes of segments by number. */
int carc_definition_attributes (const carc_definition *def);
const char *carc_attribute_name (const carc_definition *def, int attribute);

/* The steps of the final scoring, in order; NULL after the last. */
int carc_definition_steps (const carc_definition *def);
const char *carc_step_name (const carc_definition *def, int step);

#ifdef __cplusplus
}
#endif
#endif
