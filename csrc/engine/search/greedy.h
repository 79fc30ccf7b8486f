/*
** greedy.h: what each legal action leads to, one turn ahead.
*/
#ifndef CARC_GREEDY_H
#define CARC_GREEDY_H

#include "search/search.h"
#include "search/value.h"

/* The states that a search tries actions on wait for draws to be given. */
ALWAYS_INLINE call trying (const carc_search *x, carc_state *s, carc_error *err) {
  return (call){.d = x->d, .s = s, .stepwise = true, .err = err};
}

/*
** What every player may expect behind each legal action of a state that waits for a player, into `out`, one for each. The state is not
** looked at beyond what it says: what is hidden must have been dealt anew. False if a script failed.
*/
bool carc_try_actions (carc_search *x, const carc_state *s, expected *out, carc_error *err);

#endif
