/*
** grammar_rows.h: the statements of a definition and their words as rows of one table (grammar.def).
**
** A row says what a word is called, of which type its value is, in which range, beside what it may stand, and where in the struct
** of its statement it is stored. There is a function for each type, none for each word. What a row cannot say, because it is
** about more than two words, or other statements, a statement checks once its words are read.
*/
#ifndef CARC_GRAMMAR_ROWS_H
#define CARC_GRAMMAR_ROWS_H

#include <stddef.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"

/* ---- What statements read into, where it is not what a definition keeps ------------------------------------------------ */

enum { OF_SEGMENTS = 1 };           /* where, of attributes: the word `segment` */
enum { SCORES_NOTHING = INT8_MIN }; /* attribute_row.unfinished, while it is read */
typedef struct attribute_words {
  attribute_row row;
  uint8_t of_tile, merge;
  bool shared;
} attribute_words;

enum { COUNT_SAME = UINT8_MAX };
typedef struct piece_words {
  piece_row row;
  uint8_t count;
} piece_words;

typedef struct edge_words {
  edge_row row;
  uint8_t kind, other;
  bool fits;
} edge_words;

enum { MAX_ADDED = 1000, MAX_POWER = 100 };
typedef struct row_words {
  point_row row;
  uint8_t halve;
  bool zero;
} row_words;

typedef struct condition_words {
  uint8_t hook, row;
  int16_t when;
} condition_words;

typedef struct final_words {
  final_step step;
  int before, after;
} final_words;

typedef struct turn_words {
  int player, number, round, more, next;
  bool reversed, further;
} turn_words;

/* What statements of a few words have. */
enum { HIGHEST_PLACE = 1 << 16 };
typedef struct plain_words {
  char name[CARC_NAME_SIZE];
  int player, type, place, number; /* type: of tiles, pieces, attributes or variables, by its number */
  int goods[CARC_GOOD_COUNT];
} plain_words;

/* ---- The table --------------------------------------------------------------------------------------------------------- */

/* The statements, and other tables of words, by what stands before a row. */
typedef enum grammar_table {
#define STATEMENT(name, ...) IN_##name,
#define TABLE(name, ...) IN_##name,
#include "parser/grammar.def"
  GRAMMAR_TABLES
} grammar_table;

typedef enum grammar_type {
#define TYPE(id, ...) TYPE_##id,
#define SELECTOR_TYPE(id, ...) TYPE_##id,
#include "parser/grammar.def"
  GRAMMAR_TYPES
} grammar_type;

/* What holds of a row. */
enum {
  KEY_REQUIRED = 1, /* it is not left out */
  KEY_POSITIONAL =
      2, /* a value without its key, in the order of the rows; one that is not KEY_REQUIRED may be missing */
  KEY_LIST =
      4, /* several with commas between: the function of the type is called for each, numbers become bits */
  KEY_REPEATABLE = 8,  /* it may stand there again: the function of the type is called each time */
  KEY_SUBJECT = 16,    /* its number says what the statement is about: row.where */
  KEY_BY_PLAYERS = 32, /* in Lua a list by number of players, too */
  KEY_STRICTEST =
      64, /* of what several statements say of one thing what says most counts; else the later one */
  KEY_TWO_WORDS = 128,   /* KEY VALUE */
  KEY_ITEM = 256,        /* in Lua an item of the table, without a key */
  KEY_WHOLE_TABLE = 512, /* in Lua the table itself, but for the other keys of its statement */
  KEY_IMPLIED = 1024,    /* in Lua it follows from where the table stands */
  KEY_IDENTIFIES = 2048  /* by it messages tell which statement they are about */
};

typedef struct grammar_row {
  uint8_t in, type;
  uint16_t flags;
  const char *name;
  int32_t low, high;      /* the range of a number */
  const char *words;      /* with '|' between: of a choice; or that may stand for a number */
  int32_t stands_for;     /* the number for which the first of these words stands */
  const char *none;       /* the word for an empty list */
  const char *unless;     /* what is there unless it is said */
  const char *with;       /* it goes with one of these, with '|' between */
  const char *without;    /* it excludes these */
  uint32_t gives;         /* of selectors: GIVES_* */
  uint32_t where;         /* bits: what has it; 0: all that the statement may be about */
  uint32_t about;         /* of a filter: what `this` is */
  uint16_t offset, width; /* where it is stored, in the struct of its statement; width 0: nowhere */
  const char *says;
  const char *such; /* an example in Lua, with ' for quotes; or NULL */
} grammar_row;

#define FIELD(row, member) .offset = offsetof(row, member), .width = sizeof(((row *)0)->member)
/* For lists of names (X-macros): "|a|b"; carcP_words_of_row leaves the first bar out. */
#define NAME_OF(id, name) "|" name
#define NAME_OF_EDITION(id, name, says) "|" name
#define NAME_OF_HOOK(id, name, ...) "|" #name

/* How a statement is written in Lua: under the key of its row in the table of a variant or of the game. */
typedef enum grammar_form {
  FORM_ONE,     /* key = VALUE */
  FORM_NAMES,   /* key = { NAME, ... } */
  FORM_LINES,   /* key = [[ lines ]] */
  FORM_PAIRS,   /* key = { NAME = VALUE } */
  FORM_NAMED,   /* key = { NAME = { ... } } */
  FORM_TABLES,  /* key = { { ... }, ... }; a table that has a name alone may be the name */
  FORM_ACTING,  /* the same of tables in which functions stand, too */
  FORM_OF_HOOK, /* beside the functions of hooks, or in their place */
  FORM_BY_HAND,
  GRAMMAR_FORMS
} grammar_form;
enum { OF_GAME = 1, OF_VARIANT = 2, OF_BOTH = 3 };

typedef struct grammar_statement {
  const char *name, *key; /* in the text, and in Lua; "": there it has none */
  uint8_t form, of;
  const char *says;
  const char *lua;    /* the type of what stands under the key, where the form does not say it */
  const char *within; /* the statement in whose tables it stands; without a key as their items */
} grammar_statement;

/* A list of words, with '|' between. */
typedef struct grammar_words {
  const char *name, *words, *says;
} grammar_words;

typedef struct grammar_type_row {
  const char *name, *lua, *expects;
} grammar_type_row;

/* Each row by its place: ROW_table_key. */
enum {
#define KEY(table, key, ...) ROW_##table##_##key,
#include "parser/grammar.def"
  GRAMMAR_ROWS
};

/* The rows, one by one; NULL after the last. */
const grammar_row *carcP_grammar_row (int i);
const grammar_statement *carcP_grammar_statement (int i);
const grammar_type_row *carcP_grammar_type (int i);
const grammar_words *carcP_grammar_words (int i);
/* The words of a row, with '|' between; "" if it has none. */
const char *carcP_words_of_row (const grammar_row *row);
/* What is expected of a value. */
void carcP_put_expected (text_writer *w, const grammar_row *row);

#endif
