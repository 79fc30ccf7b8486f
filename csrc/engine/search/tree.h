/*
** tree.h: tree search. Plays many games after the best actions, and averages their results.
*/
#ifndef CARC_TREE_H
#define CARC_TREE_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "search/workspace.h"

/* Size of a tree in bytes, and initialization of a tree in aligned memory. */
size_t carcX_tree_size (const carc_definition *d, const carc_tree_options *options);
void carcX_tree_init (carc_search *x, void *memory, const carc_tree_options *options);

/*
** Runs iterations from a decision of this player, until this much work is done. Returns false if a
** script failed or memory ran out.
*/
bool carcX_run_tree_search (carc_search *x, const carc_state *state, int player, int iterations,
                            uint64_t work, uint64_t seed, carc_error *err);

/*
** Writes the rating and the number of visits of each action; NAN and 0 for actions that were not
** visited. Returns false if the state has no node.
*/
bool carcX_evaluations_of (const carc_search *x, const carc_state *s, double *ratings, int *visits);

#endif
