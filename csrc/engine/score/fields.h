/*
** fields.h: the step of the final scoring that counts fields.
*/
#ifndef CARC_FIELDS_H
#define CARC_FIELDS_H

#include "board/state.h"

/* Scores all fields with pieces for the complete cities beside them. False if a hook failed. */
bool carcS_score_fields (carc_call *c);

#endif
