/* parse.h: shared by parsing and derivation of a definition. */
#ifndef CARC_PARSE_H
#define CARC_PARSE_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"

/* State of the parser. */
typedef struct definition_reader {
  carc_definition *d;
  carc_error *err;
  int line;
  int script;     /* owner of the statements; 0: the game */
  const char *at; /* position after the first word of the statement */
  carc_edition edition;
  bool overridden[CARC_RULE_COUNT], piece_given[CARC_MAX_PIECES], start_given, goods_given;
  uint8_t fits[EDGE_COUNT], clashes[EDGE_COUNT]; /* pairs of edges in statements */
  struct {
    text_view text;
    int script;
  } when[CARC_MAX_PHASES]; /* text of the conditions of phases, and their scripts */
} definition_reader;

#define FAIL(r, ...) carcU_fail((r)->err, CARC_ERR_INVALID, (r)->line, __VA_ARGS__)
/* As FAIL; `absent`: further lines might declare the missing name. */
#define FAIL_ABSENT(r, absent, ...) carcU_mark_absent((r)->err, FAIL(r, __VA_ARGS__), absent)

/* NAME_statement reads the words after NAME. */
#define STATEMENT(name, ...) carc_status carcP_##name##_statement(definition_reader *r);
#include "parser/grammar.def"

/* The next word of the statement; empty after the last. */
text_view carcP_take_word (definition_reader *r);

/* Kinds of names that do not belong to scripts. */
typedef enum game_name_kind { NAMES_PIECE, NAMES_TYPE, NAMES_COUNT } game_name_kind;
/* The number of the item with this name, or -1; and the nearest valid name, or NULL. */
int carcP_find_named (const carc_definition *d, game_name_kind of, text_view w);
const char *carcP_nearest_name (const carc_definition *d, game_name_kind of, text_view w);
/* The declaration for carcM_declare_name and others. */
#define DECLARATION(r) \
  (declaration) { (r)->d, (r)->err, (r)->line, (r)->script }

/* Sets the defaults of a role, before the keys of the piece are read. */
void carcP_set_role (piece_row *p, int role);

/* Fills an empty definition with the defaults of all games, then reads statements, line by line. */
carc_status carcP_read_definition (definition_reader *r, const char *text);

/* Completes a definition after its statements: defaults by edition, checks, derived data. */
carc_status carcP_derive_definition (definition_reader *r, const char *text);

#endif
