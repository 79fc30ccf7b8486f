/* state_queries.h: offers for selectors. */
#ifndef CARCL_STATE_QUERIES_H
#define CARCL_STATE_QUERIES_H

#include "userdata.h"

/*
** State:offer with a selector at index 2: offers the items found, and pushes the number of options.
*/
int carcL_offer_found (lua_State *L, state_ud *b);

#endif
