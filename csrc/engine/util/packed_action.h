/*
** packed_action.h: what a packed action names, by its kind. carcassonne.h has the functions.
*/
#ifndef CARC_PACKED_ACTION_H
#define CARC_PACKED_ACTION_H

/* A span of a placement: where it lies (0: on the tile itself, then its neighbours from the north) and how, as one number. */
static inline int span_code (int where, int axis) { return 2 * where + axis; }
static inline int span_where (int code) { return (code - 1) / 2; }
static inline int span_axis (int code) { return (code - 1) % 2 + 1; }

#endif
