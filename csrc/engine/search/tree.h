/*
** tree.h: a search that plays on: what comes of the best actions in many games that may follow.
*/
#ifndef CARC_TREE_H
#define CARC_TREE_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "search/workspace.h"

/* The memory of a tree, in bytes; and its beginning, aligned for whatever it holds. */
size_t carcX_tree_size (const carc_definition *d, const carc_tree_options *options);
void carcX_tree_init (carc_search *x, void *memory, const carc_tree_options *options);

/* Plays so many games from a state in which this player decides. False if a script failed, or memory lacked. */
bool carcX_run_tree_search (carc_search *x, const carc_state *state, int player, int iterations,
                            uint64_t seed, carc_error *err);

/* What it thinks of each action, and how often it was taken; NAN and 0 of those that were not. False where it did not think. */
bool carcX_evaluations_of (const carc_search *x, const carc_state *s, double *ratings, int *visits);

#endif
