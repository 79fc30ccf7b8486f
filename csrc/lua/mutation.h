/*
** mutation.h: what the methods by which hooks act have in common.
*/
#ifndef CARCL_MUTATION_H
#define CARCL_MUTATION_H

#include "objects.h"

/* The argument 1 as a state through which a hook acts; raises. */
state_box *carc_check_acting (lua_State *L);
/* What a method returns that has acted: nothing, or it raises. */
int carc_finish_act (lua_State *L, carc_status status, const carc_error *err);

/* Carries out one act of the state at index 1. Other hooks may run during it, so that it is an entry of its own. */
#define RETURN_ACT(L, b, act)                   \
  do {                                          \
    entry e_;                                   \
    carc_error err;                             \
    carc_enter_state(L, b, 1, &e_);             \
    carc_status status_ = act;                  \
    carc_leave(&e_, (b)->g);                    \
    return carc_finish_act((L), status_, &err); \
  } while (0)

#endif
