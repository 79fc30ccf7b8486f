/*
** state_queries.h: options that are offered by selectors.
*/
#ifndef CARCL_STATE_QUERIES_H
#define CARCL_STATE_QUERIES_H

#include "userdata.h"

/*
** State:offer, if a selector is at index 2. Offers the items found, and pushes the number of
** options.
*/
int carcL_offer_found (lua_State *L, state_ud *b);

#endif
