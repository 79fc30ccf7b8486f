/* action.h: the legal actions of the current decision, by index and as packed numbers. */
#ifndef CARC_ACTION_H
#define CARC_ACTION_H

#include "carcassonne.h"

/* The cell and rotation of a placement by index, which must be legal. */
typedef struct placement {
  int cell, rotation;
} placement;
placement carcT_nth_placement (const carc_definition *d, const carc_state *s, int index);

/* The deployment by index from 1; 0 is passing. */
typedef struct deployment {
  int piece, segment;
} deployment;
deployment carcT_nth_deployment (const carc_definition *d, const carc_state *s, int index);

/* The tile type of a draw by index. */
int carcT_nth_type (const carc_definition *d, const carc_state *s, int index);
int carcT_count_draw_types (const carc_definition *d, const carc_state *s);

carc_action carcT_placement_action (const carc_definition *d, const carc_state *s, placement w);
carc_action carcT_deployment_action (const carc_definition *d, const carc_state *s, deployment p);

/* The sum of the weights of the options if chance decides. */
int carcT_sum_weights (const carc_definition *d, const carc_state *s);

/* The decision about a further part: the first action takes it, the second declines. */
enum { EXTRA_TAKE, EXTRA_DECLINE, EXTRA_ACTION_COUNT };

#endif
