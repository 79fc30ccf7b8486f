/*
** names.h: names that scripts declare. Each script has its own names of variables, phases,
** attributes and steps of the final scoring, so two scripts can declare equal names. Names that are
** shared, built in, or declared by the game have no owner; all scripts can use them.
*/
#ifndef CARC_NAMES_H
#define CARC_NAMES_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/owned_name.h"

/*
** How a word matches a name: as the script's own name, as a name without an owner, as the displayed
** name, as SCRIPT.NAME, or not. Earlier values take precedence.
*/
enum { NAME_OWN, NAME_COMMON, NAME_TOLD, NAME_WHOLE, NAME_UNKNOWN };
typedef struct name_match {
  int number, rank; /* -1 and NAME_UNKNOWN if the name is unknown */
} name_match;
name_match carcM_look_up_name (const carc_definition *d, carc_name_kind of, int script, text_view w);
/* The number that the name stands for; -1 if it is unknown. */
int carcM_find_name (const carc_definition *d, carc_name_kind of, int script, text_view w);
/* Whether a word is SCRIPT.NAME and the script is missing; a later line might add it. */
bool carcM_is_of_absent_script (const carc_definition *d, text_view w);
/* SCRIPT.NAME of another script that has declared this name; NULL if none has. */
const char *carcM_find_name_of_other_script (const carc_definition *d, carc_name_kind of, int script,
                                             text_view w);
/*
** As carcM_find_name_of_other_script; if no other script has the name, returns the nearest valid
** name as this script writes it, or NULL.
*/
const char *carcM_nearest_owned_name (const carc_definition *d, carc_name_kind of, int script, text_view w);

/* Returns names by index, NULL after the last, for carc_nearest_name. */
typedef const char *next_name_fn (const void *ud, int index);

/* Context of an unknown name. */
typedef struct unknown_name {
  const carc_definition *d;
  carc_name_kind of;
  int script, line;
  const char *where, *what; /* as in "variable: ", "the game declares no variable" */
  next_name_fn *built_in;   /* names that are valid here, too, but are not declared; NULL: none */
  bool may_lack;            /* the name may be written NAME? here */
  bool absent;              /* a later line may declare it, even if a similar name exists */
} unknown_name;
/*
** Fails with "WHERE WHAT 'NAME'", followed by the nearest valid name, or by the script that owns
** the name.
*/
carc_status carcM_refuse_unknown_name (const unknown_name *m, text_view w, carc_error *err);

/* A declaration that is being parsed. */
typedef struct declaration {
  carc_definition *d;
  carc_error *err;
  int line, script;
} declaration;
/*
** Completes the name at the beginning of `name`: it belongs to this script, or to no script if it
** is shared. If a shared declaration of this name exists, sets *same to its number, and the two
** declarations must be equal; otherwise sets *same to -1. Fails if the name may not be declared.
*/
carc_status carcM_declare_name (const declaration *w, carc_name_kind of, bool shared, owned_name *name,
                                int *same);
/* Fails if the name has an earlier shared declaration and the two are not `alike`. */
carc_status carcM_confirm_redeclaration (const declaration *w, carc_name_kind of, int same, bool alike);
/* Called after a name was added: extends the displayed names of all items with this name. */
void carcM_disambiguate_name (carc_definition *d, carc_name_kind of, const owned_name *name);

/* The number of a script. Adds the script if it is new. Returns 0 if there is no room for it. */
int carcM_add_script (carc_definition *d, const char *name);

#endif
