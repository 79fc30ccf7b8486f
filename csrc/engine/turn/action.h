/*
** action.h: the legal actions of the current decision, by index and as numbers.
*/
#ifndef CARC_ACTION_H
#define CARC_ACTION_H

#include "carcassonne.h"

/* The cell and rotation of the placement with an index, which must be legal. */
typedef struct placement {
  int cell, rotation;
} placement;
placement carcT_nth_placement (const carc_definition *d, const carc_state *s, int index);

/* The deployment with an index from 1. Index 0 is passing. */
typedef struct deployment {
  int piece, segment;
} deployment;
deployment carcT_nth_deployment (const carc_definition *d, const carc_state *s, int index);

/* The tile type that the draw with this index draws. */
int carcT_nth_type (const carc_definition *d, const carc_state *s, int index);
int carcT_count_draw_types (const carc_definition *d, const carc_state *s);

carc_action carcT_placement_action (const carc_definition *d, const carc_state *s, placement w);
carc_action carcT_deployment_action (const carc_definition *d, const carc_state *s, deployment p);

/* Sum of the weights of all options, for a question that chance answers. */
int carcT_sum_weights (const carc_definition *d, const carc_state *s);

/* The actions of the decision on a further part: the first takes it, the second declines it. */
enum { EXTRA_TAKE, EXTRA_DECLINE, EXTRA_ACTION_COUNT };

#endif
