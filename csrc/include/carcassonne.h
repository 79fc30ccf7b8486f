/*
** carcassonne.h: a rules engine for Carcassonne with Traders & Builders.
** Unofficial. The game is by Klaus-Jürgen Wrede and published by Hans im Glück.
**
** Two things matter. A *definition* says what game it is; it is read from text, checked once,
** and then frozen, so any number of threads may share it. A *state* is one flat block without
** pointers: copy it with carc_state_clone, keep it wherever you like, and give the definition
** along with it to every call.
**
** Conventions, unless a function says otherwise:
** - players count from 0; CARC_CHANCE stands for the draw of a tile;
** - x counts cells to the east, y cells to the south, the first tile lies at 0,0;
** - rotations count quarter turns clockwise, 0 to 3;
** - a function that can fail returns a carc_status, fills `err` (which may be NULL), and leaves
**   everything else as it was;
** - text that a function writes ends in '\0' and is cut to fit; the number returned is the
**   length that it wanted, as with snprintf.
*/
#ifndef CARCASSONNE_H
#define CARCASSONNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CARC_VERSION "0.1.0"
#define CARC_ABI_VERSION 13 /* of this header */
#define CARC_SAVE_VERSION 3 /* of the text that carc_state_serialize writes */

/*
** What the library that runs was built with: CARC_VERSION, and CARC_ABI_VERSION. A program and a shared library go together if their
** CARC_ABI_VERSION is the same; it grows when programs must be compiled again, and is part of the library's soname.
*/
const char *carc_version (void);
int carc_abi_version (void);
/* Whether it was built with threads (make THREADS=1): then carc_state_playout_on (carcassonne_search.h) uses them. */
bool carc_has_threads (void);

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
  double x, y;         /* where a screen draws a piece and takes a click: 0 to 1 from the north-west corner */
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

/* ---- States ---------------------------------------------------------------------------------- */

/*
** Begins a game in a block of carc_definition_state_size bytes, aligned for uint64_t, that is the
** caller's. With seeded draws the first tile is drawn; a hook may fail there.
*/
carc_status carc_state_init (const carc_definition *def, carc_state *state, uint64_t seed, carc_error *err);

/* The same in memory from the definition's allocator, to be freed with carc_state_free. */
carc_state *carc_state_new (const carc_definition *def, uint64_t seed, carc_error *err);
void carc_state_free (const carc_definition *def, carc_state *state);

/* Copies `from` into `to`, both blocks of this definition. */
void carc_state_clone (const carc_definition *def, carc_state *to, const carc_state *from);
/* Whether both are the same to the last bit, the generator included. */
bool carc_state_equal (const carc_definition *def, const carc_state *a, const carc_state *b);
/* A hash of what the players can see; the generator, and ids of features, which a different order would change, are left out. */
uint64_t carc_state_hash (const carc_definition *def, const carc_state *state);
/* The same of what `observer` can see: what lies hidden counts by how many tiles there are. */
uint64_t carc_state_hash_for (const carc_definition *def, const carc_state *state, int observer);

/* Who decides: a player, CARC_CHANCE or CARC_NOBODY. */
int carc_state_current_player (const carc_definition *def, const carc_state *state);
/* Whose turn it is, or was: a player, also while a tile is drawn. */
int carc_state_turn_player (const carc_definition *def, const carc_state *state);
/* Which turn of the game this is, and which round, from 1. A round begins as the turn comes to the first player, or goes by. */
int carc_state_turn_number (const carc_definition *def, const carc_state *state);
int carc_state_round (const carc_definition *def, const carc_state *state);
/* 1 where it goes round from player to player, -1 where a script has turned that about. */
int carc_state_direction (const carc_definition *def, const carc_state *state);
/* Whose turn is the next, as things stand, if there is one; -1 where nobody plays any more. */
int carc_state_next_player (const carc_definition *def, const carc_state *state);
/* Whether this is a whole turn that a script granted after another, and how many come after this one. */
bool carc_state_is_further_turn (const carc_definition *def, const carc_state *state);
int carc_state_further_turns (const carc_definition *def, const carc_state *state);
/* How many turns a player is still to sit out. */
int carc_state_turns_to_skip (const carc_definition *def, const carc_state *state, int player);
/* Whether a player takes no more turns: has given up, or was eliminated by a script. */
bool carc_state_is_out (const carc_definition *def, const carc_state *state, int player);
/* Which part of the turn this is, from 1. */
int carc_state_part (const carc_definition *def, const carc_state *state);
/* Whom the phase asks, or has asked, that is at work; else whose turn it is. */
int carc_state_asked (const carc_definition *def, const carc_state *state);
/* What is to be decided: CARC_ACTION_DRAW, _PLACE, _DEPLOY, _EXTRA, _CHOICE, or CARC_ACTION_NONE at the end. */
carc_action_kind carc_state_decision (const carc_definition *def, const carc_state *state);
/* The phase whose question CARC_ACTION_CHOICE is; -1 otherwise. */
int carc_state_phase (const carc_definition *def, const carc_state *state);
/* What it asks, in the words that its script made while it ran; "" for nothing. Lives as long as the state is as it is. */
const char *carc_state_question (const carc_definition *def, const carc_state *state);
bool carc_state_is_terminal (const carc_definition *def, const carc_state *state);
bool carc_state_is_chance_node (const carc_definition *def, const carc_state *state);
/* The type of the tile in hand or just placed; -1 when there is none. */
int carc_state_hand (const carc_definition *def, const carc_state *state);
/* Decisions taken so far that undo can take back: the players' and, with manual draws, the host's. */
int carc_state_decisions (const carc_definition *def, const carc_state *state);

/* How many actions are legal: 0 only at the end. */
int carc_state_num_actions (const carc_definition *def, const carc_state *state);
/* The action with this index, 0 to num_actions - 1; 0 for any other index. Same history, same order. */
carc_action carc_state_action (const carc_definition *def, const carc_state *state, int index);
/* All fields of an action: those that are in it, and of a choice that names a segment the tile there, as it lies. */
carc_action_fields carc_state_action_fields (const carc_definition *def, const carc_state *state,
                                             carc_action action);
/* The index of an action within the decision at hand, or -1 if it is not legal there. */
int carc_state_action_index (const carc_definition *def, const carc_state *state, carc_action action);
/* Writes up to `room` actions; returns how many there are. There is no bound: carc_state_num_actions says how much room is wanted. */
int carc_state_legal_actions (const carc_definition *def, const carc_state *state, carc_action *out,
                              int room);
/* Writes the actions of a draw and their probabilities; returns how many there are (0 unless it is a chance node). */
int carc_state_chance_outcomes (const carc_definition *def, const carc_state *state, carc_action *out,
                                double *probabilities, int room);

/*
** Carries out an action. CARC_ERR_ILLEGAL if it is not legal; CARC_ERR_SCRIPT if a hook fails. In both cases the state is
** byte for byte what it was.
*/
carc_status carc_state_apply_action (const carc_definition *def, carc_state *state, carc_action action,
                                     carc_error *err);
/* The same by index, as fast as it gets. */
carc_status carc_state_apply_index (const carc_definition *def, carc_state *state, int index,
                                    carc_error *err);
/*
** Takes back the last decision: that of a player with what was drawn after it, or a draw by the host.
** CARC_ERR_ILLEGAL at the beginning. Costs a replay of the game so far; carc_undo_ring_undo_action does it by a copy.
*/
carc_status carc_state_undo_action (const carc_definition *def, carc_state *state, carc_error *err);

/* Gives the state another fate: draws to come follow the new seed. What has happened stays. */
void carc_state_reseed (const carc_definition *def, carc_state *state, uint64_t seed);
/*
** Writes to `out` a random state that is consistent with what `observer` knows. Hidden tiles and tokens are dealt again, in ways in which
** every decision so far was legal, and future draws follow the seed. `out` has a history like any state. Hidden tiles stay where
** they are if no such deal is found in some tries. Costs a few replays, in which hooks may run, and fail.
*/
carc_status carc_state_determinize (const carc_definition *def, const carc_state *state, int observer,
                                    uint64_t seed, carc_state *out, carc_error *err);
/* Plays the game to its end, every choice uniform, by a generator of its own. */
carc_status carc_state_random_playout (const carc_definition *def, carc_state *state, uint64_t seed,
                                       carc_error *err);

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

/* ---- Text ---------------------------------------------------------------------------------------- */

/*
** An action as text, and back: `draw TB-A`, `place TB-A 3,-1 r2`, `deploy follower city:N.W`, `pass`,
** `extra take`, `extra decline`, `resign 2`. Both need the state, since a choice, and in a text a deployment, names a segment of a tile
** on the table. Parsing says what is wrong, but not whether the action is legal.
*/
int carc_action_to_string (const carc_definition *def, const carc_state *state, carc_action action, char *out,
                           size_t size);
/* The same of an action whose fields are known (carc_state_action_fields); so it can be told once the state has moved on. */
int carc_fields_to_string (const carc_definition *def, const carc_action_fields *fields, char *out,
                           size_t size);
carc_status carc_string_to_action (const carc_definition *def, const carc_state *state, const char *text,
                                   carc_action *out, carc_error *err);

/*
** What the players see, as statements that carc_definition_new reads as a position: tiles, pieces, points, goods, who has resigned,
** whose turn it is, which part of it, what is in hand, what scripts remember, and what is to be decided, a phase's question too: a
** game of these statements begins with the same decision. What lies in reserves is in it, hidden or not; the order of the bag is not,
** nor is what only the past can tell: for which phase tiles are being dealt, and, where a tile of an earlier group is left, that a
** later one has come.
*/
int carc_state_observation_string (const carc_definition *def, const carc_state *state, char *out,
                                   size_t size);
/* The same as `observer` sees it: of hidden tiles it says how many tiles there are; a game of it deals others. */
int carc_state_observation_for (const carc_definition *def, const carc_state *state, int observer, char *out,
                                size_t size);

/*
** The game so far as text: the definition, the seed, each decision, a check on each line. `room` 0 asks for the length.
** Returns the length without '\0', or -1 with `err` filled.
*/
long carc_state_serialize (const carc_definition *def, const carc_state *state, char *out, size_t room,
                           carc_error *err);
/*
** Plays a saved game into `state`. Lines may end in CR LF, too. Blank lines may follow the line `end`, and notes of the host, each
** a line `note KEY VALUE`: KEY is of letters, digits and . _ -; VALUE is any text in one line, or none. The engine checks only their
** form: carc_state_serialize writes none, and the host adds its own. CARC_ERR_INVALID names the line that is wrong.
*/
carc_status carc_state_deserialize (const carc_definition *def, carc_state *state, const char *text,
                                    carc_error *err);
/*
** Plays the draws and decisions of a saved game into `state`, perhaps under other rules than it was saved with: `def` may be
** another definition. The draws to come follow its generator. CARC_ERR_INVALID names the first decision that is not legal here.
*/
carc_status carc_state_replay (const carc_definition *def, carc_state *state, const char *text,
                               carc_error *err);
/*
** The definition's part of a saved game, to give to carc_definition_new: points into `text`, `length` bytes.
** Checks the heading, the version and that nothing was changed so far.
*/
const char *carc_saved_game_definition (const char *text, size_t *length, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
