/*
** window.h: the cells that actions and observations can name: from -radius to radius in x and y,
** row by row from the north-west corner.
*/
#ifndef CARC_WINDOW_H
#define CARC_WINDOW_H

#include <stdlib.h>
#include "carcassonne.h"
#include "util/compiler.h"

enum { MAX_RADIUS = CARC_MAX_SPAN - 1 };

typedef struct cell_window {
  int radius, width;
} cell_window;

/*
** Makes the window with this radius. If it is 0, the window has all cells that a game can reach.
*/
carc_status carcN_make_window (const carc_definition *d, int radius, cell_window *out, carc_error *err);

ALWAYS_INLINE int cells_of (const cell_window *w) { return w->width * w->width; }

/* The number of a cell; -1 if it is outside. */
ALWAYS_INLINE int cell_number (const cell_window *w, int x, int y) {
  if (abs(x) > w->radius || abs(y) > w->radius) return -1;
  return (y + w->radius) * w->width + x + w->radius;
}

#endif
