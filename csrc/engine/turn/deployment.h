/*
** deployment.h: the deployments on the tile just placed, together with the options that scripts
** add.
*/
#ifndef CARC_DEPLOYMENT_H
#define CARC_DEPLOYMENT_H

#include <string.h>
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* Counts the deployments of four kinds of pieces at once, because games rarely have more kinds. */
ALWAYS_INLINE int count_deployments (const carc_definition *d, const carc_state *s) {
  const uint16_t *deploy = const_deploy_of(d, s);
  int n = 0, p = 0;
  do {
    uint64_t four;
    memcpy(&four, deploy + p, sizeof four);
    n += count_bits(four);
    p += 4;
  } while (UNLIKELY(p < d->n_pieces));
  return n;
}

/*
** Asks for a deployment in a game with scripts. Returns false if the player has no choice; returns
** true if a script failed.
*/
bool carcT_ask_deployment (carc_call *c);

#endif
