/*
** action.h: the actions of the decision at hand, by index and as packed numbers.
*/
#ifndef CARC_ACTION_H
#define CARC_ACTION_H

#include "carcassonne.h"

/* A placement as the cell and rotation after an index; the index must be legal. */
typedef struct placement {
  int cell, rotation;
} placement;
placement carcT_nth_placement (const carc_definition *d, const carc_state *s, int index);

/* A deployment by index from 1; 0 is passing. */
typedef struct deployment {
  int piece, segment;
} deployment;
deployment carcT_nth_deployment (const carc_definition *d, const carc_state *s, int index);

/* The type after an index of a draw. */
int carcT_nth_type (const carc_definition *d, const carc_state *s, int index);
int carcT_count_draw_types (const carc_definition *d, const carc_state *s);

carc_action carcT_placement_action (const carc_definition *d, const carc_state *s, placement w);
carc_action carcT_deployment_action (const carc_definition *d, const carc_state *s, deployment p);

/* The weights of the options together, where chance decides. */
int carcT_sum_weights (const carc_definition *d, const carc_state *s);

/* The further part: taking it is the first action, declining the second. */
enum { EXTRA_TAKE, EXTRA_DECLINE, EXTRA_ACTION_COUNT };

#endif
