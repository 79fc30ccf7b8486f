/*
** state_queries.h: offers what a selector finds.
*/
#ifndef CARCL_STATE_QUERIES_H
#define CARCL_STATE_QUERIES_H

#include "userdata.h"

/*
** State:offer with a selector at index 2: offers what it finds, and pushes how many options came.
*/
int carcL_offer_found (lua_State *L, state_ud *b);

#endif
