/* mutation.h: functions that all methods share with which hooks change a state. */
#ifndef CARCL_MUTATION_H
#define CARCL_MUTATION_H

#include "engine_call.h"

/*
** Returns argument 1, which must be a state that a hook has received. Raises an error for any other
** value.
*/
state_ud *carcL_check_lent (lua_State *L);
/* Same as carcL_check_lent, but also records that the state changes. */
state_ud *carcL_check_mutable (lua_State *L);
/*
** Returns the number of results of a method that has changed the state. If it failed, raises its
** error.
*/
int carcL_finish_mutation (lua_State *L, carc_status status, const carc_error *err);

/* Changes the state at index 1. This is a separate engine call, because other hooks may run. */
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
