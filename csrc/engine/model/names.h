/*
** names.h: the names of what scripts declare. Variables, phases, attributes and steps of the final scoring are a script's own: two that
** know nothing of each other may call theirs alike. What is shared, the game's or built in is nobody's, and everybody finds it.
*/
#ifndef CARC_NAMES_H
#define CARC_NAMES_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/owned_name.h"

/* What a word means to a script, and how near that is: the less the nearer. */
enum { NAME_OWN, NAME_COMMON, NAME_TOLD, NAME_WHOLE, NAME_UNKNOWN };
typedef struct name_match {
  int number, rank; /* -1, NAME_UNKNOWN: nothing */
} name_match;
name_match carcM_look_up_name (const carc_definition *d, carc_name_kind of, int script, text_view w);
/* Its number alone, or -1. */
int carcM_find_name (const carc_definition *d, carc_name_kind of, int script, text_view w);
/* Whether a word is SCRIPT.NAME of a script that is not in the game: other lines may bring it. */
bool carcM_is_of_absent_script (const carc_definition *d, text_view w);
/* What another script calls so, in full, or NULL. */
const char *carcM_find_name_of_other_script (const carc_definition *d, carc_name_kind of, int script,
                                             text_view w);
/* The same, or else the nearest right name as this script would write it, or NULL. */
const char *carcM_nearest_owned_name (const carc_definition *d, carc_name_kind of, int script, text_view w);

/* Where a name stands that means nothing. */
typedef struct unknown_name {
  const carc_definition *d;
  carc_name_kind of;
  int script, line;
  const char *where, *what; /* what the message begins with: "variable: ", "the game declares no variable" */
  bool may_lack;            /* NAME? may be written there */
  bool absent;              /* other lines may bring it, whatever is near */
} unknown_name;
/* "WHERE WHAT 'NAME'" with the nearest right name, or with whose it is. */
carc_status carcM_refuse_unknown_name (const unknown_name *m, text_view w, carc_error *err);

/* A declaration while it is read. */
typedef struct declaration {
  carc_definition *d;
  carc_error *err;
  int line, script;
} declaration;
/*
** Makes a name that was read into the beginning of `name` this script's, or nobody's if it is shared. *same becomes the number of
** what is shared by this name already, or -1; that has to be the same. Fails where it may not be declared.
*/
carc_status carcM_declare_name (const declaration *w, carc_name_kind of, bool shared, owned_name *name,
                                int *same);
/* What is shared by this name already has to be `alike`; fails if it is not. */
carc_status carcM_confirm_redeclaration (const declaration *w, carc_name_kind of, int same, bool alike);
/* Once what has this name is there: those that are called alike are told apart from now on. */
void carcM_disambiguate_name (carc_definition *d, carc_name_kind of, const owned_name *name);

/* The number of a script, which is added if it is new; 0 if there is no room. */
int carcM_add_script (carc_definition *d, const char *name);

#endif
