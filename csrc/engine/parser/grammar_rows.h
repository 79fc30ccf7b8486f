/*
** grammar_rows.h: the statements of a definition and their words. They are rows of one table
** (grammar.def).
**
** The row of a word has its name, the type and range of its value, the words that it requires or
** excludes, and its member in the struct of the statement. Each type has a function that stores
** values; words have no functions of their own. Checks that concern more than two words, or several
** statements, run after the words are read.
*/
#ifndef CARC_GRAMMAR_ROWS_H
#define CARC_GRAMMAR_ROWS_H

#include <stddef.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"

/* ---- Structs of statements that differ from those of a definition ---------------------------- */

/* For `where` of a victory: the kinds that have a target. */
enum { WITH_TARGET = 1 << CARC_VICTORY_RACE | 1 << CARC_VICTORY_COOPERATIVE };

enum { OF_SEGMENTS = 1 };           /* for `where` of attributes: set if the subject is `segment` */
enum { SCORES_NOTHING = INT8_MIN }; /* value of attribute_row.nothing while a statement is read */
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
  int16_t where; /* a filter, or NONE */
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

/* Struct of statements that have only a few words. */
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
  KEY_REQUIRED = 1,      /* the word must be present */
  KEY_POSITIONAL = 2,    /* a value without a key; values have the order of the rows */
  KEY_LIST = 4,          /* a comma-separated list; numbers become bits */
  KEY_REPEATABLE = 8,    /* may be repeated; the type's function is called each time */
  KEY_SUBJECT = 16,      /* its value is the subject of the statement (see row.where) */
  KEY_BY_PLAYERS = 32,   /* in Lua also a list with a value for each number of players */
  KEY_STRICTEST = 64,    /* of several statements, the strictest value counts, not the last */
  KEY_TWO_WORDS = 128,   /* written as KEY VALUE */
  KEY_ITEM = 256,        /* in Lua an item of the table that has no key */
  KEY_WHOLE_TABLE = 512, /* in Lua its value is the table without the other keys of the statement */
  KEY_IMPLIED = 1024,    /* in Lua the position of the table implies it */
  KEY_IDENTIFIES = 2048  /* messages use its value to identify the statement */
};

typedef struct grammar_row {
  uint8_t in, type;
  uint16_t flags;
  const char *name;
  int32_t low, high;      /* minimum and maximum of a number */
  const char *words;      /* of a choice, or in place of a number; separated by '|' */
  int32_t stands_for;     /* number that the first of these words stands for */
  const char *none;       /* word that stands for an empty list */
  const char *unless;     /* default as a word; else NULL */
  const char *otherwise;  /* default as a phrase, or "required" if the reader checks this */
  const char *with;       /* requires one of these keys, separated by '|' */
  const char *without;    /* excludes these keys */
  uint32_t gives;         /* of selectors: bits GIVES_* */
  uint32_t where;         /* bits: the subjects that have this key; 0: all have it */
  uint32_t about;         /* of a filter: which kinds of items `this` can be */
  uint16_t offset, width; /* place in the statement's struct; width 0: it has none */
  const char *says;
  const char *such; /* example in Lua, with ' for quotes; or NULL */
} grammar_row;

#define FIELD(row, member) .offset = offsetof(row, member), .width = sizeof(((row *)0)->member)
/* Makes a list of names from an X-macro: "|a|b". carcP_words_of_row skips the first bar. */
#define NAME_OF(id, name) "|" name
#define NAME_OF_EDITION(id, name, says) "|" name
#define NAME_OF_HOOK(id, name, ...) "|" #name

/*
** Form of a statement in Lua: the kind of value that its key has in the table of a variant or game.
*/
typedef enum grammar_form {
  FORM_ONE,     /* key = VALUE */
  FORM_NAMES,   /* key = { NAME, ... } */
  FORM_LINES,   /* key = [[ lines ]] */
  FORM_PAIRS,   /* key = { NAME = VALUE } */
  FORM_NAMED,   /* key = { NAME = { ... } } */
  FORM_TABLE,   /* key = { ... } */
  FORM_TABLES,  /* key = { { ... }, ... }; "x" may stand for { name = "x" } */
  FORM_ACTING,  /* as FORM_TABLES; the tables may contain functions */
  FORM_OF_HOOK, /* the tables of hooks, which can also contain functions */
  FORM_BY_HAND,
  GRAMMAR_FORMS
} grammar_form;
enum { OF_GAME = 1, OF_VARIANT = 2, OF_BOTH = 3 };

typedef struct grammar_statement {
  const char *name, *key; /* its name in the text, its key in Lua; "" if it has none */
  uint8_t form, of;
  const char *says;
  const char *lua;    /* type of the value in Lua, unless the form implies it */
  const char *within; /* statement whose tables contain it; if `key` is "", as items */
} grammar_statement;

/* A list of words, separated by '|'. */
typedef struct grammar_words {
  const char *name, *words, *says;
} grammar_words;

typedef struct grammar_type_row {
  const char *name, *lua, *expects;
} grammar_type_row;

/* Index of each row, as ROW_table_key. */
enum {
#define KEY(table, key, ...) ROW_##table##_##key,
#include "parser/grammar.def"
  GRAMMAR_ROWS
};

/* A row by its index; NULL after the last. */
const grammar_row *carcP_grammar_row (int i);
const grammar_statement *carcP_grammar_statement (int i);
const grammar_type_row *carcP_grammar_type (int i);
const grammar_words *carcP_grammar_words (int i);
/* The words of a row, separated by '|'; "" if it has no words. */
const char *carcP_words_of_row (const grammar_row *row);
/* Writes what kind of value a row expects. */
void carcP_put_expected (text_writer *w, const grammar_row *row);

#endif
