/*
** fields.h: scores fields, which is a step of the final scoring.
*/
#ifndef CARC_FIELDS_H
#define CARC_FIELDS_H

#include "board/state.h"

/*
** Scores all occupied fields for the complete cities that they border. Returns false if a hook
** failed.
*/
bool carcS_score_fields (carc_call *c);

#endif
