/*
** parse.h: declarations for all files that parse a definition or complete it.
*/
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
  int victory_line, victory_script; /* of the first statement `victory`; line 0 if there is none */
  int script;                       /* owner of the statements; 0 if it is the game */
  const char *at;                   /* position in the statement, after its first word */
  carc_edition edition;
  bool overridden[CARC_RULE_COUNT], piece_given[CARC_MAX_PIECES], start_given, goods_given, majority_given;
  struct {
    int line;
    unsigned numbers;
  } excludes[CARC_MAX_PLAYERS + 1]; /* by number of players: the first statement that excludes it */
  uint8_t fits[EDGE_COUNT], clashes[EDGE_COUNT]; /* pairs of edges that statements have named */
  struct {
    text_view text;
    int script;
  } when[CARC_MAX_PHASES]; /* by phase: text of its condition, and its script */
} definition_reader;

#define FAIL(r, ...) carcU_fail((r)->err, CARC_ERR_INVALID, (r)->line, __VA_ARGS__)
/* As FAIL. `absent` means that a later line may declare the missing name. */
#define FAIL_ABSENT(r, absent, ...) carcU_mark_absent((r)->err, FAIL(r, __VA_ARGS__), absent)

/* NAME_statement reads the words that follow NAME. */
#define STATEMENT(name, ...) carc_status carcP_##name##_statement(definition_reader *r);
#include "parser/grammar.def"

/* The next word of the statement; an empty word after the last. */
text_view carcP_take_word (definition_reader *r);

/* Kinds of names that belong to no script. */
typedef enum game_name_kind { NAMES_PIECE, NAMES_TYPE, NAMES_COUNT } game_name_kind;
/*
** carcP_find_named returns the number of the item with this name, or -1; carcP_nearest_name returns
** the nearest valid name, or NULL.
*/
int carcP_find_named (const carc_definition *d, game_name_kind of, text_view w);
const char *carcP_nearest_name (const carc_definition *d, game_name_kind of, text_view w);
/* The declaration that carcM_declare_name and similar functions need. */
#define DECLARATION(r) \
  (declaration) { (r)->d, (r)->err, (r)->line, (r)->script }

/*
** Checks that the rule of victory can be met in this game. Makes all players of a cooperative game
** one team.
*/
carc_status carcP_derive_victory (definition_reader *r);
/* Sets which edges fit. By default, only equal edges do. */
void carcP_derive_edges (definition_reader *r);
/* Sets for which types allow_placement is called. Types with a span are tested separately. */
void carcP_derive_asked (carc_definition *d);
/* Sets for which types some limit can forbid placements. */
void carcP_derive_limited_types (carc_definition *d);
/* Finds the types that the limits and the filters of forbidden placements concern. */
void carcP_derive_limits (carc_definition *d);

/* Checks that all scripts are for the number of players of the game. */
carc_status carcP_check_number_of_players (definition_reader *r);

/* Sets the defaults of a role. Called before the keys of the piece are read. */
void carcP_set_role (piece_row *p, int role);

/*
** Fills an empty definition with the defaults of all games, and then reads the statements line by
** line.
*/
carc_status carcP_read_definition (definition_reader *r, const char *text);

/*
** Completes a definition after its statements were read: adds the defaults of the edition and
** derived data, and checks the whole.
*/
carc_status carcP_derive_definition (definition_reader *r, const char *text);

#endif
