/*
** grammar_rows.h: the statements of a definition and their words, as rows of one table
** (grammar.def).
**
** A row has the name of a word, the type and range of its value, the words that it requires or
** excludes, and its member in the struct of the statement. There is one function per type, none per
** word. Checks of more than two words, or across statements, run after the words are read.
*/
#ifndef CARC_GRAMMAR_ROWS_H
#define CARC_GRAMMAR_ROWS_H

#include <stddef.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"

/* ---- Structs of statements that differ from those of a definition ---------------------------- */

enum { OF_SEGMENTS = 1 };           /* for `where` of attributes: the word `segment` */
enum { SCORES_NOTHING = INT8_MIN }; /* attribute_row.nothing, during parsing */
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

/* Fields of statements of a few words. */
enum { HIGHEST_PLACE = 1 << 16 };
typedef struct plain_words {
  char name[CARC_NAME_SIZE];
  int player, type, place, number; /* type: number of a tile type, piece, attribute or variable */
  int goods[CARC_GOOD_COUNT];
} plain_words;

/* ---- The table ------------------------------------------------------------------------------- */

/* The statements and other tables of words. */
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

/* Properties of a row. */
enum {
  KEY_REQUIRED = 1,      /* must be present */
  KEY_POSITIONAL = 2,    /* a value without key, in row order; optional without KEY_REQUIRED */
  KEY_LIST = 4,          /* a comma-separated list; numbers become bits */
  KEY_REPEATABLE = 8,    /* may be repeated: the type's function is called each time */
  KEY_SUBJECT = 16,      /* its value is the subject of the statement: row.where */
  KEY_BY_PLAYERS = 32,   /* in Lua also a list by number of players */
  KEY_STRICTEST = 64,    /* of several statements the strictest counts, not the last */
  KEY_TWO_WORDS = 128,   /* KEY VALUE */
  KEY_ITEM = 256,        /* in Lua an item of the table without a key */
  KEY_WHOLE_TABLE = 512, /* in Lua the table itself, without the other keys of its statement */
  KEY_IMPLIED = 1024,    /* in Lua implied by the place of the table */
  KEY_IDENTIFIES = 2048  /* identifies the statement in messages */
};

typedef struct grammar_row {
  uint8_t in, type;
  uint16_t flags;
  const char *name;
  int32_t low, high;      /* range of a number */
  const char *words;      /* separated by '|': of a choice, or alternatives to a number */
  int32_t stands_for;     /* number for the first of these words */
  const char *none;       /* word for an empty list */
  const char *unless;     /* default */
  const char *with;       /* requires one of these, separated by '|' */
  const char *without;    /* excludes these */
  uint32_t gives;         /* of selectors: GIVES_* */
  uint32_t where;         /* bits: subjects that have it; 0: all of the statement */
  uint32_t about;         /* of a filter: kinds of `this` */
  uint16_t offset, width; /* member of the statement's struct; width 0: none */
  const char *says;
  const char *such; /* example in Lua, with ' as quote; or NULL */
} grammar_row;

#define FIELD(row, member) .offset = offsetof(row, member), .width = sizeof(((row *)0)->member)
/* For lists of names (X-macros): "|a|b"; carcP_words_of_row skips the first bar. */
#define NAME_OF(id, name) "|" name
#define NAME_OF_EDITION(id, name, says) "|" name
#define NAME_OF_HOOK(id, name, ...) "|" #name

/* Form of a statement in Lua, under the key of its row in the table of a variant or game. */
typedef enum grammar_form {
  FORM_ONE,     /* key = VALUE */
  FORM_NAMES,   /* key = { NAME, ... } */
  FORM_LINES,   /* key = [[ lines ]] */
  FORM_PAIRS,   /* key = { NAME = VALUE } */
  FORM_NAMED,   /* key = { NAME = { ... } } */
  FORM_TABLES,  /* key = { { ... }, ... }; a table with only a name may be that name */
  FORM_ACTING,  /* FORM_TABLES whose tables may contain functions */
  FORM_OF_HOOK, /* besides or instead of the functions of hooks */
  FORM_BY_HAND,
  GRAMMAR_FORMS
} grammar_form;
enum { OF_GAME = 1, OF_VARIANT = 2, OF_BOTH = 3 };

typedef struct grammar_statement {
  const char *name, *key; /* in the text, in Lua; "": none */
  uint8_t form, of;
  const char *says;
  const char *lua;    /* type of the value in Lua, if the form does not imply it */
  const char *within; /* the statement whose tables contain it; without a key, as items */
} grammar_statement;

/* A list of words, separated by '|'. */
typedef struct grammar_words {
  const char *name, *words, *says;
} grammar_words;

typedef struct grammar_type_row {
  const char *name, *lua, *expects;
} grammar_type_row;

/* Index of each row: ROW_table_key. */
enum {
#define KEY(table, key, ...) ROW_##table##_##key,
#include "parser/grammar.def"
  GRAMMAR_ROWS
};

/* Rows by index; NULL after the last. */
const grammar_row *carcP_grammar_row (int i);
const grammar_statement *carcP_grammar_statement (int i);
const grammar_type_row *carcP_grammar_type (int i);
const grammar_words *carcP_grammar_words (int i);
/* The words of a row, separated by '|'; "" if it has none. */
const char *carcP_words_of_row (const grammar_row *row);
/* Writes the expected kind of value. */
void carcP_put_expected (text_writer *w, const grammar_row *row);

#endif
