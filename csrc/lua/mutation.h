/*
** mutation.h: what the methods by which hooks change a state have in common.
*/
#ifndef CARCL_MUTATION_H
#define CARCL_MUTATION_H

#include "engine_call.h"

/* The argument 1 as a state that a hook was given; raises. */
state_ud *carcL_check_lent (lua_State *L);
/* The argument 1 as a state through which a hook acts; raises. */
state_ud *carcL_check_mutable (lua_State *L);
/* What a method returns that has acted: nothing, or it raises. */
int carcL_finish_mutation (lua_State *L, carc_status status, const carc_error *err);

/* Carries out one act of the state at index 1. Other hooks may run during it, so that it is an engine call of its own. */
#define RETURN_MUTATION(L, b, act)                    \
  do {                                                \
    engine_call e_;                                   \
    carc_error err;                                   \
    carcL_enter_engine_with(L, b, 1, &e_);            \
    carc_status status_ = act;                        \
    carcL_leave_engine(&e_, (b)->g);                  \
    return carcL_finish_mutation((L), status_, &err); \
  } while (0)

#endif
