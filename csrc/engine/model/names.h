/*
** names.h: names that scripts declare. Each script has its own names of variables, phases,
** attributes and steps of the final scoring, so scripts can use equal names. Names that are shared,
** built in or of the game have no owner, and all scripts find them.
*/
#ifndef CARC_NAMES_H
#define CARC_NAMES_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/owned_name.h"

/* How a word matches a name, nearest first. */
enum { NAME_OWN, NAME_COMMON, NAME_TOLD, NAME_WHOLE, NAME_UNKNOWN };
typedef struct name_match {
  int number, rank; /* -1 and NAME_UNKNOWN: not found */
} name_match;
name_match carcM_look_up_name (const carc_definition *d, carc_name_kind of, int script, text_view w);
/* Its number, or -1. */
int carcM_find_name (const carc_definition *d, carc_name_kind of, int script, text_view w);
/* Whether a word is SCRIPT.NAME of a script that is missing; other lines might add it. */
bool carcM_is_of_absent_script (const carc_definition *d, text_view w);
/* SCRIPT.NAME of another script with this name, or NULL. */
const char *carcM_find_name_of_other_script (const carc_definition *d, carc_name_kind of, int script,
                                             text_view w);
/* Likewise; otherwise the nearest valid name as this script writes it, or NULL. */
const char *carcM_nearest_owned_name (const carc_definition *d, carc_name_kind of, int script, text_view w);

/* Context of an unknown name. */
typedef struct unknown_name {
  const carc_definition *d;
  carc_name_kind of;
  int script, line;
  const char *where, *what; /* message: "variable: ", "the game declares no variable" */
  bool may_lack;            /* NAME? is allowed there */
  bool absent;              /* other lines might declare it, even if a similar name exists */
} unknown_name;
/* Fails with "WHERE WHAT 'NAME'" and the nearest valid name, or the script that owns this name. */
carc_status carcM_refuse_unknown_name (const unknown_name *m, text_view w, carc_error *err);

/* A declaration that is being parsed. */
typedef struct declaration {
  carc_definition *d;
  carc_error *err;
  int line, script;
} declaration;
/*
** Makes the name at the beginning of `name` one of this script, or of nobody if it is shared. Sets
** *same to the number of a shared declaration with this name, or -1; the two must then be equal.
** Fails if the name may not be declared.
*/
carc_status carcM_declare_name (const declaration *w, carc_name_kind of, bool shared, owned_name *name,
                                int *same);
/* Fails unless an earlier shared declaration of this name is `alike`. */
carc_status carcM_confirm_redeclaration (const declaration *w, carc_name_kind of, int same, bool alike);
/* Extends the displayed names of all items with this name, after adding one. */
void carcM_disambiguate_name (carc_definition *d, carc_name_kind of, const owned_name *name);

/* The number of a script, which is added if it is new; 0 if there is no room. */
int carcM_add_script (carc_definition *d, const char *name);

#endif
