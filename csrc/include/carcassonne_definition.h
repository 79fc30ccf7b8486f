/*
** carcassonne_definition.h: the words and rules of the game, tiles, actions as numbers, and definitions.
** Part of carcassonne.h, which also has the conventions.
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
#define CARC_MAX_TILES 1023 /* in one game */
#define CARC_MAX_SPAN \
  254 /* cells from one end of the table to the other, each way; a placement that would span more is none */
#define CARC_MAX_TYPES 1023         /* different tiles in one game */
#define CARC_MAX_SEGMENTS 16        /* on one tile */
#define CARC_MAX_PIECES 32          /* kinds of pieces */
#define CARC_MAX_ATTRIBUTES 64      /* attributes of segments that a definition declares */
#define CARC_MAX_TILE_ATTRIBUTES 64 /* attributes of tiles */
#define CARC_MAX_POWER 31           /* what a player's pieces may count for together */
#define CARC_MAX_VARIABLES 255      /* things that scripts remember */
#define CARC_MAX_TOKEN_KINDS 64     /* kinds of tokens that scripts declare */
#define CARC_MAX_TOKEN_NUMBERS 60   /* numbers that the tokens of a kind bear */
#define CARC_MAX_TOKENS 1023        /* tokens of all kinds together */
#define CARC_MAX_JOINS 256          /* segments that scripts have joined at a time */
#define CARC_MAX_PHASES 128         /* decisions of scripts */
#define CARC_MAX_NUMBER 65535       /* in an option of a script */
#define CARC_MAX_PHRASE 120         /* letters of a question of a script, or of a label */
#define CARC_MAX_RESERVES 16        /* places for tiles outside the bag */
#define CARC_MAX_AREAS 64           /* places with names */
#define CARC_MAX_STEPS 16           /* steps of the final scoring */
#define CARC_MAX_OFFERS 128         /* of all phases together */
#define CARC_MAX_ROWS 96            /* of a hook, that may have conditions */
#define CARC_MAX_POINT_ROWS 96      /* rows of points, and as many of bonuses */
#define CARC_MAX_RESERVE 127        /* pieces of one kind that a player may have */
#define CARC_MAX_STANDING 1023      /* pieces of all players together */
#define CARC_NAME_SIZE 24           /* room for a name as it is declared, its '\0' included */
#define CARC_FULL_NAME_SIZE 48      /* and as it is told: SCRIPT.NAME where two scripts have one */
#define CARC_ACTION_TEXT_SIZE 180   /* for an action as text */

#define CARC_NONE (-1) /* in place of a number that something has: it has none */

#define CARC_CHANCE (-1) /* the current player while a tile is to be drawn */
#define CARC_NOBODY (-2) /* the current player when the game is over */

/* An `observer`: an player from 0, or one of these. */
#define CARC_SPECTATOR (-4)  /* sees what is shown to everybody */
#define CARC_OMNISCIENT (-5) /* sees everything */

typedef struct carc_definition carc_definition;
typedef struct carc_state carc_state;
/* What scripts, or functions of the host, do in a game: carcassonne_script.h. */
typedef struct carc_hooks carc_hooks;

/* ---- Status and errors ---------------------------------------------------------------- */

typedef enum carc_status {
  CARC_OK = 0,
  CARC_ERR_ILLEGAL, /* the action is not legal in this state */
  CARC_ERR_INVALID, /* an argument, a text or a definition is wrong */
  CARC_ERR_SCRIPT,  /* a hook failed */
  CARC_ERR_MEMORY,  /* the allocator gave nothing */
  CARC_ERR_BUSY     /* told by the Lua module: an action still runs on the state */
} carc_status;

typedef struct carc_error {
  carc_status code;
  int line;          /* of the text at fault, from 1; 0 where there is no text */
  char message[503]; /* one sentence, without the line */
  bool absent; /* a definition names a piece, tile or step that is not there; more lines might bring it */
} carc_error;

/* "illegal", "invalid", "script", "memory", "busy" or "ok". */
const char *carc_status_name (carc_status code);

/*
** The name nearest to a misspelt word of this length, for a message such as "did you mean builder_parts?"; `name`
** gives them one by one, NULL after the last. NULL if none is near.
**
** Near is the name with the fewest edits: a letter inserted, dropped or changed, or two neighbours swapped (the
** optimal string alignment distance), at most half as many as the word has letters. Of several such names it is the
** one that shares the longest beginning with the word, then the first.
*/
const char *carc_nearest_name (const char *at, size_t length, const char *(*name)(const void *ud, int index),
                               const void *ud);

/* ---- Memory ----------------------------------------------------------------------------- */

/*
** Where memory comes from. `resize` works as realloc and free together: old may be NULL,
** new_size 0 frees and returns NULL. Pointers must suit every type, as malloc's do.
*/
typedef struct carc_allocator {
  void *(*resize)(void *ud, void *old, size_t old_size, size_t new_size);
  void *ud;
} carc_allocator;

/* ---- The words of the game ------------------------------------------------------------------ */

/*
** A spot is a place on a tile that joins nothing and scores nothing by itself, unless an attribute makes it score as a monastery
** does (`surrounded`); only scripts put pieces there, or players those that say so (`on`). A river crosses edges and parts fields as a
** road does, and scores nothing by itself; pieces stand there if they say so. Whatever else comes after the monastery is never
** complete, and scores nothing.
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
** Rule values, as spec/RULES.md explains them, one line for each: name, the words or the range it takes.
** A word's value is its place in the list, from 0.
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
/* What builder and pig count as followers for, as bits. */
enum { CARC_COUNT_IN_MAJORITIES = 1, CARC_COUNT_FOR_EXPANSIONS = 2 };
enum { CARC_LINKS_EXTEND_NO, CARC_LINKS_EXTEND_BRIDGE, CARC_LINKS_EXTEND_YES };
enum { CARC_UNPLACEABLE_ASIDE, CARC_UNPLACEABLE_BAG };
#define CARC_BUILDER_PARTS_UNLIMITED 0 /* builder_parts */

/* The editions, each named after a sheet (spec/RULES.md), with which sheet that is in words. */
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
#define CARC_DEFAULT_EDITION CARC_EDITION_C2 /* of a definition that names none */

/* The name of an edition, NULL after the last. */
const char *carc_edition_name (carc_edition edition);

/* Which sheet it is, in words; NULL after the last. */
const char *carc_edition_description (carc_edition edition);
/* The edition of this name, or CARC_EDITION_COUNT. */
carc_edition carc_edition_find (const char *name);
const char *carc_rule_name (carc_rule rule);
/* The words it takes, separated by '|'; "" for a plain number, "unlimited" for that or a number. */
const char *carc_rule_words (carc_rule rule);
void carc_rule_range (carc_rule rule, int *low, int *high);
int carc_edition_rule (carc_edition edition, carc_rule rule);
/* The value as text: a word or a number. */
int carc_rule_text (carc_rule rule, int value, char *out, size_t size);

/* ---- Tiles ---------------------------------------------------------------------------------- */

/*
** The built-in sets: "base" and "traders", as lines of the notation that carc_definition_new
** reads (each line without the word `tile`). NULL for a name that is not there;
** carc_tileset_name lists them, NULL after the last.
*/
const char *carc_tileset (const char *name);
const char *carc_tileset_name (int index);

typedef struct carc_segment {
  carc_kind kind;
  uint16_t ports;   /* as the tile lies */
  uint16_t borders; /* a field: bit i says that it touches the city that is segment i */
  uint16_t ends_at; /* a road or river that ends inside the tile: bit i says that it runs into segment i */
  int pennants;
  int good;            /* a carc_good, or -1 */
  uint64_t attributes; /* bit i: the definition's attribute i */
} carc_segment;

/* ---- Actions ---------------------------------------------------------------------------------- */

typedef enum carc_action_kind {
  CARC_ACTION_NONE,
  CARC_ACTION_DRAW,  /* chance: `type` */
  CARC_ACTION_PLACE, /* `type` at x, y, turned by `rotation`; with `span`, if it fits only so */
  CARC_ACTION_DEPLOY, /* `piece` on `segment` of a tile, mostly the one just placed: `type` at x, y, turned by `rotation` */
  CARC_ACTION_PASS,   /* do nothing of what is offered */
  CARC_ACTION_EXTRA,  /* take the further part of the turn, or (`take` 0) end it */
  CARC_ACTION_RESIGN, /* `player` gives up; always legal, never listed */
  CARC_ACTION_CHOICE  /* an option of a script's: `choice` names it, the rest is as the script gave it */
} carc_action_kind;

/* Spans: 0 is none; else 1 + axis + 2 * where: on the tile itself (0), or on its neighbour in the north, east, south or west. */
typedef enum carc_axis { CARC_AXIS_NONE, CARC_AXIS_NORTH_SOUTH, CARC_AXIS_EAST_WEST } carc_axis;

/*
** An action is one number. Bits 0-3 hold the kind, 4-11 the piece or player, 12-15 the segment or `take`,
** 16-31 x and 32-47 y in two's complement, 48-55 and 58-63 the type, 56-57 the rotation; a placement has its span in 4-7.
** A choice has the choice in 4-10, then, one more than they are and 0 for none, its player in 11-13, its piece in 14-19, the number
** in 20-36 and the segment in 37-41; x in 42-51 and y in 52-61, x -512 for no cell: then the tile that it names is in 52-61.
** What a kind does not name is 0. A deployment holds the tile that it is on, so that it can be told without a state; which tile a
** choice's segment is on the state tells (carc_state_action_fields). The same option has the same number wherever it is offered.
*/
typedef uint64_t carc_action;

typedef struct carc_action_fields {
  carc_action_kind kind;
  int type, x, y, rotation, piece, segment, take, player;
  int choice, number, span;
  int token;     /* its kind, in a choice; `number` is that of the token then; -1: none */
  bool has_cell; /* x and y mean something */
} carc_action_fields;

/*
** The fields as one number, and back. A field that the kind does not name comes back as -1, or 0 for x, y, rotation and take; so do
** type and rotation of a choice that names a cell. One without a cell may name a tile by its type, -1 for none.
*/
carc_action carc_action_pack (const carc_action_fields *fields);
carc_action_fields carc_action_unpack (carc_action action);
/* "draw", "place", "deploy", "pass", "extra", "resign", "choice"; "none" for none of them. */
const char *carc_action_kind_name (carc_action_kind kind);

/* ---- Definitions -------------------------------------------------------------------------------- */

/*
** Reads a definition from text, one statement a line; '#' begins a comment. csrc/engine/DEFINITION.md tells every statement, and
** how tiles are written.
**
** `hooks` may be NULL and is copied; `ud` goes to every hook. `allocator` NULL stands for malloc.
** Returns the definition, to be freed with carc_definition_free; on failure NULL, and `err` names the line.
*/
carc_definition *carc_definition_new (const char *text, const carc_hooks *hooks, void *ud,
                                      const carc_allocator *allocator, carc_error *err);
void carc_definition_free (carc_definition *def);

/* The text that this definition was made from, in its order, without comments and spare blanks. */
const char *carc_definition_text (const carc_definition *def);
/* A number that differs between definitions whose games may differ. */
uint64_t carc_definition_fingerprint (const carc_definition *def);
size_t carc_definition_state_size (const carc_definition *def); /* bytes of a state */

/* How many play; the value of a rule; whether the host draws, and whether goods are counted. */
int carc_definition_players (const carc_definition *def);
int carc_definition_rule (const carc_definition *def, carc_rule rule);
bool carc_definition_manual (const carc_definition *def);
bool carc_definition_goods (const carc_definition *def);
bool carc_definition_hooked (const carc_definition *def); /* hooks may run when an action is applied */
int carc_definition_tiles (const carc_definition *def);   /* all tiles, the start tiles too */

/* The different tiles: how many, and each by its number, from 0. Numbers out of range are the caller's error. */
int carc_definition_types (const carc_definition *def);
const char *carc_type_id (const carc_definition *def, int type);
int carc_type_find (const carc_definition *def, const char *id); /* -1: none */
int carc_type_count (const carc_definition *def, int type);
int carc_type_segments (const carc_definition *def, int type);
carc_segment carc_type_segment (const carc_definition *def, int type, int rotation, int segment);
/* A segment as the notation has it, turned: `city:N.W`, `monastery`, `field:`. */
int carc_segment_text (const carc_definition *def, int type, int rotation, int segment, char *out,
                       size_t size);
/* The segment that this text names on the turned tile; -1 if there is none or `text` is no such thing. */
int carc_segment_find (const carc_definition *def, int type, int rotation, const char *text);

/* How many kinds of pieces; 0 is the follower, 1 the builder, 2 the pig. */
int carc_definition_pieces (const carc_definition *def);
/* A kind of piece by its number; -1 for a name that is none; how many of it each player has. */
const char *carc_piece_name (const carc_definition *def, int piece);
int carc_piece_find (const carc_definition *def, const char *name);
int carc_piece_count (const carc_definition *def, int piece);
bool carc_piece_is_follower (const carc_definition *def, int piece);
/* Whether some segments of this kind may take such a piece. */
bool carc_piece_stands_on (const carc_definition *def, int piece, carc_kind kind);

/*
** Attributes, phases, variables and steps of the final scoring are a script's own. They are told by the name that it gives them, and as
** SCRIPT.NAME where another one has this name, too.
*/

/* The attributes of tiles that the definition declares, by number; those of a type as bits. */
int carc_definition_tile_attributes (const carc_definition *def);
const char *carc_tile_attribute_name (const carc_definition *def, int attribute);
uint64_t carc_type_attributes (const carc_definition *def, int type);

/* The kind of piece that is a span; -1 if there is none. */
int carc_definition_span (const carc_definition *def);

/* The phases, in the order declared; a choice bears the number of the first phase of its name. */
int carc_definition_phases (const carc_definition *def);
const char *carc_phase_name (const carc_definition *def, int phase);
/* Where in a turn it stands: turn_start, before_draw, deployment, before_scoring, feature_scored, points_given, after_scoring, turn_end, game_end or anytime. */
const char *carc_phase_timing (const carc_definition *def, int phase);

/* What scripts remember: variables by number, -1 for a name that is none; SCRIPT.NAME is always one. */
int carc_definition_variables (const carc_definition *def);
const char *carc_variable_name (const carc_definition *def, int variable);
int carc_variable_find (const carc_definition *def, const char *name);
/* What a variable has a place for. */
typedef enum carc_scope {
  CARC_SCOPE_GAME,
  CARC_SCOPE_PLAYER,
  CARC_SCOPE_CELL,
  CARC_SCOPE_FEATURE,
  CARC_SCOPE_SEGMENT
} carc_scope;
/* The scope of a variable, and how many numbers it has for each: key * size + i is the place of the i-th. */
carc_scope carc_variable_scope (const carc_definition *def, int variable);
int carc_variable_size (const carc_definition *def, int variable);
/*
** What the numbers of a variable are: numbers; or places, 0 for none, else 1 + the tile's index, or 1 + tile * CARC_MAX_SEGMENTS +
** segment.
*/
typedef enum carc_holding { CARC_HOLDING_NUMBER, CARC_HOLDING_TILE, CARC_HOLDING_SEGMENT } carc_holding;
/* What a variable holds; numbers unless its statement says so. */
carc_holding carc_variable_holding (const carc_definition *def, int variable);

/* Who sees the tiles in a reserve. */
/* clang-format off */
#define CARC_VISIBILITY_LIST(X) X(ALL, "all") X(OWNER, "owner") X(NOBODY, "nobody")
/* clang-format on */
typedef enum carc_visibility {
#define X(id, name) CARC_VISIBILITY_##id,
  CARC_VISIBILITY_LIST(X)
#undef X
} carc_visibility;

/* A place for tiles outside the bag and the table. */
typedef struct carc_reserve {
  const char *name;
  bool of_players; /* each has one */
  carc_visibility seen;
  int size, deal;   /* how many it has room for; how many are dealt to it as the game begins */
  const char *play; /* how turns take their tiles from it: no, next, any */
} carc_reserve;

/* The reserves by number, from 0; -1 for a name that is none. */
int carc_definition_reserves (const carc_definition *def);
carc_reserve carc_definition_reserve (const carc_definition *def, int reserve);
int carc_reserve_find (const carc_definition *def, const char *name);
/* Whether `observer` sees the tiles in a reserve; `player`: whose it is, if it is one of players. */
bool carc_reserve_is_seen (const carc_definition *def, int reserve, int player, int observer);

/*
** The areas that scripts declare: places with names, of one segment or many, on one tile or several. By number, from 0; -1 for a name
** that is none.
*/
int carc_definition_areas (const carc_definition *def);
const char *carc_area_name (const carc_definition *def, int area);
int carc_area_find (const carc_definition *def, const char *name);

/*
** The tokens that scripts declare: what lies on the table or before players and is nobody's piece, such as a dragon, coins, the floors
** of towers. Of each kind there are so many, of each number and, where they are players', of each player; there never are more.
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
  const char *name, *sign; /* sign: what boards draw, a letter or two; "": the first letters of its name */
  int count, numbers;      /* numbers: they bear 1 to so many; 1: they bear none */
  int of; /* CARC_TOKEN_OWNER_GAME: from a supply; PLAYER: each player's own; HANDS: nobody's own, but dealt to all */
  unsigned on;          /* where they may be: bit CARC_TOKEN_PLACE_... */
  carc_visibility seen; /* who sees the numbers */
} carc_token_kind;
/* The kinds by number. */
int carc_definition_tokens (const carc_definition *def);
carc_token_kind carc_token_describe (const carc_definition *def, int kind);

/* The attributes that the definition declares, by number. */
int carc_definition_attributes (const carc_definition *def);
const char *carc_attribute_name (const carc_definition *def, int attribute);

/* The steps of the final scoring, in order; NULL after the last. */
int carc_definition_steps (const carc_definition *def);
const char *carc_step_name (const carc_definition *def, int step);

#ifdef __cplusplus
}
#endif
#endif
