/* packed_action.h: fields of packed actions, by kind. carcassonne.h declares the functions. */
#ifndef CARC_PACKED_ACTION_H
#define CARC_PACKED_ACTION_H

/*
** A span of a placement as one number: its axis, and its place (0 for the tile itself, then the
** neighbours from the north on).
*/
static inline int span_code (int where, int axis) { return 2 * where + axis; }
static inline int span_where (int code) { return (code - 1) / 2; }
static inline int span_axis (int code) { return (code - 1) % 2 + 1; }

#endif
