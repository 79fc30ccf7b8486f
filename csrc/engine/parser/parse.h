/*
** parse.h: what reading a definition and deriving from it share.
*/
#ifndef CARC_PARSE_H
#define CARC_PARSE_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"

/* What reading needs besides the definition itself. */
typedef struct definition_reader {
  carc_definition *d;
  carc_error *err;
  int line;
  int script;     /* whose statements these are; 0: the game's */
  const char *at; /* after the statement's first word */
  carc_edition edition;
  bool overridden[CARC_RULE_COUNT], piece_given[CARC_MAX_PIECES], start_given, goods_given;
  uint8_t fits[EDGE_COUNT], clashes[EDGE_COUNT]; /* pairs of edges that statements name */
  struct {
    text_view text;
    int script;
  } when[CARC_MAX_PHASES]; /* how the conditions of phases are written, and in whose statements */
} definition_reader;

#define FAIL(r, ...) carcU_fail((r)->err, CARC_ERR_INVALID, (r)->line, __VA_ARGS__)
/* The same where what is named may come with more lines, if `absent`. */
#define FAIL_ABSENT(r, absent, ...) carcU_mark_absent((r)->err, FAIL(r, __VA_ARGS__), absent)

/* NAME_statement reads what is after the word NAME. */
#define STATEMENT(name, ...) carc_status carcP_##name##_statement(definition_reader *r);
#include "parser/grammar.def"

/* The statement's next word; empty after the last. */
text_view carcP_take_word (definition_reader *r);

/* What a word of a statement may name that is no script's own. */
typedef enum game_name_kind { NAMES_PIECE, NAMES_TYPE, NAMES_COUNT } game_name_kind;
/* The number of what this word names, or -1; and the nearest right name, or NULL. */
int carcP_find_named (const carc_definition *d, game_name_kind of, text_view w);
const char *carcP_nearest_name (const carc_definition *d, game_name_kind of, text_view w);
/* What carcM_declare_name and its like need. */
#define DECLARATION(r) \
  (declaration) { (r)->d, (r)->err, (r)->line, (r)->script }

/* Makes a piece what its role makes of it, before its own keys are read. */
void carcP_set_role (piece_row *p, int role);

/* Fills an empty definition with the defaults of every game, and then reads statements into it, line by line. */
carc_status carcP_read_definition (definition_reader *r, const char *text);

/* Completes a definition whose statements are read: defaults by edition, checks over all, what tiles bring. */
carc_status carcP_derive_definition (definition_reader *r, const char *text);

#endif
